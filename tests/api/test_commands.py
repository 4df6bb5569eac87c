"""Every command of a director through the API: who may, once, on what he saw, and with one shape of error."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import User
from tests.api.situations import OF_OTHERS, SITUATIONS, Situation
from tests.cast import NOW, client_of
from tests.tournaments.evenings import pairing_of, play_round, started
from tournaments.models import Action, Club, Pairing, Tournament
from tournaments.services import prizes, record
from tournaments.services.actions import Author
from tournaments.services.prizes import Offered
from tournaments.services.record import read_record
from tournaments.services.record.parts import TELLING

pytestmark = pytest.mark.django_db


def send(user: User | None, situation: Situation, status: int | None = None, **more: Any) -> Any:
    """Send a command, and return what the API answers."""
    cup = Tournament.objects.get(pk=situation.cup.pk)
    body = {"version": cup.version, "key": "once"} | situation.body | more
    address = f"/api/v1/tournaments/{cup.slug}/{situation.path}"
    response = getattr(client_of(user), situation.method)(address, body, content_type="application/json")
    if status is not None:
        assert response.status_code == status, response.content
    return response.json() if response.content else response


def weighed(user: User, situation: Situation) -> dict[str, Any]:
    """Return what its author sends beside: what he was shown, where he looks first."""
    if not situation.weighed:
        return {}
    return {"foreseen": send(user, situation, 200, dry_run=True, key="look")["foreseen"]}


def decide_something(cup: Tournament, by: User) -> None:
    """Let another director decide something meanwhile."""
    author = Author(by.pk)
    prizes.set_prizes(tournament_id=cup.pk, prizes=[Offered(9, "Book")], author=author, now=NOW)


FAR = 1_000_000
"""Rows of tournaments are numbered from here on, so that a number of this site is known when it is seen."""


@pytest.fixture
def _far_numbers() -> None:
    """Let no row have a number that a record could have."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name LIKE 'tournaments%'")
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq)"
                " SELECT name, %s FROM sqlite_master WHERE type = 'table' AND name LIKE 'tournaments%%'",
                [FAR],
            )


def numbers_of_this_site(written: str) -> set[str]:
    """Return the keys under which a record has the number of a row as it is stored here."""
    values = json.loads(written)
    told = [
        row[column]
        for part in ("actions", "reports")
        for row in values[part]
        for column in TELLING & set(row)
    ]
    return {key for one in told for key, value in one.items() if re.search(r"\b1\d{6}\b", json.dumps(value))}


@pytest.mark.usefixtures("_far_numbers")
@pytest.mark.parametrize("verb", SITUATIONS)
def test_a_director_does_it_once_on_what_he_saw_and_nobody_else_does(
    verb: Action.Verb, club: Club, alice: User, bob: User, charlie: User, olivia: User
) -> None:
    situation = SITUATIONS[verb](club)
    cup = Tournament.objects.get(pk=situation.cup.pk)
    more = weighed(alice, situation)
    acts = Action.objects.count()

    assert send(bob, situation, 403)["code"] == "not_allowed"
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.DRAFT)
    assert send(charlie, situation, 404)["code"] == "not_found"
    Tournament.objects.filter(pk=cup.pk).update(state=cup.state)
    assert Action.objects.count() == acts

    decide_something(cup, olivia)
    stale = send(alice, situation, 409, version=cup.version, **more)
    assert (stale["code"], stale["params"]["changed"]) == ("decided_since", "set_prizes")
    assert stale["params"]["version"] == cup.version + 1
    assert Action.objects.count() == acts + 1

    answers = [send(alice, situation, **more) for _ in range(2)]
    (act,) = Action.objects.filter(key="once")
    assert (act.verb, act.actor, act.version) == (verb, alice, cup.version + 1)
    assert not any("code" in one for one in answers if isinstance(one, dict)), answers
    written = record.text(cup.pk)
    assert numbers_of_this_site(written) == set()
    read_record(written.encode())


def test_every_verb_of_the_log_has_its_command() -> None:
    schema = Client().get("/api/v1/schema/").json()
    operations = {one["operationId"] for path in schema["paths"].values() for one in path.values()}

    assert not set(SITUATIONS) & set(OF_OTHERS)
    assert set(SITUATIONS) | set(OF_OTHERS) == set(Action.Verb)
    told = {verb: why.split(",")[0] for verb, why in OF_OTHERS.items()}
    by_program = {Action.Verb.RECORD, Action.Verb.OPEN_SEAT, Action.Verb.LEAVE_CLUB}
    assert {operation for verb, operation in told.items() if verb not in by_program} <= operations


def test_every_operation_says_in_which_shape_it_refuses() -> None:
    schema = Client().get("/api/v1/schema/").json()

    refusals = [one["responses"]["4XX"] for path in schema["paths"].values() for one in path.values()]

    shapes = {one["content"]["application/json"]["schema"]["$ref"] for one in refusals}
    assert shapes == {"#/components/schemas/Refusal"}
    assert set(schema["components"]["schemas"]["Refusal"]["required"]) == {"code", "sentence", "params"}


@pytest.mark.parametrize("missing", ["key", "version"])
def test_a_command_without_key_or_version_is_told_so(club: Club, alice: User, missing: str) -> None:
    situation = SITUATIONS[Action.Verb.DRAW](club)

    refused = send(alice, situation, 400, **{missing: None})

    assert missing in refused["params"]["fields"]


def test_what_tables_and_players_send_meanwhile_makes_no_command_stale(club: Club, alice: User) -> None:
    cup = started(club, 4)
    cup.refresh_from_db()
    play_round_of = pairing_of(cup, 1, 1)
    Action.objects.create(tournament=cup, verb=Action.Verb.RECORD, made=cup.version + 5, at=NOW)

    send(
        alice,
        Situation(cup, f"pairings/{play_round_of.pk}/settle/", {"ruling": "walkover", "winner": 0}),
        200,
    )


def test_a_director_s_own_acts_make_none_of_his_commands_stale(club: Club, alice: User) -> None:
    cup = started(club, 4)
    cup.refresh_from_db()
    seen = cup.version
    decide_something(cup, alice)

    send(alice, Situation(cup, "rounds/1/1/", {"step": "stop"}), 200, version=seen)


def test_everybody_finds_the_number_by_which_a_pairing_is_named(club: Club) -> None:
    cup = started(club, 4)
    play_round(cup, 1)

    found = client_of(None).get(f"/api/v1/tournaments/{cup.slug}/pairings/").json()

    assert [(one["stage"], one["round"], one["number"], one["state"]) for one in found] == [
        (1, 1, 1, "decided"),
        (1, 1, 2, "decided"),
        (1, 2, 1, "called"),
    ]
    assert found[0]["id"] == pairing_of(cup, 1, 1).pk


# ---- corrections --------------------------------------------------------------------------------


@pytest.fixture
def first(club: Club) -> Pairing:
    """A semi-final of a cup that is over."""
    cup = started(club, 4)
    for number in (1, 2):
        play_round(cup, number)
    return pairing_of(cup, 1, 1)


def correction(pairing: Pairing, **body: Any) -> Situation:
    """Return the command that corrects a pairing."""
    why = {"why": "Upside down."}
    return Situation(pairing.round.stage.tournament, f"pairings/{pairing.pk}/correct/", why | body)


def test_a_dry_run_says_what_would_change_and_changes_nothing(first: Pairing, alice: User) -> None:
    acts = Action.objects.count()

    answer = send(alice, correction(first, result={"winner": 1}), 200, dry_run=True)

    outlooks = {one["choice"]: one for one in answer["effects"]["outlooks"]}
    assert set(outlooks) == {"keep", "replay", "replace"}
    assert outlooks["replace"]["champion"][0] != outlooks["replace"]["champion"][1]
    assert outlooks["replay"]["later"][0]["was"] == "played"
    assert Action.objects.count() == acts


def test_a_correction_that_would_do_something_else_by_now_is_refused(first: Pairing, alice: User) -> None:
    situation = correction(first, result={"winner": 1}, choice="replace")

    assert send(alice, situation, 409, foreseen="old")["code"] == "effects_changed"
    foreseen = send(alice, situation, 200, dry_run=True)["foreseen"]
    assert send(alice, situation, 200, foreseen=foreseen)["state"] == "review"


@pytest.mark.parametrize("result", [None, {}, {"winner": "0"}, {"lines": []}, {"totals": "31:20"}])
def test_a_result_that_is_none_is_refused(first: Pairing, alice: User, result: Any) -> None:
    refused = send(alice, correction(first, result=result), 400, dry_run=True)

    assert refused["code"] in ("unknown_result", "invalid")


@pytest.mark.parametrize("winner", [2, -1, "entry"], ids=["third side", "no side", "who plays elsewhere"])
def test_a_ruling_for_somebody_who_is_not_at_the_table_is_refused(
    club: Club, alice: User, winner: Any
) -> None:
    """Case S-09."""
    cup = started(club, 4)
    here, elsewhere = pairing_of(cup, 1, 1), pairing_of(cup, 1, 2)
    side = elsewhere.sides.get(number=0).entry_id if winner == "entry" else winner
    body = {"ruling": "walkover", "winner": side, "why": "Nobody came."}

    refused = send(alice, Situation(cup, f"pairings/{here.pk}/settle/", body), 400)

    assert refused["code"] == "invalid"
    here.refresh_from_db()
    assert here.state == Pairing.State.CALLED


def test_the_log_says_who_did_what_and_what_can_be_undone(first: Pairing, alice: User, bob: User) -> None:
    cup = first.round.stage.tournament
    situation = correction(first, result={"winner": 1}, choice="replace")
    foreseen = send(alice, situation, 200, dry_run=True)["foreseen"]
    send(alice, situation, 200, foreseen=foreseen)

    log = client_of(alice).get(f"/api/v1/tournaments/{cup.slug}/actions/?limit=1").json()["results"]

    assert [(one["verb"], one["actor"], one["can_undo"]) for one in log] == [("correct", "Alice", True)]
    assert client_of(bob).get(f"/api/v1/tournaments/{cup.slug}/actions/").status_code == 403
