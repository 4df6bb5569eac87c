"""What only house rules say of a score, and no shipped rule set does."""

from __future__ import annotations

from dataclasses import replace

from games.rules import SEATS, Bid, MadeDefenders, RuleSet, Side, score_deal
from tests.rules.presets import LEVANTINE, MOVING_TRUMP

NORTH = SEATS[0]


def with_score(rules: RuleSet, **changes: object) -> RuleSet:
    """Return the rules with another score table."""
    return replace(rules, score=replace(rules.score, **changes))  # type: ignore[arg-type]  # each is checked there


def test_defenders_of_a_made_contract_may_be_paid_their_tricks() -> None:
    rules = with_score(LEVANTINE, made_defenders=MadeDefenders.TRICKS)

    assert score_deal(rules, declarer=NORTH, bid=Bid(8), tricks=(5, 2, 4, 2)) == (8, 4)


def test_all_tricks_on_the_highest_bid_are_no_kaboot() -> None:
    rules = with_score(LEVANTINE, kaboot=16, max_made=None)

    assert score_deal(rules, declarer=NORTH, bid=Bid(13), tricks=(7, 0, 6, 0)) == (13, 0)
    assert score_deal(rules, declarer=NORTH, bid=Bid(12), tricks=(7, 0, 6, 0)) == (16, 0)


def test_the_bonus_is_paid_on_a_single_point() -> None:
    rules = with_score(MOVING_TRUMP, max_set_factor=1)

    points = score_deal(rules, declarer=NORTH, bid=Bid(13), tricks=(6, 1, 6, 0), bonus_side=Side(1))

    assert rules.honour is not None
    assert points[1] == 1 + rules.honour
