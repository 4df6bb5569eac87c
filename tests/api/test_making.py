"""A tournament made through the API, with its stages, its pairs from a list, its staff and its prizes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import User
from tests.api.situations import Situation
from tests.api.test_commands import send
from tests.cast import client_of
from tests.tournaments.evenings import drawn, play_round, started
from tests.tournaments.signing_up import opened
from tournaments.models import Action, Club, Stage, Tournament, TournamentRole

pytestmark = pytest.mark.django_db
CUT = [
    {"format": "swiss", "options": {"rounds": 5, "tie_breaks": ["buchholz", "diff"]}},
    {"format": "knockout", "takes": 8},
]


def make(user: User | None, club: Club, status: int = 201, **body: Any) -> Any:
    """Make a tournament, and return what the API answers."""
    wanted = {"name": "Spring Cup", "club": club.slug, "stages": CUT, "key": "spring"} | body
    response = client_of(user).post("/api/v1/tournaments/", wanted, content_type="application/json")
    assert response.status_code == status, response.content
    return response.json()


def test_a_director_makes_a_tournament_with_its_stages_once(club: Club, alice: User) -> None:
    answers = [
        make(alice, club, cap=9, starts_at="2026-12-03T19:30", zone="Asia/Beirut", place="hall")
        for _ in range(2)
    ]

    assert answers[0] == answers[1]
    assert (answers[0]["state"], answers[0]["starts_at"]) == ("draft", "2026-12-03T17:30:00Z")
    stages = Stage.objects.order_by("position").values_list("format", "takes", "cap", "place")
    assert list(stages) == [("swiss", None, 9, "hall"), ("knockout", 8, 9, "hall")]
    assert Action.objects.get().key == "spring"


def test_who_does_not_direct_in_the_club_makes_none(club: Club, bob: User, charlie: User) -> None:
    for user in (None, bob, charlie):
        make(user, club, 403)

    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"stages": []}, 400, "invalid"),
        ({"stages": [{"format": "ladder"}]}, 400, "invalid"),
        ({"stages": [{"format": "swiss", "options": {"weather": 1}}]}, 400, "bad_state"),
        ({"stages": [{"format": "solo-swiss"}]}, 409, "not_for_solo"),
        ({"rules": "bridge"}, 409, "rules_of_another"),
        ({"zone": "Asia/Atlantis"}, 409, "unknown_zone"),
        ({"cap": 0}, 400, "invalid"),
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_nothing(
    club: Club, alice: User, body: dict[str, Any], status: int, code: str
) -> None:
    assert make(alice, club, status, **body)["code"] == code

    assert not Tournament.objects.exists()


def test_a_list_with_a_fault_enters_nobody(club: Club, alice: User) -> None:
    cup = opened(club)

    refused = send(alice, Situation(cup, "entries/import/", {"content": "player,partner\nAmal\n"}), 400)

    assert (refused["code"], refused["params"]["line"]) == ("list_refused", 2)
    assert not cup.entries.exists()


def test_an_administrator_names_staff_and_takes_the_role_away(
    club: Club, adam: User, alice: User, charlie: User
) -> None:
    cup = opened(club)
    named = Situation(cup, "staff/", {"username": "charlie", "role": "scorer"})
    relieved = Situation(cup, "staff/", {"username": "charlie", "role": "none"})

    send(alice, named, 403)
    for _ in range(2):
        send(adam, named, 200)
    assert TournamentRole.objects.get().user == charlie
    send(adam, relieved, 200, key="two")

    assert not TournamentRole.objects.exists()
    verbs = Action.objects.filter(actor=adam).order_by("pk").values_list("verb", "key")
    assert list(verbs) == [("name_staff", "once"), ("relieve_staff", "two")]


def test_everybody_reads_the_prizes_and_who_has_won_them(club: Club, alice: User) -> None:
    cup = started(club, 4)
    wanted = [
        {"place": 1, "text": "Cup", "amount": "300", "currency": "USD"},
        {"place": 3, "amount": "100", "currency": "USD"},
    ]
    send(alice, Situation(cup, "prizes/", {"prizes": wanted}, method="put"), 200)
    for number in (1, 2):
        play_round(cup, number)

    seen = client_of(None).get(f"/api/v1/tournaments/{cup.slug}/prizes/").json()

    assert [(one["place"], one["text"]) for one in seen["prizes"]] == [(1, "Cup"), (3, "")]
    assert [(one["level"], one["money"]) for one in seen["awards"]] == [
        (1, {"USD": 300_000}),
        (2, {"USD": 50_000}),
        (2, {"USD": 50_000}),
    ]


def test_the_times_of_rounds_are_those_on_the_wall(club: Club, alice: User) -> None:
    cup = drawn(club, 4, zone="Asia/Beirut", wall_start=datetime.fromisoformat("2026-12-03 19:00"))
    stage = {"stage": 1, "rounds": [{"number": 2, "wall": "2026-12-03T21:30"}], "when_unplayed": "both_lose"}

    answer = send(alice, Situation(cup, "times/", {"stages": [stage]}, method="put"), 200)

    (seen,) = answer
    assert seen["when_unplayed"] == "both_lose"
    assert {"number": 2, "wall": "2026-12-03T21:30", "until": None, "pause": None} in seen["rounds"]
    assert client_of(None).get(f"/api/v1/tournaments/{cup.slug}/times/").json() == answer


def test_players_are_told_of_a_start_as_before_until_it_is_said_otherwise(club: Club, alice: User) -> None:
    cup = drawn(club, 4)

    kept = []
    asked: tuple[dict[str, Any], ...] = ({"remind_minutes": 30}, {}, {"remind_minutes": None})
    for number, said in enumerate(asked):
        body = {"stages": [], "key": f"key-{number}", **said}
        send(alice, Situation(cup, "times/", body, method="put"), 200)
        cup.refresh_from_db()
        kept.append(cup.remind_minutes)

    assert kept == [30, 30, None]


def test_a_prize_that_is_nothing_is_refused(club: Club, alice: User) -> None:
    cup = opened(club)

    refused = send(alice, Situation(cup, "prizes/", {"prizes": [{"place": 1}]}, method="put"), 409)

    assert refused["code"] == "prize_is_nothing"
