"""The record of a tournament: written, brought in elsewhere and written again it is the same to the byte."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from games.models import Match, Table
from games.services import records
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tests.games.scene import play_out
from tests.tournaments.desk import correct
from tests.tournaments.evenings import STREAM, pairing_of, play_round, round_of, started
from tests.tournaments.hall import enter, say, won
from tournaments.models import Club, Pairing, Stage, Tournament
from tournaments.services import due, record, results
from tournaments.services.record import bring, read_record

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=5)


def moved_away(tournament: Tournament) -> str:
    """Return the record of a tournament, and give up its addresses here, as if it were on another site."""
    written = record.text(tournament.pk)
    Tournament.objects.filter(pk=tournament.pk).update(slug="elsewhere")
    Club.objects.filter(pk=tournament.club_id).update(slug="another-club")
    for table in Table.objects.all():
        Table.objects.filter(pk=table.pk).update(public_id=f"gone{table.pk}")
    return written


def brought(written: str) -> Tournament:
    """Bring a record in."""
    return bring(record=read_record(written.encode()), now=NOW, stream=STREAM)


def test_o_20_a_tournament_brought_in_after_round_two_is_the_same_and_goes_on(club: Club) -> None:
    """O-20: one correction, one bye, one disputed table; round 3 can be drawn."""
    tournament = started(club, 5, format="swiss", options={"rounds": 3}, place=Stage.Place.HALL)
    for pairing in Pairing.objects.filter(state=Pairing.State.CALLED).order_by("number"):
        enter(pairing, won(0))
    correct(pairing_of(tournament, 1, 1), won(1))
    due.close_due(now=NOW, stream=STREAM)
    first, second = round_of(tournament, 2).pairings.filter(state=Pairing.State.CALLED).order_by("number")
    enter(first, won(1))
    say(second, 0, won(0))
    say(second, 1, won(1))
    written = moved_away(tournament)

    here = brought(written)

    assert record.text(here.pk) == written
    enter(pairing_of(here, 2, second.number), won(0))
    due.close_due(now=NOW, stream=STREAM)
    assert round_of(here, 3).pairings.count() == 3


def played_online(club: Club, pairs: int, **plan: Any) -> Tournament:
    """Return a tournament in which bots have played every match of the rounds that are open."""
    tournament = started(club, pairs, cap=2, policy=TablePolicy.fast(), **plan)
    play_out()
    results.record_finished(now=LATER, stream=STREAM)
    return tournament


@pytest.mark.parametrize("plan", [{}, {"best_of": 3}])
def test_matches_played_at_tables_come_with_their_logs(club: Club, plan: dict[str, Any]) -> None:
    tournament = played_online(club, 4, **plan)
    told = [
        records.text_of(match) for match in Match.objects.exclude(state="open").order_by("table", "number")
    ]
    written = moved_away(tournament)

    here = brought(written)

    assert record.text(here.pk) == written
    matches = Match.objects.filter(table__pairing__round__stage__tournament=here).exclude(state="open")
    assert told
    assert [records.text_of(match) for match in matches.order_by("table", "number")] == told


def test_a_match_that_goes_on_shows_no_card_and_begins_anew(club: Club) -> None:
    tournament = started(club, 4)
    (table,) = Table.objects.filter(pairing=pairing_of(tournament, 1, 1))
    written = moved_away(tournament)

    here = brought(written)

    assert json.loads(written)["matches"] == json.loads(written)["logs"] == []
    again = pairing_of(here, 1, 1).table
    assert again is not None
    assert (again.public_id, again.state) == (table.public_id, Table.State.WAITING)
    play_round(here, 1)
    assert round_of(here, 2).state == "open"
