"""A tournament with all that belongs to it; each part stands in the order of its model."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournaments.models import Entry, EntryPlayer, Pairing, Slot
from tournaments.querysets import TournamentQuerySet


def with_players(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return these entries with who plays for them, in one statement more however many they are."""
    return entries.prefetch_related(Prefetch("members", EntryPlayer.objects.select_related("player")))


def whole(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Return these tournaments with club, entries, stages, rounds, pairings and sides, in few queries."""
    return tournaments.select_related("club").prefetch_related(
        Prefetch("entries", with_players(Entry.objects.in_field().order_by("seed", "pk"))),
        Prefetch("stages__slots", Slot.objects.select_related("entry").order_by("group", "seed")),
        Prefetch("stages__rounds__pairings", Pairing.objects.select_related("table").order_by("number")),
        "stages__rounds__pairings__sides",
    )
