"""Tournaments in lists: one card each, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Count
from django.urls import reverse

from games.models import Table
from tournaments.models import Entry, Pairing, Round, Stage, Tournament
from tournaments.names import round_name

from .shapes import RoundView, TournamentCard


def cards(tournaments: Iterable[Tournament]) -> list[TournamentCard]:
    """Return the cards of these tournaments, in their order."""
    rows = list(tournaments)
    keys = [row.pk for row in rows]
    field = Entry.objects.filter(tournament__in=keys).in_field().order_by()
    entries = Counter(dict(field.values_list("tournament").annotate(Count("pk"))))
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
            zone=row.zone,
            round=playing.get(row.pk),
            champion=champions.get(row.pk, ""),
            live_tables=live[row.pk],
        )
        for row in rows
    ]


def _playing(keys: Sequence[int]) -> dict[int, RoundView]:
    rows = Round.objects.filter(stage__tournament__in=keys, state=Round.State.OPEN)
    return {
        row.stage.tournament_id: RoundView(
            row.pk,
            row.number,
            row.size,
            round_name(row.stage.format, size=row.size, number=row.number),
            row.state,
        )
        for row in rows.select_related("stage")
    }


def _champions(keys: Sequence[int]) -> dict[int, str]:
    """Return who has won, of tournaments that are over."""
    over = Stage.objects.filter(tournament__in=keys, winner__isnull=False).order_by("position")
    finished = over.filter(tournament__state=Tournament.State.FINISHED)
    return dict(finished.values_list("tournament", "winner__name"))


def _live(keys: Sequence[int]) -> Counter[int]:
    on = Pairing.objects.filter(
        round__stage__tournament__in=keys,
        state=Pairing.State.CALLED,
        table__state=Table.State.PLAYING,
    )
    return Counter(on.values_list("round__stage__tournament", flat=True))
