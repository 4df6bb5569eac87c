"""What a replay says of a match that is over."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match, Table, User
from games.rules import SEATS, Call
from games.services import play, records, review
from tests.cast import NOW
from tests.games.scene import bots_table, opened, over, play_on, play_out, stored

pytestmark = pytest.mark.django_db


def reviewed(**details: Any) -> review.MatchReview:
    """Return the review of a match that four bots have played."""
    table = bots_table(**details)
    play_out()
    return review.review(Match.objects.get(table=table))


def test_a_match_that_goes_on_is_not_reviewed(four: list[User]) -> None:
    table = opened(four)
    play_on(table, four, 6)

    with pytest.raises(records.MatchNotOver):
        review.review(Match.objects.get(table=table))


def test_every_deal_holds_its_fifty_two_cards_in_the_order_they_were_played() -> None:
    match = reviewed(cap=2)

    for deal in match.deals:
        assert sorted(card for _, card in deal.plays) == sorted(card for hand in deal.hands for card in hand)
        assert all(card in deal.hands[seat] for seat, card in deal.plays)
        assert [trick.leader for trick in deal.tricks[1:]] == [trick.won for trick in deal.tricks[:-1]]


def test_the_course_runs_from_nothing_to_the_final_totals() -> None:
    match = reviewed(cap=3)

    assert match.course[0] == (0, 0)
    assert match.course[-1] == match.totals
    assert len(match.course) == 4


def test_points_given_after_the_last_deal_are_a_step_of_their_own() -> None:
    match = reviewed(cap=2)
    before = match.course[-1]
    story = {**_story(), "result": {**_story()["result"], "totals": [99, 0]}}

    told = review.told(story)

    assert told.course[-2:] == (before, (99, 0))


def _story() -> dict[str, Any]:
    return records.story_of(Match.objects.get())


def test_a_player_is_told_what_he_declared_made_and_took() -> None:
    match = reviewed(cap=4)

    players = match.players

    scored = [deal for deal in match.deals if deal.score]
    assert sum(player.declared for player in players) == len(scored)
    assert sum(player.made for player in players) == sum(deal.score.made for deal in scored if deal.score)
    assert all(player.made + player.set == player.declared for player in players)
    assert sum(player.tricks for player in players) == 13 * len(scored)


def test_the_turning_deals_are_those_that_moved_the_sides_furthest_apart() -> None:
    match = reviewed(cap=5)

    swings = {
        deal.key: abs(deal.score.points[0] - deal.score.points[1]) for deal in match.deals if deal.score
    }

    assert match.turning == {key for key, swing in swings.items() if swing == max(swings.values())}


def test_alone_everybody_is_a_side_of_his_own() -> None:
    match = reviewed(rules="solo", cap=1)

    assert match.sides == tuple(f"Seat {seat}" for seat in SEATS)
    assert [match.side(seat) for seat in SEATS] == [0, 1, 2, 3]


def test_a_match_in_which_no_card_was_dealt_has_a_review_without_deals(four: list[User]) -> None:
    table = over(four)

    match = review.review(Match.objects.get(table=table))

    assert (match.deals, match.turning, len(match.course)) == ((), frozenset(), 1)


def test_a_deal_that_everybody_passed_has_a_key_of_its_own(four: list[User]) -> None:
    table = opened(four)
    while stored(table).position.outcome.state == "open":
        pass_once(table, four)

    match = review.review(Match.objects.get(table=table))

    assert [deal.key for deal in match.deals] == ["1", *(f"1.{before}" for before in range(1, 8))]
    assert all(deal.contract is None and deal.score is None for deal in match.deals)


def pass_once(table: Table, people: list[User]) -> None:
    """Let whoever is to call pass."""
    now = stored(table)
    seat = now.position.turn
    assert seat is not None
    act = play.Act(people[seat].pk, Call("P"), f"act-{now.seq}", now.seq)
    play.submit_now(table.pk, act, seat=seat, now=NOW)
