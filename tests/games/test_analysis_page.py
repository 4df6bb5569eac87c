"""What a replay shows of the analysis: how to ask for it, how far it is, and what each card gave away."""

from __future__ import annotations

import re

import pytest

from games.models import DealAnalysis, Job, Match, Table, User
from games.services import analyses, review
from tests.cast import NOW, client_of
from tests.games.scene import bots_table, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that this installation has, though no worker has taken the job."""
    monkeypatch.setattr(analyses, "solver_library", lambda: "a library")


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

    Job.objects.update(state=Job.State.DONE)
    at_the_end = client.get(path(played, "analysis/"))

    assert "HX-Refresh" not in while_it_goes_on.headers
    assert at_the_end.headers["HX-Refresh"] == "true"


@pytest.fixture
def analysed(played: Table) -> Table:
    """The table when it is analysed: the declarer's lead cost a trick, his next card two and the bid."""
    match = Match.objects.get(table=played)
    (deal,) = review.review(match).deals
    assert deal.contract is not None
    declarer, bid = deal.contract.declarer, deal.contract.bid
    second = [seat for seat, _ in deal.plays].index(declarer, 1)
    values = [bid + 2, *[bid + 1] * second, *[bid - 1] * (52 - second)]
    DealAnalysis.objects.create(
        match=match, deal=deal.key, values=values, better={"0": ["TS"], str(second): ["9H", "8H"]}
    )
    Job.objects.create(
        kind=Job.Kind.ANALYSIS, subject=match.pk, state=Job.State.DONE, asked_at=NOW, due_at=NOW
    )
    return played


def test_a_card_says_what_it_gave_away_and_what_was_better(analysed: Table) -> None:
    html = shown(analysed)

    assert html.count('class="cost"') == 2
    assert "It cost 1 trick. Better: 10 of spades." in html
    assert "It cost 2 tricks. Better: 9 of hearts, 8 of hearts." in html


def test_what_his_cards_gave_away_is_added_up_for_each_player(analysed: Table) -> None:
    players = shown(analysed).split('id="replay-players"')[1].split("</table>")[0]

    assert sorted(re.findall(r">(\d+)</td></tr>", players)) == ["0", "0", "0", "3"]


def test_the_card_that_decided_the_contract_comes_first(analysed: Table) -> None:
    match = Match.objects.get(table=analysed)

    found = analyses.mistakes(review.review(match), analyses.of_match(match.pk))

    assert [(one.cost, one.turned, one.trick) for one in found] == [(2, True, 2), (1, False, 1)]
    assert [(one.seat, one.card) for one in found] == [found[0].deal.plays[one.index] for one in found]
    assert shown(analysed).count("Decided the contract") == 1


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
