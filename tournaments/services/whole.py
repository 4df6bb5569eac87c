"""A tournament with all that belongs to it; each part stands in the order of its model."""

from __future__ import annotations

from django.db.models import Prefetch

from tournaments.models import Entry, Slot
from tournaments.querysets import TournamentQuerySet


def whole(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Return these tournaments with club, entries, stages, rounds, pairings and sides, in few queries."""
    return tournaments.select_related("club").prefetch_related(
        Prefetch("entries", Entry.objects.in_field().order_by("seed", "pk")),
        "entries__members__player",
        Prefetch("stages__slots", Slot.objects.select_related("entry").order_by("group", "seed")),
        "stages__rounds__pairings__table",
        "stages__rounds__pairings__sides",
    )
