"""The matches of a tournament that were postponed, that can be, or that wait for who plays them.

All are read in a fixed number of queries.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count
from django.urls import reverse

from tournaments.models import Pairing, Tournament
from tournaments.names import round_name
from tournaments.querysets import PairingQuerySet
from tournaments.services import no_shows, postponing, said

from .desk import names_of
from .shapes import LaterMatch


def postponed(tournament: Tournament) -> tuple[LaterMatch, ...]:
    """Return those that are still to be played, in the order of their rounds."""
    return _views(Pairing.objects.filter(round__stage__tournament=tournament).put_off())


def to_postpone(tournament: Tournament) -> tuple[LaterMatch, ...]:
    """Return those that are to be played now, begun or not."""
    mine = Pairing.objects.filter(round__stage__tournament=tournament, state__in=postponing.TO_PLAY)
    here = mine.annotate(here=Count("sides")).filter(here__gte=1)
    return tuple(one for one in _views(here) if len(one.names) > 1)


def to_come(tournament: Tournament) -> tuple[LaterMatch, ...]:
    """Return those that wait for who plays them: they are called or postponed, and have not begun."""
    mine = Pairing.objects.filter(round__stage__tournament=tournament, state__in=no_shows.TO_COME)
    return tuple(one for one in _views(mine) if not one.has_begun)


def _views(rows: PairingQuerySet) -> tuple[LaterMatch, ...]:
    found = rows.select_related("round__stage", "table", "appointment").prefetch_related(
        "sides__entry", "reports", "table__seats"
    )
    return tuple(_of_each(found.order_by("round__stage__position", "round__number", "number")))


def _of_each(rows: Iterable[Pairing]) -> Iterable[LaterMatch]:
    for pairing in rows:
        round_, named = pairing.round, getattr(pairing, "appointment", None)
        yield LaterMatch(
            id=pairing.pk,
            stage=round_.stage.position,
            round=round_.number,
            round_name=round_name(round_.stage.format, size=round_.size, number=round_.number),
            entries=tuple(side.entry_id for side in pairing.sides.all()),
            names=names_of(pairing),
            state=pairing.state,
            table=pairing.table_number,
            in_hall=pairing.hall_table is not None,
            url=reverse("games:table", args=[pairing.table.public_id]) if pairing.table else "",
            here=no_shows.here_at(pairing),
            has_begun=said.has_begun(pairing),
            time=named.starts_at if named is not None and named.agreed_at else None,
        )
