"""The director's pages for what is put right: a form, what it changes, a choice, and an undo in the log."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.models import User
from tests.cast import client_of
from tests.tournaments.desk import last, public_state
from tests.tournaments.evenings import pairing_of, play_round, seeds_in, started
from tests.tournaments.test_leaving import entry_of
from tournaments.models import Action, Club, Pairing, Player, Tournament

pytestmark = pytest.mark.django_db
WHY = {"why": "The slip was read upside down."}


def hidden(response: Any, name: str) -> str:
    """Return the value of a hidden field of a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())
    assert found, name
    return found[1]


def correct(user: User, tournament: Tournament, pairing: Pairing, choice: str, **said: str) -> Any:
    """Fill the form in, look at what it changes, and confirm a choice."""
    client, address = client_of(user), f"/en/tournaments/{tournament.slug}/pairings/{pairing.pk}/correct/"
    asked = WHY | said
    preview = client.get(address, asked)
    sent = asked | {"foreseen": hidden(preview, "foreseen"), "choice": choice, "key": hidden(preview, "key")}
    return client.post(address, sent, follow=True)


def test_a_director_corrects_a_score_with_a_preview_and_undoes_it_in_the_log(club: Club, alice: User) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    before = public_state(tournament)
    first = pairing_of(tournament, 1, 1)

    page = correct(alice, tournament, first, "follow", points_0="20", points_1="31").content.decode()

    assert "The result is corrected." in page
    assert seeds_in(pairing_of(tournament, 2, 1)) == (4, 2)
    undo = f"/en/tournaments/{tournament.slug}/actions/{last(tournament, Action.Verb.CORRECT).pk}/undo/"
    assert undo in page
    client_of(alice).post(undo)
    assert public_state(tournament) == before


def test_the_preview_names_the_matches_the_places_and_the_choices(club: Club, alice: User) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    play_round(tournament, 2)
    first = pairing_of(tournament, 1, 1)
    address = f"/en/tournaments/{tournament.slug}/pairings/{first.pk}/correct/"

    page = client_of(alice).get(address, WHY | {"winner": "1"}).content.decode()

    for said in ("keep", "replay", "replace"):
        assert f'name="choice" value="{said}"' in page
    assert "The winner is then" in page
    assert "Final" in page


def test_after_the_end_the_page_says_under_review_until_it_is_finished_again(club: Club, alice: User) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    play_round(tournament, 2)
    correct(alice, tournament, pairing_of(tournament, 1, 1), "replace", winner="1")
    public = client_of(None).get(f"/en/tournaments/{tournament.slug}/").content.decode()

    client_of(alice).post(f"/en/tournaments/{tournament.slug}/finish/")

    assert "under review" in public
    assert "Player 4 A" in public
    after = client_of(None).get(f"/en/tournaments/{tournament.slug}/").content.decode()
    assert "under review" not in after


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"points_0": "31"}, "Write the points of each side."),
        ({}, "Write the score, or say who wins."),
        ({"points_0": "31", "points_1": "31"}, "alert"),
    ],
)
def test_half_a_result_is_asked_for_again(club: Club, alice: User, said: dict[str, str], told: str) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    address = f"/en/tournaments/{tournament.slug}/pairings/{pairing_of(tournament, 1, 1).pk}/correct/"

    page = client_of(alice).get(address, WHY | said).content.decode()

    assert told in page
    assert 'name="choice"' not in page


def test_the_form_begins_with_the_result_that_stands_and_asks_for_another(club: Club, alice: User) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    first = pairing_of(tournament, 1, 1)
    client, address = client_of(alice), f"/en/tournaments/{tournament.slug}/pairings/{first.pk}/correct/"
    stands = {f"points_{side.number}": str(side.score) for side in first.sides.filter(number__lt=2)}

    form = client.get(address).context["form"]
    same = client.get(address, WHY | stands).content.decode()

    assert {field: str(form[field].value()) for field in stands} == stands
    assert "This is the result that stands." in same
    assert 'name="choice"' not in same


def test_a_winner_that_is_named_counts_though_the_old_score_was_left(club: Club, alice: User) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    first = pairing_of(tournament, 1, 1)
    stands = {f"points_{side.number}": str(side.score) for side in first.sides.filter(number__lt=2)}

    correct(alice, tournament, first, "follow", winner="1", **stands)

    again = client_of(alice).get(f"/en/tournaments/{tournament.slug}/pairings/{first.pk}/correct/")
    first.refresh_from_db()
    assert (first.advances, first.decided_by) == (1, Pairing.DecidedBy.RULING)
    assert again.context["form"]["winner"].value() == 1
    assert re.search(r'name="winner" value="1"[^>]* checked', again.content.decode())


def test_a_stale_preview_is_refused_and_changes_nothing(club: Club, alice: User) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    first = pairing_of(tournament, 1, 1)
    address = f"/en/tournaments/{tournament.slug}/pairings/{first.pk}/correct/"
    before = public_state(tournament)

    page = client_of(alice).post(
        address, WHY | {"winner": "1", "choice": "follow", "foreseen": "old"}, follow=True
    )

    assert "By now this would change something else." in page.content.decode()
    assert public_state(tournament) == before


def test_every_decided_pairing_has_a_way_to_correct_it(club: Club, alice: User) -> None:
    tournament = started(club, 3)
    play_round(tournament, 1)

    page = client_of(alice).get(f"/en/tournaments/{tournament.slug}/corrections/").content.decode()

    assert page.count("/correct/") == 1


def test_those_who_were_moved_read_why(club: Club, alice: User, bob: User) -> None:
    tournament = started(club, 4)
    play_round(tournament, 1)
    Player.objects.filter(name="Player 1 A").update(user=bob)

    correct(alice, tournament, pairing_of(tournament, 1, 1), "follow", winner="1")

    page = client_of(bob).get(f"/en/tournaments/{tournament.slug}/").content.decode()
    assert WHY["why"] in page
    assert "You are out." in page


def test_a_director_lets_a_pair_leave_and_come_back(club: Club, alice: User) -> None:
    tournament = started(club, 6, format="swiss", options={"rounds": 3})
    entry = entry_of(tournament, 1)
    client, address = client_of(alice), f"/en/tournaments/{tournament.slug}/leaving/{entry.pk}/"
    asked = {"verb": "withdraw", "why": "Taken ill."}
    preview = client.get(address, asked)

    left = client.post(address, asked | {"foreseen": hidden(preview, "foreseen")}, follow=True)

    assert "walkover" in preview.content.decode()
    assert "Left after round 1" in left.content.decode()
    back = client.post(f"{address}back/", follow=True)
    assert "Left after round" not in back.content.decode()
