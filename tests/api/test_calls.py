"""Calls for the director through the API: who plays there calls and appeals, once; the director settles."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.evenings import pairing_of, play_round, started
from tests.tournaments.hall import deals, enter, played_in_hall, plays
from tournaments.models import Club, DirectorCall, Pairing, Tournament
from tournaments.services import prizes
from tournaments.services.actions import Author
from tournaments.services.prizes import Offered

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A pairing that is played with cards."""
    return played_in_hall(club)


def send(user: User | None, pairing: Pairing, path: str, status: int = 200, **more: Any) -> Any:
    """Send a command on the newest version, and return the answer."""
    cup = Tournament.objects.get(stages__rounds__pairings=pairing)
    body = {"key": "one", "version": cup.version} | more
    address = f"/api/v1/tournaments/{cup.slug}/{path}"
    response = client_of(user).post(address, body, content_type="application/json")
    assert response.status_code == status, response.content
    return response.json()


def call(user: User | None, pairing: Pairing, status: int = 200, **more: Any) -> Any:
    """Call the director."""
    return send(user, pairing, f"pairings/{pairing.pk}/calls/", status, **more)


def read(user: User, pairing: Pairing, path: str) -> Any:
    """Return what the API shows."""
    slug = pairing.round.stage.tournament.slug
    return client_of(user).get(f"/api/v1/tournaments/{slug}/{path}").json()


def test_a_call_is_ruled_on_read_by_both_sides_and_appealed(
    pairing: Pairing, alice: User, adam: User
) -> None:
    enter(pairing, deals(13, 12))
    call(plays(pairing, 0), pairing, why="A card fell")
    (waits,) = read(alice, pairing, "calls/")
    send(alice, pairing, f"calls/{waits['id']}/", key="settle", why="It stays.")
    (ruled,) = read(plays(pairing, 1), pairing, f"pairings/{pairing.pk}/calls/")

    appeal = f"calls/{waits['id']}/appeal/"
    answer = send(plays(pairing, 1), pairing, appeal, key="appeal", why="He saw it")
    refused = send(alice, pairing, f"calls/{answer[0]['id']}/", 409, key="again")
    send(adam, pairing, f"calls/{answer[0]['id']}/", key="last", why="It goes back.")

    assert (waits["reason"], waits["seq"], waits["table"], waits["number"]) == ("A card fell", 2, None, 1)
    assert (ruled["ruling"], ruled["may_be_appealed"], "reason" in ruled) == ("It stays.", True, False)
    assert (answer[0]["appeals"], answer[0]["seat"], answer[1]["may_be_appealed"]) == (waits["id"], 1, False)
    assert refused["code"] == "own_ruling"
    last, first = read(plays(pairing, 0), pairing, f"pairings/{pairing.pk}/calls/")
    assert (last["ruling"], first["ruling"]) == ("It goes back.", "It stays.")
    twice = send(plays(pairing, 0), pairing, f"calls/{last['id']}/appeal/", 409, key="more")
    assert twice["code"] == "nothing_to_appeal"


def test_a_call_sent_again_with_its_key_is_made_once(pairing: Pairing, alice: User) -> None:
    answers = [call(plays(pairing, 0), pairing) for _ in range(2)]
    send(alice, pairing, f"calls/{answers[0][0]['id']}/", key="settle")

    again = call(plays(pairing, 0), pairing)

    assert answers[0] == answers[1]
    assert [one["id"] for one in again] == [answers[0][0]["id"]]


def test_another_call_while_one_is_open_is_a_conflict(pairing: Pairing) -> None:
    call(plays(pairing, 0), pairing)

    refused = call(plays(pairing, 1), pairing, 409, key="two")

    assert (refused["code"], refused["params"]) == ("director_called", {})
    assert DirectorCall.objects.count() == 1


def test_who_does_not_play_there_is_not_allowed(pairing: Pairing, alice: User, charlie: User) -> None:
    other = plays(pairing_of(pairing.round.stage.tournament, 1, 2), 0)
    (made,) = call(plays(pairing, 0), pairing)

    for user in (None, charlie, other, alice):
        call(user, pairing, 403, key="two")
        send(user, pairing, f"calls/{made['id']}/appeal/", 403, key="three")

    assert read(charlie, pairing, f"pairings/{pairing.pk}/calls/")["code"] == "not_allowed"
    assert DirectorCall.objects.count() == 1


def test_a_call_on_what_the_director_has_changed_since_is_a_conflict(pairing: Pairing, alice: User) -> None:
    cup = pairing.round.stage.tournament
    cup.refresh_from_db()
    offered = [Offered(1, "Cup")]
    prizes.set_prizes(tournament_id=cup.pk, prizes=offered, author=Author(alice.pk), now=NOW)

    refused = call(plays(pairing, 0), pairing, 409, version=cup.version)

    assert refused["code"] == "decided_since"
    assert DirectorCall.objects.count() == 0


def test_a_call_makes_no_command_of_the_director_stale(pairing: Pairing, alice: User) -> None:
    cup = pairing.round.stage.tournament
    cup.refresh_from_db()
    call(plays(pairing, 0), pairing)

    send(alice, pairing, "rounds/1/1/", key="stop", version=cup.version, step="stop")


@pytest.mark.parametrize(
    ("why", "code"),
    [("x" * 201, "invalid"), ("\u202eevil", "name_has_hidden_signs"), ("a\u0000b", "invalid")],
)
def test_a_reason_that_would_deceive_its_reader_is_refused(pairing: Pairing, why: str, code: str) -> None:
    assert call(plays(pairing, 0), pairing, 400, why=why)["code"] == code
    assert DirectorCall.objects.count() == 0


@pytest.mark.parametrize(("minutes", "status"), [(10, 200), (11, 409)])
def test_at_a_table_of_this_site_whoever_sat_there_calls_for_ten_minutes_after(
    club: Club, minutes: int, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing = pairing_of(started(club, 4), 1, 1)
    user = plays(pairing, 0)
    assert pairing.table is not None
    pairing.table.seats.filter(number=0).update(user=user, kind="user", name="Bob")
    play_round(pairing.round.stage.tournament, 1)
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=minutes))

    answer = call(user, pairing, status, why="A revoke")

    assert status == 200 or answer["code"] == "call_too_late"
    assert DirectorCall.objects.filter(table=pairing.table, name="Bob").count() == (status == 200)
