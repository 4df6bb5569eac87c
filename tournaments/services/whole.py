"""A tournament with all that belongs to it, each part in its order whatever the database's is."""

from __future__ import annotations

from django.db.models import Prefetch

from games.models import Table
from tournaments.models import Entry, EntryPlayer, Pairing, Round, Side, Stage
from tournaments.querysets import TournamentQuerySet


def whole(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Return these tournaments with club, entries, stages, rounds, pairings and sides, in few queries."""
    return tournaments.select_related("club").prefetch_related(
        Prefetch("entries", Entry.objects.order_by("seed", "pk")),
        Prefetch("entries__members", EntryPlayer.objects.select_related("player").order_by("position")),
        Prefetch("stages", Stage.objects.order_by("position")),
        Prefetch("stages__rounds", Round.objects.order_by("number")),
        Prefetch("stages__rounds__pairings", Pairing.objects.order_by("number")),
        Prefetch("stages__rounds__pairings__table", Table.objects.all()),
        Prefetch("stages__rounds__pairings__sides", Side.objects.order_by("number")),
    )
