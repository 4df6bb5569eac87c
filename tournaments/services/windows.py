"""Rounds that are played over days: a window for each pairing, and what becomes of who did not come.

When a window is over, a pairing that nobody came to is left to the director, or is lost by both sides,
as the stage says. Whoever has begun goes on, and no clock decides what is disputed. Source:
docs/schedule.md#windows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.dealing import Stream
from games.models import Seat, Table
from tournaments.models import Appointment, DirectorCall, Pairing, Report, Round, RoundTime, Stage, Tournament

from . import rulings
from .actions import Author
from .once import unless_late


@dataclass(frozen=True, slots=True)
class Window:
    """From when until when a match may be played; without an end where it was postponed."""

    opens: datetime
    closes: datetime | None

    def holds(self, moment: datetime) -> bool:
        """Return whether a moment is in it."""
        return self.opens <= moment and (self.closes is None or moment <= self.closes)


def window_of(pairing: Pairing) -> Window | None:
    """Return when a pairing may be played; ``None`` where that is when its round is."""
    if pairing.postponed_at is not None:
        return Window(pairing.postponed_at, None)
    round_ = pairing.round
    closes = RoundTime.objects.filter(stage=round_.stage_id, number=round_.number)
    until = closes.values_list("until", flat=True).first()
    return Window(round_.opened_at, until) if until and round_.opened_at else None


def takes_time(pairing: Pairing) -> bool:
    """Return whether a time can be named for a pairing: it is called in its window, or was postponed."""
    if pairing.postponed_at is not None:
        return pairing.state != Pairing.State.DECIDED
    return pairing.state == Pairing.State.CALLED


def with_window(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Return those of rounds that have a window."""
    times = RoundTime.objects.filter(stage=OuterRef("round__stage"), number=OuterRef("round__number"))
    found: QuerySet[Pairing] = pairings.filter(Exists(times.filter(until__isnull=False)))
    return found


def in_window(pairing_id: int) -> Pairing | None:
    """Return a pairing with its appointment if its round has a window, in one statement."""
    mine = with_window(Pairing.objects.filter(pk=pairing_id, state=Pairing.State.CALLED))
    return mine.select_related("appointment").first()


def unplayed(pairings: QuerySet[Pairing], *, now: datetime) -> QuerySet[Pairing]:
    """Return the pairings whose window is over and that nobody has come to, and of which nothing is disputed.

    Nobody has come: no seat of its table is taken, no match begun; in the hall, nobody has said anything.
    """
    over = RoundTime.objects.filter(
        stage=OuterRef("round__stage"), number=OuterRef("round__number"), until__lte=now
    )
    called = pairings.filter(state=Pairing.State.CALLED, postponed_at__isnull=True)
    waiting = called.filter(Exists(over), round__state=Round.State.OPEN)
    taken = Seat.objects.filter(table=OuterRef("table")).exclude(kind=Seat.Kind.OPEN)
    begun = Table.objects.filter(pk=OuterRef("table")).exclude(state=Table.State.WAITING)
    asked = DirectorCall.objects.unsettled().filter(pairing=OuterRef("pk"))
    said = Report.objects.filter(pairing=OuterRef("pk"))
    found: QuerySet[Pairing] = waiting.exclude(Exists(taken)).exclude(Exists(begun))
    return found.exclude(Exists(asked)).exclude(Exists(said)).order_by("round", "number")


def left_to_director(tournament: Tournament, *, now: datetime) -> Iterable[Pairing]:
    """Return the pairings of a tournament that nobody came to, where the director decides."""
    mine = Pairing.objects.filter(round__stage__tournament=tournament)
    asked = mine.filter(round__stage__when_unplayed=Stage.WhenUnplayed.DIRECTOR)
    return unplayed(asked, now=now)


def end_due(*, now: datetime, stream: Stream) -> int:
    """Let both sides lose what nobody came to, where the stage says so; return how many pairings."""
    lost = Pairing.objects.filter(round__stage__when_unplayed=Stage.WhenUnplayed.BOTH_LOSE)
    return sum(_unless_late(row, now, stream) for row in unplayed(lost, now=now))


def _unless_late(pairing: Pairing, now: datetime, stream: Stream) -> bool:
    ruling = rulings.Ruling(Report.Kind.DOUBLE_WALKOVER)
    author = Author(why="The window is over and nobody came.")
    details: dict[str, Any] = {"pairing_id": pairing.pk, "ruling": ruling, "author": author}
    about, late = {"pairing": pairing.pk}, (rulings.NothingToSettle,)
    return unless_late(rulings.settle, late=late, about=about, **details, now=now, stream=stream)


def not_expected(tournament: Tournament, *, called: datetime) -> set[int]:
    """Return the tables of a tournament at which nobody has to be yet, in one statement.

    In a window people are expected at the time that they agreed on, or the director set; and before they
    have, not at all.

    :param called: who was expected at this moment has had his grace.
    """
    playing = Pairing.objects.filter(round__stage__tournament=tournament, table__isnull=False)
    windows = with_window(playing.filter(state=Pairing.State.CALLED))
    fixed = Appointment.objects.filter(pairing=OuterRef("pk"), agreed_at__isnull=False)
    waited_for = windows.filter(Exists(fixed.filter(starts_at__lte=called)))
    return set(windows.exclude(pk__in=waited_for.values("pk")).values_list("table", flat=True))
