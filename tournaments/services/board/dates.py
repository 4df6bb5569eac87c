"""Times that no drawn round shows: of rounds that are planned, and those that one visitor agreed to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from games.permissions import Visitor
from tournaments.models import Appointment, Pairing, Round, RoundTime, Tournament
from tournaments.names import round_name

from .desk import names_of


@dataclass(frozen=True, slots=True)
class Dated:
    """Something that has a time: ``key`` is the same when it is moved."""

    key: str
    name: str
    starts_at: datetime


def dates(tournament: Tournament, visitor: Visitor) -> tuple[Dated, ...]:
    """Return the planned rounds that have a time of their own, then the visitor's agreed matches."""
    own = _agreed(tournament, visitor) if visitor.is_authenticated else ()
    return (*_planned(tournament), *own)


def _planned(tournament: Tournament) -> Iterator[Dated]:
    timed = RoundTime.objects.filter(stage__tournament=tournament, starts_at__isnull=False)
    starts = {(row.stage_id, row.number): row.starts_at for row in timed}
    rows = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLANNED)
    for row in rows.select_related("stage").order_by("stage__position", "number"):
        starts_at = starts.get((row.stage_id, row.number))
        if starts_at is not None:
            name = round_name(row.stage.format, size=row.size, number=row.number)
            yield Dated(str(row.pk), name, starts_at)


def _agreed(tournament: Tournament, visitor: Visitor) -> Iterator[Dated]:
    mine = Pairing.objects.filter(
        round__stage__tournament=tournament, sides__entry__members__player__user=visitor.pk
    )
    agreed = Appointment.objects.filter(pairing__in=mine.undecided(), agreed_at__isnull=False)
    rows = agreed.select_related("pairing__round__stage").prefetch_related("pairing__sides__entry")
    for row in rows.order_by("starts_at"):
        yield Dated(f"match-{row.pairing_id}", " – ".join(names_of(row.pairing)), row.starts_at)
