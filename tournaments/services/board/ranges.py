"""Some of a tournament's tables: those of a room, of a screen, or of a scorer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

TYPED: Final = re.compile(r"\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})\s*)?")


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables from one number to another; ``last`` is nothing where none is left out above."""

    first: int = 1
    last: int | None = None

    @property
    def are_all(self) -> bool:
        """Whether no table is left out."""
        return self.first <= 1 and self.last is None

    def has(self, table: int | None) -> bool:
        """Whether a table is among them; who has none is among all."""
        if table is None:
            return self.are_all
        return self.first <= table and (self.last is None or table <= self.last)

    def __str__(self) -> str:
        """Return them as they are typed; nothing for all."""
        return "" if self.are_all else f"{self.first}-{self.last or ''}"


ALL: Final = Tables()


def tables_of(text: str) -> Tables:
    """Return what ``12`` or ``1-40`` means; all tables for anything else."""
    typed = TYPED.fullmatch(text)
    if typed is None:
        return ALL
    first, last = typed.groups()
    return Tables(int(first), int(last or first))
