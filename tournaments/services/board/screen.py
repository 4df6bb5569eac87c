"""What a screen in the hall shows: a tournament cut into pictures that are read from far away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from .ranges import ALL, Tables
from .shapes import Board, PairingView, RoundView, StageView, StandingRow

Row = TypeVar("Row")
PARTS = ("champion", "tables", "standings")
PAIRINGS_A_PICTURE = 12
FOURS_A_PICTURE = 8
ROWS_A_PICTURE = 20


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a screen: who has won, the tables of a round or a piece of a table of standings.

    ``page`` of ``pages`` says which piece it is.
    """

    part: str
    round: RoundView | None = None
    pairings: tuple[PairingView, ...] = ()
    stage: StageView | None = None
    group: int = 0
    rows: tuple[StandingRow, ...] = ()
    page: int = 1
    pages: int = 1

    @property
    def are_fours(self) -> bool:
        """Whether four meet at each table."""
        return any(len(pairing.sides) > 2 for pairing in self.pairings)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a screen is to show: which parts in which order, which of the tables, and a line of words."""

    parts: Sequence[str] = PARTS
    tables: Tables = ALL
    words: str = ""


def pictures(seen: Board, wanted: Wanted) -> tuple[Picture, ...]:
    """Return the pictures of a screen in their order; makes no query."""
    makers = {"champion": _champion, "tables": _tables, "standings": _standings}
    return tuple(one for part in wanted.parts for one in makers[part](seen, wanted))


def _champion(seen: Board, _wanted: Wanted) -> Iterator[Picture]:
    if seen.champions:
        yield Picture("champion", rows=seen.champions)


def _tables(seen: Board, wanted: Wanted) -> Iterator[Picture]:
    round_ = seen.current or seen.next_round
    if round_ is None:
        return
    mine = [one for one in round_.pairings if wanted.tables.has(one.table)]
    four = any(len(one.sides) > 2 for one in mine)
    found = [
        Picture("tables", round=round_, pairings=some)
        for some in _cut(mine, FOURS_A_PICTURE if four else PAIRINGS_A_PICTURE)
    ]
    yield from _numbered(found)


def _standings(seen: Board, _wanted: Wanted) -> Iterator[Picture]:
    if not seen.stages:
        return
    stage = seen.stages[-1]
    for table in stage.tables:
        found = [
            Picture("standings", stage=stage, group=table.group, rows=some)
            for some in _cut(table.rows, ROWS_A_PICTURE)
        ]
        yield from _numbered(found)


def _numbered(found: Sequence[Picture]) -> Iterator[Picture]:
    for page, picture in enumerate(found, start=1):
        yield replace(picture, page=page, pages=len(found))


def _cut(rows: Sequence[Row], size: int) -> Iterator[tuple[Row, ...]]:
    """Yield the rows in pieces of so many."""
    for first in range(0, len(rows), size):
        yield tuple(rows[first : first + size])
