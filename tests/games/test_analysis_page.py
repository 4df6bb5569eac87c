"""What a replay shows of the analysis: how to ask for it, how far it is, and what each card gave away."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from django.utils import timezone

from games import tasks
from games.models import Job, Match, Table, User
from games.rules import Card, Play
from games.services import analyses, review, solving
from tests.cast import client_of
from tests.games.scene import bots_table, play_out

pytestmark = pytest.mark.django_db


class FirstIsBest:
    """A solver to whom the first legal card takes a trick more than any other."""

    def __init__(self, _library: str) -> None:
        """Load nothing."""

    def tricks(self, play: Play) -> Mapping[Card, int]:
        """Return 1 for the first card and 0 for the others."""
        return {card: int(at == 0) for at, card in enumerate(play.legal())}


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that this installation has."""
    monkeypatch.setattr(solving, "NativeSolver", FirstIsBest)
    for module in (analyses, solving):
        monkeypatch.setattr(module, "solver_library", lambda: "a library")


@pytest.fixture
def played() -> Table:
    """A public table where a match of one deal has ended."""
    table = bots_table(cap=1)
    play_out()
    return table


def path(table: Table, below: str = "") -> str:
    """Return the address of the replay, or of what is below it."""
    return f"/en/table/{table.public_id}/matches/1/{below}"


def shown(table: Table, below: str = "") -> str:
    """Return the page as a visitor sees it."""
    return client_of(None).get(path(table, below)).content.decode()


def test_whoever_is_signed_in_asks_and_sees_how_far_it_is(played: Table, bob: User, solver: None) -> None:
    response = client_of(bob).post(path(played, "analysis/"))

    assert (response.status_code, response.headers["Location"]) == (302, path(played))
    assert '<progress max="1" value="0"' in shown(played)
    assert 'data-again="1"' in shown(played)


def test_a_visitor_signs_in_before_he_asks(played: Table, solver: None) -> None:
    response = client_of(None).post(path(played, "analysis/"))

    assert response.status_code == 401
    assert not Job.objects.exists()


def test_the_page_asks_again_until_it_is_told_to_load_itself_anew(
    played: Table, bob: User, solver: None
) -> None:
    client = client_of(bob)
    client.post(path(played, "analysis/"))
    while_it_goes_on = client.get(path(played, "analysis/"))

    tasks.sweep_analyses()
    at_the_end = client.get(path(played, "analysis/"))

    assert "HX-Refresh" not in while_it_goes_on.headers
    assert at_the_end.headers["HX-Refresh"] == "true"


def test_every_card_says_what_it_gave_away_and_what_was_better(played: Table, solver: None) -> None:
    match = Match.objects.get(table=played)
    analyses.ask(match, now=timezone.now())
    tasks.sweep_analyses()

    html = shown(played, "?deal=1&trick=13")

    costs = analyses.of_match(match.pk)["1"].costs
    assert html.count('class="cost"') == sum(cost > 0 for cost in costs) > 0
    assert html.count("Better: ") >= sum(cost > 0 for cost in costs)


def test_what_the_players_gave_away_adds_up_to_what_the_cards_did(played: Table, solver: None) -> None:
    match = Match.objects.get(table=played)
    analyses.ask(match, now=timezone.now())
    tasks.sweep_analyses()

    players = shown(played).split('id="replay-players"')[1].split("</table>")[0]

    gave_away = [int(number) for number in re.findall(r">(\d+)</td></tr>", players)]
    assert len(gave_away) == 4
    assert sum(gave_away) == sum(analyses.of_match(match.pk)["1"].costs)


def test_the_cards_that_decided_the_contract_come_first_then_the_dearest(played: Table, solver: None) -> None:
    match = Match.objects.get(table=played)
    analyses.ask(match, now=timezone.now())
    tasks.sweep_analyses()

    found = analyses.mistakes(review.review(match), analyses.of_match(match.pk))

    order = [(not one.turned, -one.cost) for one in found]
    assert order == sorted(order)
    assert all(one.deal.plays[one.index] == (one.seat, one.card) for one in found)


def test_without_the_solver_the_page_says_what_to_install(
    played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "find_spec", lambda _name: None)

    html = shown(played)

    assert "make analysis" in html
    assert "Analyse this match" not in html


def test_where_everybody_plays_for_himself_the_page_offers_no_analysis(solver: None) -> None:
    alone = bots_table(rules="solo", cap=1)
    play_out()

    assert 'id="analysis"' not in shown(alone)
