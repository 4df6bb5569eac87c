"""What the API shows, to whom, and how it says no."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from games.dealing import Stream
from games.models import Table, User
from games.services import practice
from tests.cast import NOW, client_of
from tests.games.scene import bots_table, play_out
from tests.rules.presets import LEVANTINE
from tests.tournaments.evenings import STREAM, pairing_of, started, void
from tournaments.models import Club, Player, Report, Tournament
from tournaments.services import results, rulings
from tournaments.services.actions import PROGRAM
from tournaments.services.demo import build_evening
from tournaments.services.planning import Plan

pytestmark = pytest.mark.django_db

PAIRS = "player,partner\nAmal,Basil\nDana,Fadi\nHala,Jad\nLina,Majd\n"


def get(path: str, user: User | None = None, status: int = 200) -> Any:
    """Return what the API answers to this user."""
    response = client_of(user).get(f"/api/v1/{path}")
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/json"
    return response.json()


@pytest.fixture
def cup(club: Club, stream: Stream) -> Tournament:
    """A knockout of four pairs that has been drawn."""
    return build_evening(
        club=club, plan=Plan(name="Autumn Cup"), content=PAIRS, now=NOW, stream=stream.derive("cup")
    )


@pytest.fixture
def draft(club: Club) -> Tournament:
    """A tournament in preparation."""
    return Tournament.objects.create(club=club, slug="secret", name="Secret", created_at=NOW)


def test_who_plays_in_two_tournaments_is_named_once_in_each(
    cup: Tournament, club: Club, stream: Stream
) -> None:
    plan = Plan(name="Winter Cup")
    build_evening(club=club, plan=plan, content=PAIRS, now=NOW, stream=stream.derive("winter"))

    for slug in ("autumn-cup", "winter-cup"):
        players = [name for entry in get(f"tournaments/{slug}/")["entries"] for name in entry["players"]]
        assert len(players) == len(set(players)) == 8


def test_anybody_sees_a_tournament_with_its_bracket_and_standings(cup: Tournament) -> None:
    seen = get("tournaments/autumn-cup/")

    (stage,) = seen["stages"]
    assert seen["name"] == "Autumn Cup"
    assert [entry["seed"] for entry in seen["entries"]] == [1, 2, 3, 4]
    assert ["Amal", "Basil"] in [entry["players"] for entry in seen["entries"]]
    assert [len(round_["pairings"]) for round_ in stage["rounds"]] == [2, 1]
    assert sorted(side["entry"] for p in stage["rounds"][0]["pairings"] for side in p["sides"]) == sorted(
        entry["id"] for entry in seen["entries"]
    )
    assert {line["state"] for line in stage["standings"]} == {"in"}


def test_each_part_of_a_tournament_stands_in_its_order(cup: Tournament) -> None:
    second = cup.stages.get()
    second.pk, second.position = None, 2
    second.save()

    stages = get("tournaments/autumn-cup/")["stages"]

    first_round, final = stages[0]["rounds"]
    assert [stage["position"] for stage in stages] == [1, 2]
    assert (first_round["number"], final["number"]) == (1, 2)
    assert [pairing["number"] for pairing in first_round["pairings"]] == [1, 2]
    assert [[side["number"] for side in pairing["sides"]] for pairing in first_round["pairings"]] == [
        [0, 1]
    ] * 2


def test_the_secrets_of_seats_are_in_nothing_the_api_says(cup: Tournament, alice: User) -> None:
    for user in (None, alice):
        text = client_of(user).get("/api/v1/tournaments/autumn-cup/").content.decode()

        for player in Player.objects.all():
            assert player.seat_token not in text
            assert player.seat_code not in text


def test_a_tournament_in_preparation_is_there_for_its_staff_only(
    draft: Tournament, alice: User, bob: User, charlie: User
) -> None:
    assert get("tournaments/secret/", alice)["state"] == "draft"
    assert [row["slug"] for row in get("tournaments/", alice)["results"]] == ["secret"]
    for user in (None, bob, charlie):
        assert get("tournaments/secret/", user, 404)["code"] == "not_found"
        assert get("tournaments/", user)["results"] == []


def test_a_private_table_is_there_for_who_sits_at_it_only(guido: User, charlie: User, stream: Stream) -> None:
    table = practice.open_table(guido, rules=LEVANTINE, stream=stream, now=NOW)

    own = get(f"tables/{table.public_id}/", guido)
    for user in (None, charlie):
        assert get(f"tables/{table.public_id}/", user, 404)["code"] == "not_found"
        assert get("tables/", user)["results"] == []
    assert own["now"]["phase"] == "deal"
    assert own["matches"][0]["state"] == "open"


def test_a_match_that_is_over_says_where_it_downloads() -> None:
    table = bots_table(cap=1)
    playing = get(f"tables/{table.public_id}/")["matches"][0]
    play_out()

    over = get(f"tables/{table.public_id}/")["matches"][0]

    files = {
        "replay_url": b"<!doctype html>",
        "record_url": b"rules: levantine 1",
        "json_url": b'{"rules"',
        "deals_url": b'{"scheme": "tarneeb-deal-v1"',
    }
    for name, begins in files.items():
        assert playing[name] is None
        assert over[name].startswith("http://testserver/")
        assert Client().get(over[name]).content.lstrip().startswith(begins)


def test_seats_and_matches_of_a_table_stand_in_their_order(club: Club) -> None:
    pairing = pairing_of(started(club, 4), 1, 1)
    void(pairing)
    results.record_finished(now=NOW, stream=STREAM)
    again = rulings.Ruling(Report.Kind.REPLAY)
    rulings.settle(pairing_id=pairing.pk, ruling=again, author=PROGRAM, now=NOW, stream=STREAM)
    assert pairing.table is not None

    table = get(f"tables/{pairing.table.public_id}/")

    assert [seat["number"] for seat in table["seats"]] == [0, 1, 2, 3]
    assert [match["number"] for match in table["matches"]] == [1, 2]


def test_a_table_is_shown_without_a_card_even_to_who_sits_there(guido: User, stream: Stream) -> None:
    table = practice.open_table(guido, rules=LEVANTINE, stream=stream, now=NOW)

    text = client_of(guido).get(f"/api/v1/tables/{table.public_id}/").content.decode()

    assert "hand" not in text
    assert not any(f'"{rank}{suit}"' in text for rank in "23456789TJQKA" for suit in "SHDC")


def test_a_list_comes_in_pages_however_many_rows_are_asked_for(guido: User) -> None:
    tables = [
        Table(public_id=f"t{number}", state=Table.State.PLAYING, created_at=NOW) for number in range(210)
    ]
    Table.objects.bulk_create(tables)

    assert len(get("tables/")["results"]) == 50
    assert len(get("tables/?limit=1000")["results"]) == 200
    assert len(get("tables/?limit=1e999")["results"]) == 50


@pytest.mark.parametrize("path", ["nothing-here/", "tables/zzz/", "tournaments/zzz/"])
def test_an_address_that_leads_nowhere_is_refused_in_the_shape_of_a_refusal(path: str) -> None:
    assert get(path, status=404) == {
        "code": "not_found",
        "sentence": "There is nothing at this address.",
        "params": {},
    }


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_is_written_at_an_address_that_only_shows(method: str, alice: User, cup: Tournament) -> None:
    for path in ("tournaments/autumn-cup/", "tables/", "rules/"):
        response = getattr(client_of(alice), method)(
            f"/api/v1/{path}", {"name": "Mine"}, content_type="application/json"
        )

        assert response.status_code in (403, 405)
        assert set(response.json()) == {"code", "sentence", "params"}
    cup.refresh_from_db()
    assert cup.name == "Autumn Cup"


def test_the_api_speaks_the_language_that_is_asked_for() -> None:
    response = Client().get("/api/v1/nothing/", headers={"Accept-Language": "ar"})

    with translation.override("ar"):
        expected = translation.gettext("There is nothing at this address.")
    assert response.json()["sentence"] == expected


def test_the_schema_describes_every_address_of_the_api() -> None:
    described = Client().get("/api/v1/schema/").json()

    assert set(described["paths"]) == {
        "/api/v1/rules/",
        "/api/v1/rules/{key}/",
        "/api/v1/tables/",
        "/api/v1/tables/{public_id}/",
        "/api/v1/tournaments/",
        "/api/v1/tournaments/{slug}/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/reports/",
        "/api/v1/tournaments/{slug}/registration/",
        "/api/v1/tournaments/{slug}/registration/step/",
        "/api/v1/tournaments/{slug}/entries/",
        "/api/v1/tournaments/{slug}/entries/{entry_id}/",
        "/api/v1/tournaments/{slug}/entries/leave-out/",
        "/api/v1/tournaments/{slug}/entries/match/",
        "/api/v1/tournaments/{slug}/seeds/",
        "/api/v1/tournaments/{slug}/entries/import/",
        "/api/v1/tournaments/{slug}/entries/{entry_id}/leave/",
        "/api/v1/tournaments/{slug}/entries/{entry_id}/come-back/",
        "/api/v1/tournaments/{slug}/staff/",
        "/api/v1/tournaments/{slug}/prizes/",
        "/api/v1/tournaments/{slug}/draw/",
        "/api/v1/tournaments/{slug}/rounds/{stage}/{number}/",
        "/api/v1/tournaments/{slug}/pairings/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/settle/",
        "/api/v1/tournaments/{slug}/no-shows/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/move/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/postpone/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/penalty/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/correct/",
        "/api/v1/tournaments/{slug}/reports/{report_id}/",
        "/api/v1/tournaments/{slug}/calls/",
        "/api/v1/tournaments/{slug}/calls/{call_id}/",
        "/api/v1/tournaments/{slug}/calls/{call_id}/appeal/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/calls/",
        "/api/v1/tournaments/{slug}/players/{player_id}/seat/",
        "/api/v1/tournaments/{slug}/actions/",
        "/api/v1/tournaments/{slug}/actions/{action_id}/undo/",
        "/api/v1/tournaments/{slug}/drafts/",
        "/api/v1/tournaments/{slug}/drafts/{draft_id}/",
        "/api/v1/tournaments/{slug}/draws/",
        "/api/v1/tournaments/{slug}/draws/apart/",
        "/api/v1/tournaments/{slug}/course/",
        "/api/v1/tournaments/{slug}/entries/late/",
        "/api/v1/tournaments/{slug}/pairings/{pairing_id}/appointment/",
        "/api/v1/tournaments/{slug}/entries/{entry_id}/substitute/",
        "/api/v1/tournaments/{slug}/entries/{entry_id}/bye/",
        "/api/v1/tournaments/{slug}/times/",
        "/api/v1/tournaments/{slug}/finish/",
        "/api/v1/tournaments/{slug}/sign-up/",
        "/api/v1/invitations/{token}/",
    }


def test_nothing_about_the_schema_has_to_be_guessed() -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())
