"""An independent look at a table: points and tie-breaks added up again, and everybody ranked by them.

As in ``checker`` each check yields what is wrong in words. Source: docs/formats.md#tie-breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from tournaments.standings.ranking import Line
from tournaments.state import EntryId, State

from .checker import BRACKETS
from .tally import Tally

Shown = dict[EntryId, dict[str, Fraction | None]]


def check_table(state: State, lines: Sequence[Line], *, is_over: bool) -> Iterator[str]:
    """Yield what is wrong with a table."""
    if sorted(str(line.entry) for line in lines) != sorted(str(one.id) for one in state.entries):
        yield "not everybody is in the table once"
    ranks = [line.rank for line in lines if line.rank is not None]
    if is_over and state.format in BRACKETS and len(ranks) < len(lines):
        yield f"{len(lines) - len(ranks)} have no place"
    if state.format in BRACKETS:
        yield from _check_places(state, ranks, is_over=is_over)
        return
    if ranks != sorted(ranks):
        yield "the ranks do not go down the page"
    counted = [line.points for line in lines if line.rank is not None]
    if counted != sorted(counted, reverse=True):
        yield "the points do not go down the page"
    if state.format == "round-robin" and state.withdrawn:
        return
    tally = Tally(state)
    yield from (
        f"{line.entry} has {line.points} points and should have {tally.points[line.entry]}"
        for line in lines
        if tally.points[line.entry] != line.points
    )
    if is_over:
        yield from _check_tie_breaks(tally, lines)


def _check_places(state: State, ranks: Sequence[int], *, is_over: bool) -> Iterator[str]:
    """Demand one champion, unless so many did not come that there may be none."""
    if ranks.count(1) > 1:
        yield "there are two champions"
    emptied = state.withdrawn or any(one.kind == "double_walkover" for one in state.pairings())
    if is_over and not emptied and sorted(ranks)[:2] != [1, 2]:
        yield "nobody is first or second"


def _check_tie_breaks(tally: Tally, lines: Sequence[Line]) -> Iterator[str]:
    """Demand the ranks and values that come of doing it all again."""
    codes = tally.state.options.tie_breaks
    shown: Shown = {entry: {} for entry in tally.points}
    rank = 1
    ranked: dict[EntryId, int] = {}
    for level in _levels(list(tally.points), tally.points):
        for group in _parted(tally, level, codes, shown):
            ranked |= dict.fromkeys(group, rank)
            rank += len(group)
    for line in lines:
        if line.rank != ranked[line.entry]:
            yield f"{line.entry} has rank {line.rank} and should have {ranked[line.entry]}"
        for code in codes:
            said = line.tie_breaks[code].value
            if said != shown[line.entry][code]:
                yield f"{line.entry} has {said} by {code} and should have {shown[line.entry][code]}"


def _parted(
    tally: Tally, level: list[EntryId], codes: Sequence[str], shown: Shown
) -> Iterator[list[EntryId]]:
    """Yield who stay level whatever is asked, and note what was said of each."""
    if not codes:
        yield level
        return
    values = tally.values(codes[0], level)
    for entry in level:
        if shown[entry].get(codes[0]) is None:
            shown[entry][codes[0]] = values[entry]
    for group in _levels(level, {one: _order(codes[0], value) for one, value in values.items()}):
        again = codes[0] in ("direct", "mini_diff") and 1 < len(group) < len(level)
        yield from _parted(tally, group, codes if again else codes[1:], shown)


def _order(code: str, value: Fraction | None) -> tuple[bool, Fraction]:
    """Return what is compared: more is better, and nothing the worst."""
    sign = -1 if code in ("seed", "lot") else 1
    return value is not None, sign * (value or Fraction(0))


def _levels(entries: Sequence[EntryId], worth: Mapping[EntryId, Any]) -> list[list[EntryId]]:
    """Return those who are worth the same, the best first."""
    best_first = sorted(entries, key=worth.__getitem__, reverse=True)
    return [list(group) for _, group in groupby(best_first, key=worth.__getitem__)]
