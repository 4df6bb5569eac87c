"""What nobody has been told yet: a tournament in preparation, and rounds that are laid out or drawn."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.models import Table, User
from tests.cast import NOW, client_of
from tests.tournaments.evenings import STREAM, drawn, entered, play_round, round_of, started
from tournaments.models import Club, EntryPlayer, Player, Round, Tournament
from tournaments.services import due
from tournaments.services.actions import Author

pytestmark = pytest.mark.django_db
NAME = "Secret Cup"
LISTS = (
    *("/en/", "/ar/", "/en/tournaments/", "/en/tournaments/?show=coming", "/en/watch/", "/en/lobby/"),
    *("/en/play/", "/api/v1/tournaments/", "/api/v1/tables/"),
)


def all_of(tournament: Tournament) -> list[str]:
    """Return the addresses at which one might look for a tournament."""
    pages = ("detail", "live", "played_rules", "direct", "slips", "staff")
    found = [reverse(f"tournaments:{page}", args=[tournament.slug]) for page in pages]
    return [*found, f"/api/v1/tournaments/{tournament.slug}/"]


@pytest.fixture
def secret(club: Club, alice: User, bob: User) -> Tournament:
    """A tournament in preparation for which Bob is entered."""
    tournament = entered(club, 4, name=NAME, author=Author(alice.pk))
    first = EntryPlayer.objects.filter(tournament=tournament).order_by("pk")[0]
    Player.objects.filter(pk=first.player_id).update(user=bob)
    return tournament


def test_of_a_tournament_in_preparation_nothing_is_told_but_to_its_staff(
    secret: Tournament, alice: User, bob: User, charlie: User
) -> None:
    """Case O-18. Who is entered knows that he is, from his own page, and nothing more."""
    for user in (None, bob, charlie):
        client = client_of(user)
        for path in all_of(secret):
            assert client.get(path).status_code in (302, 404), path
        for path in LISTS:
            assert NAME not in client.get(path, follow=True).content.decode(), path

    staff = client_of(alice)
    for path in all_of(secret):
        assert staff.get(path).status_code in (200, 403), path
    assert NAME in staff.get("/en/tournaments/").content.decode()


def test_a_round_that_has_not_begun_has_no_table_anybody_could_look_at(club: Club) -> None:
    """Case O-18: of a drawn round its pairings are known, and no table, seat or card is there before."""
    cup = drawn(club, 4)

    assert round_of(cup, 1).state == Round.State.DRAWN
    assert not Table.objects.exists()
    shown = client_of(None).get(f"/api/v1/tournaments/{cup.slug}/").json()
    assert {pairing["table"] for pairing in first_round(shown)} == {None}


def test_of_a_round_that_is_laid_out_nobody_is_told_who_will_meet(club: Club) -> None:
    """Case O-18: a result that is in names nobody in a round that is not drawn."""
    cup = started(club, 8)
    first, *_ = round_of(cup, 1).pairings.order_by("number")
    assert first.table is not None

    final = client_of(None).get(f"/api/v1/tournaments/{cup.slug}/").json()["stages"][0]["rounds"][-1]

    assert [side for pairing in final["pairings"] for side in pairing["sides"] if side["entry"]] == []
    play_round(cup, 1)
    due.start_due(now=NOW, stream=STREAM)
    assert round_of(cup, 3).state == Round.State.PLANNED


def first_round(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pairings of the first round, as the API tells them."""
    pairings: list[dict[str, Any]] = shown["stages"][0]["rounds"][0]["pairings"]
    return pairings
