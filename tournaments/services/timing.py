"""A director sets the times of a tournament: its rounds, pauses and tables, and what happens by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from games.rules import Refusal
from games.services.clocks import TablePolicy
from tournaments.models import Action, Round, RoundTime, Stage, Tournament

from .actions import Author, acting
from .clashes import clashes, demand_order
from .reminders import plan_reminders
from .timetables import Given, StageTimes, Wanted, stages_of, timetable_of, wanted_of
from .walls import moment_of

LONGEST_PAUSE = timedelta(days=31)
"""The longest pause before a round, and the longest time before a start that its players are told of it."""
OVER = (Tournament.State.FINISHED, Tournament.State.REVIEW, Tournament.State.CANCELLED)
"""The states in which nothing is timed any more."""


class TimesOver(Refusal):
    """The tournament is over, or called off: there is nothing to time."""

    code = "times_over"


class TablesCross(Refusal):
    """The last table has a lower number than the first."""

    code = "tables_cross"


class BotsDoNotWait(Refusal):
    """Bots fill empty seats: nobody could come on another day of the window."""

    code = "bots_do_not_wait"


class WindowEndsEarly(Refusal):
    """A window would be over before it opens."""

    code = "window_ends_early"


def set_times(
    *,
    tournament_id: int,
    wanted: Wanted,
    remind_minutes: int | None,
    author: Author,
    now: datetime,
    anyway: bool = False,
) -> None:
    """Set the times of all rounds that have not begun; of those that have, they stay as they are.

    :param remind_minutes: so long before a start its players are told; ``None`` for never.
    :param anyway: whether it is done though something stands against it (``clashes``).
    :raises NoSuchTime: when a time is never on the wall.
    :raises OutOfOrder: when a round would be before the one before it.
    :raises TablesCross: when the hall would have no table.
    :raises Refusal: the first thing that stands against it.
    :raises BotsDoNotWait: when a round has a window and bots take empty seats.
    :raises WindowEndsEarly: when a window would be over before it opens.
    :raises TimesOver: when there is nothing to time any more.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    check(tournament, wanted, now=now, anyway=anyway)
    stages = stages_of(tournament)
    before = wanted_of(tournament, stages)
    with acting(tournament_id, Action.Verb.SET_TIMES, author, now=now) as account:
        for stage in stages:
            write(stage, wanted[stage.position])
            _move_drawn(stage, before[stage.position], wanted[stage.position], now)
        Tournament.objects.filter(pk=tournament_id).update(remind_minutes=remind_minutes)
        tournament.refresh_from_db()
        plan_reminders(tournament, now=now)
        account.before = told(before)
        account.after = told(wanted_of(tournament, stages_of(tournament))) | {"remind": remind_minutes}


def check(tournament: Tournament, wanted: Wanted, *, now: datetime, anyway: bool) -> None:
    """Refuse times that cannot be, or against which something stands.

    :raises Refusal: as ``set_times``.
    """
    if tournament.state in OVER:
        raise TimesOver()
    if any(times.tables is not None and times.tables < 1 for times in wanted.values()):
        raise TablesCross()
    _check_windows(tournament, wanted)
    reckoned = timetable_of(tournament, now=now, wanted=wanted)
    demand_order(reckoned)
    against = [] if anyway else clashes(tournament, reckoned, now=now)
    if against:
        raise against[0]


def _check_windows(tournament: Tournament, wanted: Wanted) -> None:
    """Refuse a window that cannot be waited in, or is over before it opens."""
    given = [one for times in wanted.values() for one in times.rounds.values() if one.until]
    if given and TablePolicy.from_json(tournament.policy).bots_after is not None:
        raise BotsDoNotWait()
    for one in given:
        assert one.until is not None
        if one.wall and one.until <= one.wall:
            raise WindowEndsEarly(until=_minute(one.until))


def told(wanted: Wanted) -> dict[str, Any]:
    """Return what is written, as the log keeps it: by stage and round."""
    return {str(position): _told(times) for position, times in wanted.items()}


def _told(times: StageTimes) -> dict[str, Any]:
    rounds = {
        str(number): [_minute(given.wall), given.pause, _minute(given.until)]
        for number, given in sorted(times.rounds.items())
    }
    return {
        "opens_by_itself": times.opens_by_itself,
        "closes_by_itself": times.closes_by_itself,
        "break_seconds": times.break_seconds,
        "when_unplayed": str(times.when_unplayed),
        "tables": [times.first_table, times.last_table],
        "rounds": rounds,
    }


def wanted_from(told: Mapping[str, Any]) -> Wanted:
    """Return what was written, from the log (``told``)."""
    return {int(position): _read(times) for position, times in told.items()}


def _read(told: Mapping[str, Any]) -> StageTimes:
    first, last = told["tables"]
    return StageTimes(
        opens_by_itself=told["opens_by_itself"],
        closes_by_itself=told["closes_by_itself"],
        break_seconds=told["break_seconds"],
        when_unplayed=Stage.WhenUnplayed(told["when_unplayed"]),
        first_table=first,
        last_table=last,
        rounds={
            int(number): Given(_wall(wall), pause, _wall(until))
            for number, (wall, pause, until) in told["rounds"].items()
        },
    )


def _wall(minute: str | None) -> datetime | None:
    return datetime.fromisoformat(minute) if minute else None


def _minute(wall: datetime | None) -> str | None:
    return wall.isoformat(timespec="minutes") if wall else None


def write(stage: Stage, times: StageTimes) -> None:
    """Write the times of a stage, in the caller's transaction; of rounds that have begun they stay."""
    Stage.objects.filter(pk=stage.pk).update(
        opens_by_itself=times.opens_by_itself,
        closes_by_itself=times.closes_by_itself,
        break_seconds=times.break_seconds,
        when_unplayed=times.when_unplayed,
        first_table=times.first_table,
        last_table=times.last_table,
    )
    begun = Round.objects.filter(stage=stage, state__in=(Round.State.OPEN, Round.State.CLOSED))
    fixed = set(begun.values_list("number", flat=True))
    rounds = {number: given for number, given in times.rounds.items() if number not in fixed}
    _write_start(stage, rounds, fixed)
    zone = stage.tournament.zone
    RoundTime.objects.filter(stage=stage).exclude(number__in=fixed).delete()
    RoundTime.objects.bulk_create(_rows(stage, rounds, zone))
    for number in begun.filter(state=Round.State.OPEN).values_list("number", flat=True):
        _extend(stage, number, times.rounds.get(number, Given()), zone)


def _extend(stage: Stage, number: int, given: Given, zone: str) -> None:
    """Give the window of a round in play another end; one without a window gets none."""
    if given.until is not None:
        windows = RoundTime.objects.filter(stage=stage, number=number, until__isnull=False)
        windows.update(until=moment_of(given.until, zone), wall_until=_minute(given.until))


def _rows(stage: Stage, rounds: dict[int, Given], zone: str) -> Iterator[RoundTime]:
    for number, given in rounds.items():
        is_start = (stage.position, number) == (1, 1)
        wall = None if is_start else given.wall
        if wall or given.until or given.pause is not None:
            yield RoundTime(
                stage=stage,
                number=number,
                starts_at=moment_of(wall, zone) if wall else None,
                wall_start=_minute(wall) or "",
                until=moment_of(given.until, zone) if given.until else None,
                wall_until=_minute(given.until) or "",
                break_seconds=given.pause,
            )


def _write_start(stage: Stage, rounds: dict[int, Given], fixed: set[int]) -> None:
    """Let the tournament start when its first round does."""
    if stage.position != 1 or 1 in fixed:
        return
    wall = rounds.get(1, Given()).wall
    Tournament.objects.filter(pk=stage.tournament_id).update(
        starts_at=moment_of(wall, stage.tournament.zone) if wall else None,
        wall_start=_minute(wall) or "",
    )


def _move_drawn(stage: Stage, before: StageTimes, times: StageTimes, now: datetime) -> None:
    """Give the round that is drawn its new time, if it has one; without, its pause begins now."""
    drawn = Round.objects.filter(stage=stage, state=Round.State.DRAWN)
    for number in drawn.values_list("number", flat=True):
        if _start(before, number) != _start(times, number):
            drawn.filter(number=number).update(starts_at=_starts_at(stage, times, number, now))


def _start(times: StageTimes, number: int) -> tuple[Given, bool, int]:
    """Return what decides when a round starts."""
    return times.rounds.get(number, Given()), times.opens_by_itself, times.break_seconds


def _starts_at(stage: Stage, times: StageTimes, number: int, now: datetime) -> datetime | None:
    given = times.rounds.get(number, Given())
    if given.wall:
        return moment_of(given.wall, stage.tournament.zone)
    if not times.opens_by_itself or (stage.position, number) == (1, 1):
        return None
    return now + timedelta(seconds=times.break_seconds if given.pause is None else given.pause)
