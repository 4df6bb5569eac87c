"""A result as a director types it: the table's number and the totals, ``7 41-29``.

Level totals may name the side that gained last, ``7 24-24 A``. Any digits of Unicode will do, and the
letters of both languages. Pure: whether there is such a table is for ``services.hall``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from games.numbers import typed
from games.rules import Refusal, Side


class BadQuickEntry(Refusal):
    """This is no table with its totals."""

    code = "bad_quick_entry"


class UnclearMinus(Refusal):
    """A minus between two totals may belong to the second: a colon makes it clear."""

    code = "unclear_minus"


@dataclass(frozen=True, slots=True)
class QuickEntry:
    """What was typed: the table, the totals of its sides in order, and who gained last if he said so."""

    table: int
    totals: tuple[int, ...]
    last: Side | None = None


SIDES: Final = {
    letter: Side(side) for letters in ("abcd", "أبجد", "ابجد") for side, letter in enumerate(letters)
}

_BETWEEN = r"(?:\s*[-–—:/]\s*|\s+)"
_TOTAL = r"-?\d{1,4}"
_WRITTEN: Final = re.compile(
    rf"(?P<table>\d{{1,4}})\s+(?P<totals>{_TOTAL}(?:{_BETWEEN}{_TOTAL}){{1,3}})(?:\s+(?P<last>[a-dأابجد]))?"
)
_UNCLEAR: Final = re.compile(r"\d\s+-\d")


def parse(text: str) -> QuickEntry:
    """Return what a line of quick entry says.

    :raises BadQuickEntry: when it says nothing of the kind.
    :raises UnclearMinus: for ``31 -5``, which may be 31 to 5 or 31 to minus 5.
    """
    found = _WRITTEN.fullmatch(typed(text).lower())
    if found is None:
        raise BadQuickEntry()
    if _UNCLEAR.search(found["totals"]):
        raise UnclearMinus()
    last = found["last"]
    return QuickEntry(int(found["table"]), _totals(found["totals"]), None if last is None else SIDES[last])


def _totals(text: str) -> tuple[int, ...]:
    """Return the totals; the first sign after a number is what stands between two of them."""
    parts = re.findall(rf"(?:^|(?<=\d){_BETWEEN})({_TOTAL})", text)
    return tuple(int(part) for part in parts)
