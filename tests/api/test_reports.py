"""Results through the API: who may say them, once, over nobody's newer word, and only what is one."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.evenings import STREAM, pairing_of, round_of, started
from tests.tournaments.hall import books, enter, played_in_hall, plays, won
from tournaments.models import Club, Pairing, Report, Round, Stage
from tournaments.services import due

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A pairing that is played with cards."""
    return played_in_hall(club)


def address(pairing: Pairing) -> str:
    """Return where a pairing's reports are."""
    return f"/api/v1/tournaments/{pairing.round.stage.tournament.slug}/pairings/{pairing.pk}/reports/"


def post(user: User | None, pairing: Pairing, result: Any, *, status: int = 201, **more: Any) -> Any:
    """Report, and return the answer."""
    body = {"result": result, "seen": 0, "key": "one"} | more
    response = client_of(user).post(address(pairing), body, content_type="application/json")
    assert response.status_code == status, response.content
    return response.json()


def test_a_scorer_reports_and_everybody_who_may_reads_it(sami: User, pairing: Pairing) -> None:
    answer = post(sami, pairing, {"totals": [31, 20]})

    assert (answer["state"], answer["reports"][0]["kind"]) == ("decided", "totals")
    assert client_of(plays(pairing, 0)).get(address(pairing)).json()["reports"] == answer["reports"]
    assert books(pairing) == ("decided", "target", 0, [31, 20])


def test_two_players_agree(pairing: Pairing) -> None:
    first = post(plays(pairing, 0), pairing, {"totals": [31, 20]})
    second = post(plays(pairing, 1), pairing, {"totals": [31, 20]}, key="two")

    assert (first["state"], second["state"]) == ("called", "decided")
    assert [report["kind"] for report in second["reports"]] == ["word", "word", "agreed"]


def test_a_report_sent_again_is_made_once(sami: User, pairing: Pairing) -> None:
    answers = [post(sami, pairing, {"lines": [None]}) for _ in range(2)]

    assert answers[0] == answers[1]
    assert Report.objects.count() == 1


def test_a_report_over_a_newer_one_is_a_conflict(sami: User, pairing: Pairing) -> None:
    first = post(sami, pairing, {"lines": [None]})

    refused = post(sami, pairing, {"lines": []}, key="two", status=409)

    assert (refused["code"], refused["params"]) == ("result_moved", {"report": first["seen"]})
    post(sami, pairing, {"lines": []}, key="two", seen=first["seen"])


@pytest.mark.parametrize(
    "result", [None, "", {}, {"result": "none"}, "void", {"winner": 0}, {"totals": [31]}]
)
def test_liwords_888_an_unknown_result_is_told_the_allowed_ones(
    sami: User, pairing: Pairing, result: Any
) -> None:
    """Case K-11."""
    refused = post(sami, pairing, result, status=400)

    assert refused["code"] in ("unknown_result", "invalid")
    assert result is None or refused["params"] == {"allowed": "lines, totals"}
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    ("result", "code"), [({"result": "none"}, "unknown_result"), ({"totals": [31, 20]}, "result_known")]
)
def test_a_bye_takes_no_result_and_holds_no_round_up(club: Club, sami: User, result: Any, code: str) -> None:
    """Case K-11: "no result" could be set as one, and then blocked the next round."""
    cup = started(club, 5, format="swiss", options={"rounds": 2}, place=Stage.Place.HALL)
    bye = Pairing.objects.get(round=round_of(cup, 1), decided_by=Pairing.DecidedBy.BYE)
    before = Pairing.objects.filter(pk=bye.pk).values().get()

    refused = post(sami, bye, result, status=400 if code == "unknown_result" else 409)

    assert refused["code"] == code
    assert refused["params"].get("allowed") in ("lines, totals", None)
    assert Pairing.objects.filter(pk=bye.pk).values().get() == before
    for at in (1, 2):
        enter(pairing_of(cup, 1, at), won(0))
    due.close_due(now=NOW, stream=STREAM)
    assert round_of(cup, 2).state == Round.State.OPEN


def test_a_line_that_cannot_be_is_named(sami: User, pairing: Pairing) -> None:
    line = {"declarer": 0, "bid": 8, "tricks": [9, 9]}

    refused = post(sami, pairing, {"lines": [None, line]}, status=400)

    assert (refused["code"], refused["params"]) == ("bad_sheet_tricks", {"line": 2, "total": 18})


@pytest.mark.parametrize("missing", ["seen", "key"])
def test_every_report_carries_a_key_and_what_its_author_saw(
    sami: User, pairing: Pairing, missing: str
) -> None:
    body = {"result": {"totals": [31, 20]}, "seen": 0, "key": "one"}
    del body[missing]

    response = client_of(sami).post(address(pairing), body, content_type="application/json")

    assert response.status_code == 400
    assert missing in response.json()["params"]["fields"]


def test_a_stranger_neither_reads_nor_reports(charlie: User, pairing: Pairing) -> None:
    assert client_of(charlie).get(address(pairing)).status_code == 403
    post(charlie, pairing, {"totals": [31, 20]}, status=403)
    post(None, pairing, {"totals": [31, 20]}, status=403)

    assert not Report.objects.exists()


def test_liwords_892_a_pairing_of_another_tournament_is_not_found(
    sami: User, pairing: Pairing, club: Club
) -> None:
    """Case S-09: a result is said of the pairing it is sent to, and of no other."""
    other = pairing_of(started(club, 2, name="Other"), 1, 1)

    response = client_of(sami).get(address(pairing).replace(f"/{pairing.pk}/", f"/{other.pk}/"))

    assert response.status_code == 404
