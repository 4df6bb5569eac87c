"""What pages say of a best of N, and how a director asks for one."""

from __future__ import annotations

import json
import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from games.models import User
from games.rules import SPECTATOR
from games.services import series, watch
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of, person
from tests.games import scene
from tests.tournaments.evenings import STREAM, ended, level, pairing_of, started
from tournaments.models import Club, Pairing, Player, Stage, Tournament
from tournaments.services import results
from tournaments.services.actions import PROGRAM
from tournaments.services.planning import BestOfNotAllowed, Plan, create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(club: Club) -> Pairing:
    """A best of three in which one game has been drawn and bots play the second."""
    dealt = TablePolicy.people(bots_after=0)
    pairing = pairing_of(started(club, 2, best_of=3, policy=dealt), 1, 1)
    level(pairing, advances=0)
    results.record_finished(now=NOW, stream=STREAM)
    return pairing


def win(pairing: Pairing, *winners: int) -> None:
    """Let these sides win the next games 31-20."""
    for winner in winners:
        ended(pairing, winner=winner, totals=[31, 20] if winner == 0 else [20, 31])
        results.record_finished(now=NOW, stream=STREAM)


def text_of(client: Client, route: str, *arguments: str) -> str:
    """Return what a page says, without its markup."""
    page = client.get(reverse(route, args=arguments)).content.decode()
    plain = re.sub(r"<[^>]+>", "", page.split('<div id="live"')[1])
    return re.sub(r"\s+", " ", plain)


def test_the_bracket_shows_games_won_and_the_points_of_the_game_in_play(
    client: Client, pairing: Pairing
) -> None:
    said = text_of(client, "tournaments:detail", "thursday-cup")

    assert "Best of 3" in said
    assert "Game 2 of 3 · ½–½ · Deal 1 · auction" in said
    assert re.search(r"Player 1 A & Player 1 B ?0 ½", said.replace("&amp;", "&"))


def test_a_decided_series_shows_its_games_and_no_points(client: Client, pairing: Pairing) -> None:
    win(pairing, 1, 1)

    said = text_of(client, "tournaments:detail", "thursday-cup").replace("&amp;", "&")

    assert re.search(r"Player 2 A & Player 2 B, advances ?2½", said)
    assert "Game" not in said


def test_a_level_series_says_that_the_last_game_decided(
    client: Client, pairing: Pairing, bob: User, alice: User
) -> None:
    Player.objects.filter(name="Player 1 A").update(user=bob)
    win(pairing, 1, 0)

    assert "Level in games: last game decides" in text_of(client, "tournaments:detail", "thursday-cup")
    mine = text_of(client_of(bob), "tournaments:me")
    assert "Series 1½–1½" in mine
    assert "Score" not in mine


def test_a_player_and_the_director_read_which_game_it_is_and_how_it_stands(
    pairing: Pairing, alice: User, bob: User
) -> None:
    Player.objects.filter(name="Player 1 A").update(user=bob)
    win(pairing, 1)

    mine = text_of(client_of(bob), "tournaments:me")
    console = text_of(client_of(alice), "tournaments:direct", "thursday-cup")

    assert "Series Game 3 of 3 · ½–1½" in mine
    assert "½–1½ 0–0 Game 3 of 3 · ½–1½ · Deal 1" in console


def test_the_table_is_told_with_its_state(pairing: Pairing) -> None:
    assert pairing.table_id is not None

    state = watch.snapshot(pairing.table_id, SPECTATOR, now=NOW)

    assert state["series"] == {"game": 2, "of": 3, "halves": [1, 1]}
    assert state["match"] == 2


def test_the_table_is_told_when_the_next_game_may_begin(bob: User) -> None:
    people = [bob, *map(person, ("dalia", "elias", "farah"))]
    policy = TablePolicy.people()
    table = scene.over(people, policy=policy)
    assert watch.snapshot(table.pk, SPECTATOR, now=NOW)["dl"] is None

    series.tell([table.pk], game=1, of=3)
    state = watch.snapshot(table.pk, SPECTATOR, now=NOW)

    assert state["dl"] - state["now"] == 1000 * policy.ready_seconds


def test_a_single_match_is_no_series_anywhere(client: Client, club: Club) -> None:
    pairing = pairing_of(started(club, 2, policy=TablePolicy.people(bots_after=0)), 1, 1)

    said = text_of(client, "tournaments:detail", "thursday-cup")

    assert "Game" not in said
    assert "Best of" not in said
    assert watch.snapshot(pairing.table_id or 0, SPECTATOR, now=NOW)["series"] is None


def test_the_api_tells_games_as_halves_and_points_of_all_of_them(client: Client, pairing: Pairing) -> None:
    win(pairing, 1)

    (stage,) = json.loads(client.get("/api/v1/tournaments/thursday-cup/").content)["stages"]

    assert stage["best_of"] == 3
    (side, other) = stage["rounds"][0]["pairings"][0]["sides"]
    assert (side["score"], side["halves"]) == (42, 1)
    assert (other["score"], other["halves"]) == (53, 3)


@pytest.mark.parametrize(("asked", "best_of"), [({}, 1), ({"best_of": "5"}, 5)])
def test_a_director_chooses_over_how_many_games_a_pairing_is_played(
    alice: User, club: Club, asked: dict[str, str], best_of: int
) -> None:
    known = {"name": "Winter Cup", "club": club.pk, "zone": "UTC", "rules": "levantine"}

    client_of(alice).post(reverse("tournaments:create"), known | asked)

    assert Stage.objects.get().best_of == best_of


def test_a_number_of_games_that_is_not_offered_is_refused_at_its_field(alice: User, club: Club) -> None:
    known = {"name": "Winter Cup", "club": club.pk, "zone": "UTC", "rules": "levantine"}

    answer = client_of(alice).post(reverse("tournaments:create"), known | {"best_of": "4"})

    assert list(answer.context["form"].errors) == ["best_of"]
    assert not Stage.objects.exists()


@pytest.mark.parametrize("games", [0, 2, 9])
def test_a_number_of_games_that_nobody_can_win_most_of_is_refused(club: Club, games: int) -> None:
    with pytest.raises(BestOfNotAllowed):
        create_tournament(club=club, plan=Plan(name="Cup", best_of=games), author=PROGRAM, now=NOW)

    assert not Tournament.objects.exists()


def test_the_database_refuses_an_even_number_of_games(club: Club) -> None:
    started(club, 2)

    with pytest.raises(IntegrityError), transaction.atomic():
        Stage.objects.update(best_of=2)
