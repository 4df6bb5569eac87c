"""What stands against a timetable: rounds too early, people at two places, tables given twice.

Each is a refusal that a director can overrule, and is told before anything is saved. Source:
docs/schedule.md#what-is-checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from games.rules import Refusal
from tournaments.models import Entry, EntryPlayer, Stage, Tournament

from .timetables import TimedStage, Timetable, timetable_of
from .walls import wall_of

NEAR = timedelta(hours=24)
"""Tournaments that begin further apart than this are not looked at."""
MOST_NAMES = 5


class OutOfOrder(Refusal):
    """A round would have to start before one that comes before it."""

    code = "rounds_out_of_order"


class RoundTooEarly(Refusal):
    """A round is given a time at which the one before it is expected to be still in play."""

    code = "round_too_early"


class PlayElsewhere(Refusal):
    """People who play here play in another tournament of the club at the same time."""

    code = "play_elsewhere"


class TablesTaken(Refusal):
    """Another tournament of the club has some of the same tables of the hall at the same time."""

    code = "tables_taken"


def demand_order(timetable: Timetable) -> None:
    """Refuse times that no evening could keep.

    :raises OutOfOrder: when a round has an earlier time than one before it.
    """
    given = [one for one in timetable.rounds if one.given.wall]
    for before, after in pairwise(given):
        assert before.given.wall is not None
        assert after.given.wall is not None
        if after.given.wall <= before.given.wall:
            raise OutOfOrder(round=after.name, before=before.name)


def clashes(tournament: Tournament, timetable: Timetable, *, now: datetime) -> list[Refusal]:
    """Return what stands against a timetable, round by round, then tournament by tournament."""
    found: list[Refusal] = list(_too_early(tournament, timetable))
    if timetable.is_dated:
        for other in _near(tournament, timetable):
            found += _between(tournament, timetable, other, timetable_of(other, now=now))
    return found


def _too_early(tournament: Tournament, timetable: Timetable) -> Iterator[Refusal]:
    for before, one in pairwise(timetable.rounds):
        if one.may_change and one.timed.too_early:
            ends = wall_of(before.timed.ends, tournament.zone)
            yield RoundTooEarly(round=one.name, before=before.name, ends=f"{ends:%H:%M}")


def _near(tournament: Tournament, timetable: Timetable) -> Sequence[Tournament]:
    """Return the club's other tournaments that are to be played, or are, about the same time."""
    starts, late = timetable.starts, timetable.late
    if starts is None or late is None:
        return []
    ahead = Tournament.objects.coming() | Tournament.objects.running()
    others = ahead.filter(club=tournament.club_id, starts_at__gte=starts - NEAR, starts_at__lte=late)
    return list(others.exclude(pk=tournament.pk).order_by("starts_at", "pk"))


def _between(one: Tournament, mine: Timetable, other: Tournament, theirs: Timetable) -> Iterator[Refusal]:
    if not _overlap(mine, theirs):
        return
    if players := _in_both(one, other):
        shown = ", ".join(players[:MOST_NAMES]) + (" …" if len(players) > MOST_NAMES else "")
        yield PlayElsewhere(names=shown, tournament=other.name)
    if shared := _shared_tables(mine, theirs):
        yield TablesTaken(tables=", ".join(map(str, shared)), tournament=other.name)


def _overlap(mine: Timetable, theirs: Timetable) -> bool:
    if not (mine.starts and mine.late and theirs.starts and theirs.late):
        return False
    return mine.starts < theirs.late and theirs.starts < mine.late


def _in_both(one: Tournament, other: Tournament) -> list[str]:
    """Return the names of those who have a place in both."""
    places = EntryPlayer.objects.filter(entry__state__in=Entry.TAKING_PART)
    there = places.filter(tournament=other).values("player")
    both = places.filter(tournament=one, player__in=there).order_by("player__name")
    return list(both.values_list("player__name", flat=True))


def _shared_tables(mine: Timetable, theirs: Timetable) -> list[int]:
    """Return the numbers of the tables of the hall at which both play at the same time."""
    shared: set[int] = set()
    for stage in mine.stages:
        for other in theirs.stages:
            if _overlap(Timetable((stage,), is_dated=True), Timetable((other,), is_dated=True)):
                shared |= _tables(stage) & _tables(other)
    return sorted(shared)


def _tables(stage: TimedStage) -> set[int]:
    """Return the numbers of the tables of the hall that a stage uses."""
    if stage.row.place != Stage.Place.HALL:
        return set()
    first = stage.times.first_table
    most = max((round_.pairings for round_ in stage.rounds), default=0)
    return set(range(first, first + min(stage.times.tables or most, most)))
