"""What a stage as data is made of: each reader returns a value or names the place that is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from .stage import BadState, EntryId

MOST_POINTS = 1000
MOST_SHOWN = 80
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
Value = TypeVar("Value")
Reader = Callable[[Any, str], Value]
"""Takes what JSON says and where, returns the value.

:raises BadState: when it is none.
"""


def _shown(found: Any) -> str:
    """Return a value as a message shows it: in one line that is not long."""
    return f"{found!r:.{MOST_SHOWN}}"


def an_object(found: Any, where: str, keys: Iterable[str], needed: Iterable[str] = ()) -> Mapping[str, Any]:
    """Return the fields of an object: each a key that is known, and none missing that is needed."""
    if not isinstance(found, dict):
        raise BadState(where=where, what="is no object")
    for key in found:
        if key not in keys:
            raise BadState(where=where, what=f"has an unknown key {_shown(key)}")
    for key in needed:
        if key not in found:
            raise BadState(where=where, what=f"has no {key!r}")
    return found


def each(found: Any, where: str, read_one: Reader[Value]) -> list[Value]:
    """Return what a list holds."""
    if not isinstance(found, list):
        raise BadState(where=where, what="is no list")
    return [read_one(one, f"{where}[{at}]") for at, one in enumerate(found)]


def one_of(found: Any, where: str, words: tuple[Value, ...]) -> Value:
    """Return one of the words that are known."""
    if not isinstance(found, str) or found not in words:
        raise BadState(where=where, what=f"is {_shown(found)}, which is none of {', '.join(map(str, words))}")
    return next(one for one in words if one == found)


def whole(found: Any, where: str, lowest: int, highest: int = 10**9) -> int:
    """Return a whole number within bounds."""
    if isinstance(found, bool) or not isinstance(found, int) or not lowest <= found <= highest:
        raise BadState(where=where, what=f"is no whole number from {lowest} to {highest}")
    return found


def some_points(found: Any, where: str) -> float:
    """Return table points: a number of hundredths that is not negative."""
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= MOST_POINTS:
        raise BadState(where=where, what=f"is no number from 0 to {MOST_POINTS}")
    if round(found, 2) != found:
        raise BadState(where=where, what="has more than two decimals")
    return found


def exactly(points: float) -> Fraction:
    """Return table points as they are written: three times 0.1 is 0.3."""
    return Fraction(str(points))


def entry_id(found: Any, where: str) -> EntryId:
    """Return the name of an entry."""
    if isinstance(found, bool) or not isinstance(found, str | int) or found == "":
        raise BadState(where=where, what="is no id: a text or a whole number")
    return found if isinstance(found, int) else text(found, where)


def text(found: Any, where: str) -> str:
    """Return a text, which half of a character would not be."""
    if not isinstance(found, str) or HALF_A_CHARACTER.search(found):
        raise BadState(where=where, what="is no text")
    return found


def truth(found: Any, where: str) -> bool:
    """Return true or false."""
    if not isinstance(found, bool):
        raise BadState(where=where, what="is neither true nor false")
    return found


def known(ids: frozenset[EntryId]) -> Reader[EntryId]:
    """Return a reader of the names of entries that take part."""

    def read_one(found: Any, where: str) -> EntryId:
        if entry_id(found, where) not in ids:
            raise BadState(where=where, what=f"names {_shown(found)}, who is no entry")
        return entry_id(found, where)

    return read_one
