"""Before the draw through the API: the same verbs as the pages, one error shape, each command once."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from games.models import User
from tests.cast import client_of
from tests.tournaments.signing_up import invited, looking, opened, player_of, states, walk_in
from tournaments.models import Action, Club, Entry, Tournament

pytestmark = pytest.mark.django_db
NUMBERS = count()


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament for which pairs sign up."""
    return opened(club)


def send(path: str, user: User | None, status: int = 200, method: str = "post", **body: Any) -> Any:
    """Return what the API answers to a command with a key of its own on the newest version."""
    sender = getattr(client_of(user), method)
    version = Tournament.objects.get(slug="open-cup").version
    stamp = {"key": f"key-{next(NUMBERS)}", "version": version}
    response = sender(f"/api/v1/{path}", stamp | body, content_type="application/json")
    assert response.status_code == status, response.content
    return response.json()


def test_two_players_become_a_pair(cup: Tournament, bob: User, charlie: User) -> None:
    token = send("tournaments/open-cup/sign-up/", bob, do="invite")["token"]

    answer = send(f"invitations/{token}/", charlie, answer="yes")

    assert (answer["partner"], answer["state"], answer["taken"]) == ("Bob", "accepted", 1)
    assert states(cup) == ["accepted"]


def test_a_named_player_is_told_who_asks_and_may_say_no(cup: Tournament, bob: User, charlie: User) -> None:
    looking(cup, charlie)
    send("tournaments/open-cup/sign-up/", bob, do="invite", name="Charlie")

    seen = client_of(charlie).get("/api/v1/tournaments/open-cup/sign-up/").json()
    (asked,) = seen["asked_by"]
    send(f"invitations/{asked['token']}/", charlie, answer="no")

    assert asked["player"] == "Bob"
    assert states(cup) == []
    assert send(f"invitations/{asked['token']}/", charlie, 409, answer="yes")["code"] == "invitation_spent"


def test_why_somebody_cannot_sign_up_is_said_before_he_tries(cup: Tournament, guido: User) -> None:
    seen = client_of(guido).get("/api/v1/tournaments/open-cup/sign-up/").json()

    assert seen["why_not"]["code"] == "account_wanted"
    assert send("tournaments/open-cup/sign-up/", guido, 409, do="invite") == seen["why_not"]


def test_a_command_sent_again_with_its_key_is_done_once(cup: Tournament, alice: User) -> None:
    for _ in range(2):
        found = send("tournaments/open-cup/entries/", alice, 201, player="Amal", partner="Basil", key="once")

    assert [entry["name"] for entry in found] == ["Amal & Basil"]
    assert Action.objects.get(key="once").verb == Action.Verb.ADD_PAIR


def test_the_director_opens_closes_and_sets_what_is_asked(cup: Tournament, alice: User) -> None:
    asked = send("tournaments/open-cup/registration/", alice, method="put", most_pairs=2, fee="10.5")
    moved = send("tournaments/open-cup/registration/step/", alice, step="close", version=cup.version)

    assert (asked["most_pairs"], asked["fee"], moved["state"]) == (2, "10.500", "closed")
    again = send("tournaments/open-cup/registration/step/", alice, 409, step="close")
    assert again["code"] == "not_at_this_point"
    assert send("tournaments/open-cup/registration/step/", alice, 409, step="cancel")["code"] == (
        "reason_wanted"
    )


def test_a_scorer_checks_in_and_notes_fees_and_withdraws_nobody(
    cup: Tournament, sami: User, alice: User
) -> None:
    entry = walk_in(cup, 1)
    send("tournaments/open-cup/registration/step/", alice, step="check_in")
    path = f"tournaments/open-cup/entries/{entry.pk}/"

    send(path, sami, act="check_in")
    found = send(path, sami, act="paid")

    assert (found[0]["state"], found[0]["fee"]) == ("checked_in", "paid")
    assert send(path, sami, 403, act="withdraw")["code"] == "not_allowed"


def test_everybody_sees_the_entries_and_only_the_staff_their_fees(cup: Tournament, alice: User) -> None:
    walk_in(cup, 1)

    public = client_of(None).get("/api/v1/tournaments/open-cup/entries/").json()
    own = client_of(alice).get("/api/v1/tournaments/open-cup/entries/").json()

    assert (public[0]["fee"], own[0]["fee"]) == (None, "due")
    assert public[0]["players"] == ["Walker 1 A", "Walker 1 B"]


def test_an_entry_of_another_tournament_is_not_there(club: Club, cup: Tournament, alice: User) -> None:
    foreign = walk_in(opened(club, name="Other Cup"), 1)

    refused = send(f"tournaments/open-cup/entries/{foreign.pk}/", alice, 404, act="withdraw")

    assert refused["code"] == "not_found"
    assert Entry.objects.get().state == "accepted"


def test_who_is_missing_is_left_out_by_name_and_those_who_look_are_paired(
    cup: Tournament, alice: User, bob: User, charlie: User
) -> None:
    missing = walk_in(cup, 1)
    looking(cup, bob)
    looking(cup, charlie)
    two = [player_of(bob).pk, player_of(charlie).pk]

    send("tournaments/open-cup/entries/match/", alice, players=two)
    send("tournaments/open-cup/registration/step/", alice, step="check_in")
    refused = send("tournaments/open-cup/entries/leave-out/", alice, 409, entries=[missing.pk])
    both = list(Entry.objects.values_list("pk", flat=True))
    send("tournaments/open-cup/entries/leave-out/", alice, entries=both)

    assert refused["code"] == "list_changed"
    assert states(cup) == ["withdrawn", "withdrawn"]


def test_seeds_are_ordered_by_hand_and_by_lot(cup: Tournament, alice: User) -> None:
    first, second = (walk_in(cup, number).pk for number in (1, 2))

    found = send("tournaments/open-cup/seeds/", alice, by="hand", order=[second, first])

    assert [entry["id"] for entry in found] == [second, first]
    send("tournaments/open-cup/seeds/", alice, by="lot")
    assert send("tournaments/open-cup/seeds/", alice, 409, by="hand", order=[first])["code"] == "list_changed"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("registration/step/", {"step": "draw"}),
        ("entries/", {"partner": "Amal"}),
        ("entries/leave-out/", {"entries": ["x"]}),
        ("entries/match/", {"players": [1]}),
        ("seeds/", {"by": "weather"}),
        ("sign-up/", {"do": "everything"}),
        ("sign-up/", {"do": "invite", "version": -1}),
    ],
)
def test_what_cannot_be_used_is_refused_and_changes_nothing(
    cup: Tournament, alice: User, path: str, body: dict[str, Any]
) -> None:
    before = Action.objects.count()

    refused = send(f"tournaments/open-cup/{path}", alice, 400, **body)

    assert refused["code"] == "invalid"
    assert Action.objects.count() == before


def test_nobody_answers_for_somebody_whom_the_site_does_not_know(cup: Tournament, bob: User) -> None:
    token = invited(cup, bob)

    assert send(f"invitations/{token}/", None, 403, answer="yes")["code"] == "sign_in_first"
