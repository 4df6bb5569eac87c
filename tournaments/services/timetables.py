"""When the rounds of a tournament begin and end: what its director wrote, and what follows from it.

Nothing of it is stored but his times. A round that was played has the times it had; of those to come the
pure timetable (``tournaments.formats.timetable``) says when, at the pace of the club (``durations``).
Source: docs/schedule.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import zip_longest

from django.db.models import Prefetch

from games.rules import duration_of
from tournaments import state
from tournaments.formats import BRACKETS, in_groups, outline, sizes
from tournaments.formats.stages import ENTRIES
from tournaments.formats.timetable import Coming, Timed, timetable
from tournaments.models import Entry, Registration, Round, RoundTime, Stage, Tournament
from tournaments.names import FORMAT_NAMES, round_name
from tournaments.state import FORMAT_KEYS

from .durations import Pace, pace_of
from .schedule import minutes_a_deal
from .walls import moment_of, wall_of

USUAL_FIELD = 8
"""So many entries are reckoned with while nobody has entered and there is no limit."""


@dataclass(frozen=True, slots=True)
class Given:
    """What is written for a round: its time on the wall, the pause before it in seconds, its window's end."""

    wall: datetime | None = None
    pause: int | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class StageTimes:
    """What is written for a stage: its rounds by their numbers, how they open and close, its tables."""

    opens_by_itself: bool = True
    closes_by_itself: bool = True
    break_seconds: int = 0
    when_unplayed: Stage.WhenUnplayed = Stage.WhenUnplayed.DIRECTOR
    first_table: int = 1
    last_table: int | None = None
    rounds: Mapping[int, Given] = field(default_factory=dict)

    @property
    def tables(self) -> int | None:
        """How many tables there are in the hall; ``None`` where there are enough."""
        return None if self.last_table is None else self.last_table - self.first_table + 1


Wanted = Mapping[int, StageTimes]
"""What is written for each stage, by its position."""


@dataclass(frozen=True, slots=True)
class TimedRound:
    """A round with its times. ``timed`` of one that is over is what it took; else it is reckoned."""

    stage: int
    number: int
    name: str
    state: str
    pairings: int
    given: Given
    timed: Timed

    @property
    def may_change(self) -> bool:
        """Whether it has not begun, so that it can be given another time."""
        return self.state in (Round.State.PLANNED, Round.State.DRAWN)

    @property
    def may_extend(self) -> bool:
        """Whether it is in play and has a window, whose end can be another."""
        return self.state == Round.State.OPEN and self.given.until is not None


@dataclass(frozen=True, slots=True)
class TimedStage:
    """A stage with the times of its rounds; ``matches`` of the club say how long they take, or the rules."""

    row: Stage
    name: str
    entries: int
    matches: int
    times: StageTimes
    rounds: tuple[TimedRound, ...]


@dataclass(frozen=True, slots=True)
class Timetable:
    """The times of a tournament. ``is_dated`` is false where nobody has said yet when it begins."""

    stages: tuple[TimedStage, ...]
    is_dated: bool

    @property
    def rounds(self) -> tuple[TimedRound, ...]:
        """All rounds, in the order in which they are played."""
        return tuple(round_ for stage in self.stages for round_ in stage.rounds)

    @property
    def starts(self) -> datetime | None:
        """When it begins, or began."""
        return self.rounds[0].timed.starts if self.rounds else None

    @property
    def ends(self) -> datetime | None:
        """When it is expected to be over."""
        return self.rounds[-1].timed.ends if self.rounds else None

    @property
    def late(self) -> datetime | None:
        """When it is over in nine cases of ten."""
        return self.rounds[-1].timed.late if self.rounds else None


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages with their rounds and written times, in three statements."""
    rows = Stage.objects.filter(tournament=tournament).order_by("position")
    rounds = Prefetch("rounds", Round.objects.order_by("number"))
    found = list(rows.prefetch_related(rounds, "times"))
    for stage in found:
        stage.tournament = tournament
    return found


def wanted_of(tournament: Tournament, stages: Sequence[Stage]) -> Wanted:
    """Return what is written now."""
    return {stage.position: _written(tournament, stage) for stage in stages}


def _written(tournament: Tournament, stage: Stage) -> StageTimes:
    given = {time.number: _given(time, tournament.zone) for time in stage.times.all()}
    if stage.position == 1 and tournament.starts_at:
        start = wall_of(tournament.starts_at, tournament.zone)
        given[1] = replace(given.get(1, Given()), wall=start)
    return StageTimes(
        opens_by_itself=stage.opens_by_itself,
        closes_by_itself=stage.closes_by_itself,
        break_seconds=stage.break_seconds,
        when_unplayed=Stage.WhenUnplayed(stage.when_unplayed),
        first_table=stage.first_table,
        last_table=stage.last_table,
        rounds=given,
    )


def _given(time: RoundTime, zone: str) -> Given:
    walls = [moment and wall_of(moment, zone) for moment in (time.starts_at, time.until)]
    return Given(walls[0], time.break_seconds, walls[1])


def timetable_of(tournament: Tournament, *, now: datetime, wanted: Wanted | None = None) -> Timetable:
    """Return the timetable of a tournament, with what is written or ``wanted`` instead.

    :raises NoSuchTime: when a wanted time is never on the wall.
    """
    stages = stages_of(tournament)
    times = wanted or wanted_of(tournament, stages)
    entered = _entries(tournament, stages[0])
    plans = [_plan(one, times[one.position], min(one.takes or entered, entered)) for one in stages]
    laps = [lap for plan in plans for lap in plan.laps]
    dated = any(lap.begun or lap.given.wall for lap in laps[:1])
    timed = dict(zip(laps, _timed(laps, now), strict=True))
    return Timetable(tuple(_stage(plan, timed) for plan in plans), is_dated=dated)


def _entries(tournament: Tournament, first: Stage) -> int:
    """Return how many entries to reckon with: those there are, or the limit while they are too few."""
    entered = Entry.objects.filter(tournament=tournament).taking_part().count()
    fewest, most = ENTRIES[next(key for key in FORMAT_KEYS if key == first.format)]
    if entered >= fewest:
        return min(int(entered), most)
    limit = Registration.objects.filter(tournament=tournament).values_list("most_pairs", flat=True).first()
    return min(max(limit or USUAL_FIELD, fewest), most)


@dataclass(frozen=True, slots=True, eq=False)
class _Lap:
    """A round before it is timed; ``row`` is there once its stage has begun."""

    number: int
    row: Round | None
    pairings: int
    given: Given
    coming: Coming

    @property
    def begun(self) -> datetime | None:
        """When it was started."""
        return self.row.opened_at if self.row else None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A stage before it is timed."""

    stage: Stage
    times: StageTimes
    entries: int
    pace: Pace
    laps: Sequence[_Lap]


def _plan(stage: Stage, times: StageTimes, entries: int) -> _Plan:
    pace = pace_of(stage)
    laps = [_lap(stage, times, pace, *one) for one in _rounds(stage, entries)]
    return _Plan(stage, times, entries, pace, laps)


def _lap(stage: Stage, times: StageTimes, pace: Pace, number: int, row: Round | None, pairings: int) -> _Lap:
    given = times.rounds.get(number, Given())
    tables = times.tables if stage.place == Stage.Place.HALL else None
    together = min(pairings, tables or pairings)
    usual, late = (_by_the_clock(stage, one(together)) for one in (pace.usual, pace.late))
    pause = timedelta(seconds=times.break_seconds if given.pause is None else given.pause)
    not_before, until = (
        wall and moment_of(wall, stage.tournament.zone) for wall in (given.wall, given.until)
    )
    return _Lap(number, row, pairings, given, Coming(pairings, usual, late, pause, not_before, tables, until))


def _by_the_clock(stage: Stage, length: timedelta) -> timedelta:
    """Return a length, or that of the round's clock and the deal in hand when it runs out."""
    if stage.round_seconds is None:
        return length
    last_deal = timedelta(minutes=minutes_a_deal(duration_of(stage.rules, stage.target)))
    return min(length, timedelta(seconds=stage.round_seconds) + last_deal)


def _rounds(stage: Stage, entries: int) -> Iterator[tuple[int, Round | None, int]]:
    """Yield the rounds of a stage with their pairings: as they were laid out, or as they will be."""
    expected = _outline(stage, entries)
    rows = list(stage.rounds.all())
    if not rows:
        yield from ((number, None, most) for number, most in enumerate(expected, start=1))
    for row in rows:
        most = expected[row.number - 1] if row.number <= len(expected) else row.size
        yield row.number, row, most if stage.format in BRACKETS else min(row.size or most, most)


def _outline(stage: Stage, entries: int) -> Sequence[int]:
    """Return how many pairings each round has, all groups together."""
    groups = [outline(one) for one in _before_it(stage, entries)]
    return [sum(played) for played in zip_longest(*groups, fillvalue=0)]


def _before_it(stage: Stage, entries: int) -> Iterator[state.State]:
    """Yield the groups of a stage that nobody is drawn into yet."""
    key = next(key for key in FORMAT_KEYS if key == stage.format)
    fields = (max(len(group), ENTRIES[key][0]) for group in in_groups(range(entries), stage.groups))
    for most in fields:
        yield state.State(key, tuple(state.Entry(at, at) for at in range(1, most + 1)), stage.how)


def _size(lap: _Lap, plan: _Plan) -> int:
    """Return how many pairings lead to the final in a round, by which it is called."""
    if lap.row is not None:
        return lap.row.size
    if plan.stage.format not in BRACKETS:
        return lap.pairings
    (whole,) = _before_it(plan.stage, plan.entries)
    return sizes(whole)[lap.number - 1]


def _timed(laps: Sequence[_Lap], now: datetime) -> Iterator[Timed]:
    """Yield the times of rounds: of those that have begun as they were, of the others as reckoned."""
    before: Timed | None = None
    for lap in laps:
        if lap.begun:
            before = _played(lap, lap.begun, now)
        else:
            (before,) = timetable([lap.coming], begins=now, after=before)
        yield before


def _played(lap: _Lap, begun: datetime, now: datetime) -> Timed:
    (reckoned,) = timetable([replace(lap.coming, not_before=None)], begins=begun)
    if lap.row is not None and lap.row.closed_at:
        return Timed(begun, lap.row.closed_at, lap.row.closed_at, reckoned.sittings)
    return replace(reckoned, ends=max(reckoned.ends, now), late=max(reckoned.late, now))


def _stage(plan: _Plan, timed: Mapping[_Lap, Timed]) -> TimedStage:
    stage = plan.stage
    rounds = tuple(
        TimedRound(
            stage=stage.position,
            number=lap.number,
            name=round_name(stage.format, size=_size(lap, plan), number=lap.number),
            state=lap.row.state if lap.row else Round.State.PLANNED,
            pairings=lap.pairings,
            given=lap.given,
            timed=timed[lap],
        )
        for lap in plan.laps
    )
    return TimedStage(
        stage, str(FORMAT_NAMES[stage.format]), plan.entries, plan.pace.matches, plan.times, rounds
    )
