"""Tournaments in lists: one card each, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Count, F
from django.urls import reverse

from games.models import Table
from tournaments.models import Pairing, Round, Side, Tournament

from .shapes import RoundView, TournamentCard


def cards(tournaments: Iterable[Tournament]) -> list[TournamentCard]:
    """Return the cards of these tournaments, in their order."""
    rows = list(tournaments)
    keys = [row.pk for row in rows]
    entries = dict(
        Tournament.objects.filter(pk__in=keys).annotate(pairs=Count("entries")).values_list("pk", "pairs")
    )
    playing, champions, live = _playing(keys), _champions(keys), _live(keys)
    return [
        TournamentCard(
            slug=row.slug,
            name=row.name,
            url=reverse("tournaments:detail", args=[row.slug]),
            club=row.club.name,
            state=row.state,
            entries=entries[row.pk],
            starts_at=row.starts_at,
            round=playing.get(row.pk),
            champion=champions.get(row.pk, ""),
            live_tables=live[row.pk],
        )
        for row in rows
    ]


def _playing(keys: Sequence[int]) -> dict[int, RoundView]:
    rows = Round.objects.filter(stage__tournament__in=keys, state=Round.State.OPEN)
    return {
        row.stage.tournament_id: RoundView(row.pk, row.number, row.size, row.state)
        for row in rows.select_related("stage")
    }


def _champions(keys: Sequence[int]) -> dict[int, str]:
    finals = Side.objects.filter(
        round__stage__tournament__in=keys,
        round__size=1,
        pairing__state=Pairing.State.DECIDED,
        number=F("pairing__advances"),
    )
    return dict(finals.values_list("round__stage__tournament", "entry__name"))


def _live(keys: Sequence[int]) -> Counter[int]:
    on = Pairing.objects.filter(
        round__stage__tournament__in=keys,
        state=Pairing.State.CALLED,
        table__state=Table.State.PLAYING,
    )
    return Counter(on.values_list("round__stage__tournament", flat=True))
