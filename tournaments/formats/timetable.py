"""When rounds begin and end, from how long they take, where they wait for each other and for tables.

Times are moments; where they come from, and in which zone they are shown, is nobody's business here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import hypot


@dataclass(frozen=True, slots=True)
class Coming:
    """A round to be timed.

    :param pairings: how many are played in it, each at a table.
    :param usual: after so long the slowest of those who play at the same time is expected to be over.
    :param late: after so long it is over in nine cases of ten.
    :param pause: between the end of the round before and its start.
    :param not_before: the time it was given; ``None`` for as soon as it can.
    :param until: the end of its window, within which its pairings are played when their sides agree.
    :param tables: how many pairings can be played at the same time; ``None`` for all.
    """

    pairings: int
    usual: timedelta
    late: timedelta
    pause: timedelta = timedelta(0)
    not_before: datetime | None = None
    tables: int | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """A pairing of a round, by its number, at a table, counted from 1, with the time it is given."""

    pairing: int
    table: int
    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Timed:
    """A round with its times: ``late`` is when it is over in nine cases of ten.

    ``too_early`` is how long the round before it is expected to go on after the time it was given.
    """

    starts: datetime
    ends: datetime
    late: datetime
    sittings: tuple[Sitting, ...]
    too_early: timedelta = timedelta(0)


def timetable(rounds: Iterable[Coming], *, begins: datetime, after: Timed | None = None) -> tuple[Timed, ...]:
    """Return the times of rounds that follow each other, the first no earlier than ``begins``.

    :param after: the round before the first of them.

    No round starts before the one before it is expected to be over, whatever time it was given. What
    makes rounds late adds up as independent lengths do, and a pause that is longer than needed takes it up.
    """
    found: list[Timed] = []
    for coming in rounds:
        found.append(_timed(coming, found[-1] if found else after, begins))
    return tuple(found)


def _timed(coming: Coming, before: Timed | None, begins: datetime) -> Timed:
    earliest = max(before.ends + coming.pause, begins) if before else begins
    starts = max(earliest, coming.not_before or earliest)
    sittings = tuple(_sittings(coming, starts))
    ends = max((one.ends for one in sittings), default=starts)
    if coming.until is not None:
        return Timed(
            starts, max(coming.until, starts), max(coming.until, starts), (), _overlap(coming, before)
        )
    behind = max(before.late - before.ends - (starts - earliest), timedelta(0)) if before else timedelta(0)
    turns = -(-coming.pairings // _tables(coming))
    own = turns * (coming.late - coming.usual)
    margin = timedelta(seconds=hypot(behind.total_seconds(), own.total_seconds()))
    return Timed(starts, ends, ends + margin, sittings, _overlap(coming, before))


def _overlap(coming: Coming, before: Timed | None) -> timedelta:
    """Return how long the round before goes on after the time this one was given."""
    if before is None or coming.not_before is None:
        return timedelta(0)
    return max(before.ends - coming.not_before, timedelta(0))


def _sittings(coming: Coming, starts: datetime) -> Iterable[Sitting]:
    """Yield the pairings at their tables: who finds none waits until those before have had their time."""
    tables = _tables(coming)
    for number in range(coming.pairings):
        turn, table = divmod(number, tables)
        begins = starts + turn * coming.usual
        yield Sitting(number + 1, table + 1, begins, begins + coming.usual)


def _tables(coming: Coming) -> int:
    return max(min(coming.tables or coming.pairings, coming.pairings), 1)
