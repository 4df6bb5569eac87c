"""A timetable as a picture: each round a bar beside its times, all on one scale."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.services.timetables import TimedRound, TimedStage, Timetable

WIDTH = 1000
LEAST = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """A round with its bar: from ``at``, as wide as it is expected to last, and what it may last longer."""

    round: TimedRound
    at: int
    usual: int
    longer: int

    @property
    def until(self) -> int:
        """Where the expected part ends."""
        return self.at + self.usual


@dataclass(frozen=True, slots=True)
class StageBars:
    """A stage and its rounds."""

    stage: TimedStage
    rounds: tuple[Bar, ...]


def bars(timetable: Timetable) -> tuple[StageBars, ...]:
    """Return the picture; its whole width, 1000, is from the first start to the latest end."""
    begins = min((one.timed.starts for one in timetable.rounds), default=None)
    over = max((one.timed.late for one in timetable.rounds), default=None)
    if begins is None or over is None:
        return ()
    scale = _Scale(begins, max(over - begins, timedelta(minutes=1)))
    return tuple(StageBars(stage, tuple(map(scale.bar, stage.rounds))) for stage in timetable.stages)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a moment is in the picture."""

    begins: datetime
    whole: timedelta

    def bar(self, round_: TimedRound) -> Bar:
        """Return the bar of a round; one that takes hardly any time is still seen."""
        at, until, late = map(self._place, (round_.timed.starts, round_.timed.ends, round_.timed.late))
        return Bar(round_, at, max(until - at, LEAST), max(late - until, 0))

    def _place(self, moment: datetime) -> int:
        return round(WIDTH * ((moment - self.begins) / self.whole))
