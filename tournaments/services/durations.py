"""How long a club's matches are: from its own when it has played enough of them, else from the rules.

Source: docs/schedule.md#how-long-a-round-takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Exists, OuterRef

from games.rules import Duration, duration_of
from tournaments.models import Pairing, Report, RoundTime, Stage

from .schedule import games_of, longest_of, minutes_a_deal

ENOUGH = 8
"""So many matches of its own tell a club more than the rules do."""
LATEST = 200
"""So many of them are looked at: a club gets faster, or slower."""
PLAYED_OUT = (Report.Kind.PLAYED, Report.Kind.SHEET, Report.Kind.TOTALS, Report.Kind.AGREED)
"""What is said of a match that was played to its end."""


class Pace(Protocol):
    """How long the slowest of so many pairings takes that begin at the same time."""

    @property
    def matches(self) -> int:
        """How many matches of the club say so; 0 where it is the rules."""

    def usual(self, tables: int) -> timedelta:
        """Return after how long they are all over in one case of two."""

    def late(self, tables: int) -> timedelta:
        """Return after how long they are all over in nine cases of ten."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The pace of a club: how long its pairings took from the call to the result, the shortest first."""

    taken: tuple[timedelta, ...]

    @property
    def matches(self) -> int:
        """How many there are."""
        return len(self.taken)

    def usual(self, tables: int) -> timedelta:
        """Return after how long so many are all over in one case of two."""
        return self._within(0.5, tables)

    def late(self, tables: int) -> timedelta:
        """Return after how long so many are all over in nine cases of ten."""
        return self._within(0.9, tables)

    def _within(self, share: float, tables: int) -> timedelta:
        """Return the length that is not exceeded by any of so many in this share of cases.

        All of n are within it when each is, which is the share to the power of 1/n.
        """
        at: float = share ** (1 / max(tables, 1)) * (len(self.taken) - 1)
        lower = int(at)
        upper = min(lower + 1, len(self.taken) - 1)
        return self.taken[lower] + (at - lower) * (self.taken[upper] - self.taken[lower])


@dataclass(frozen=True, slots=True)
class FromRules:
    """The pace of people anywhere, by the rules a stage is played by."""

    duration: Duration
    cap: int | None
    best_of: int
    matches: int = 0

    def usual(self, tables: int) -> timedelta:
        """Return how long the slowest of so many is expected to take."""
        deals = longest_of(tables, self.duration, cap=self.cap) if tables else 0.0
        return self._lasting(deals * games_of(tables, best_of=self.best_of))

    def late(self, tables: int) -> timedelta:
        """Return how long it takes when a match is half way from there to the longest of four hundred."""
        most = min(self.duration.most_deals, self.cap or self.duration.most_deals)
        return (self.usual(tables) + self._lasting(float(most * self.best_of))) / 2

    def _lasting(self, deals: float) -> timedelta:
        return timedelta(minutes=round(deals * minutes_a_deal(self.duration)))


def pace_of(stage: Stage) -> Pace:
    """Return how long matches of a stage take, from this club's own like them if there are enough."""
    taken = _taken(stage)
    if len(taken) >= ENOUGH:
        return Learned(tuple(sorted(taken)))
    return FromRules(duration_of(stage.rules, stage.target), stage.cap, stage.best_of)


def _taken(stage: Stage) -> Sequence[timedelta]:
    """Return how long the club's latest pairings like this one's took, in one statement.

    Those that a clock or a ruling ended say nothing of how long a match is.
    """
    windows = RoundTime.objects.filter(
        stage=OuterRef("round__stage"), number=OuterRef("round__number"), until__isnull=False
    )
    like = Pairing.objects.filter(
        round__stage__tournament__club=stage.tournament.club_id,
        round__stage__rules_digest=stage.rules_digest,
        round__stage__target=stage.target,
        round__stage__cap=stage.cap,
        round__stage__best_of=stage.best_of,
        round__stage__place=stage.place,
        round__stopped_at__isnull=True,
        state=Pairing.State.DECIDED,
        called_at__isnull=False,
    ).exclude(Exists(windows))
    said = Report.objects.filter(pairing__in=like, kind__in=PLAYED_OUT).order_by("-at", "-pk")
    rows = said.values_list("pairing", "pairing__called_at", "at")
    latest: dict[int, tuple[datetime, datetime]] = {}
    for pairing, called, at in rows[: LATEST * stage.best_of]:
        latest.setdefault(pairing, (called, at))
    return [at - called for called, at in latest.values() if at > called]
