"""What a bot bids: more or less on the same cards as the rules and the score have it."""

from dataclasses import replace

import pytest

from games.bots import choose
from games.rules import PASS, RULESETS, Call, RuleSet, SetDeclarer, SetDefenders
from tests.bots.seats import LEVANTINE, STREAM, calling

KIBBI, MOVING_TRUMP = RULESETS["kibbi"], RULESETS["moving-trump"]
ONE_ROUND, SOLO = RULESETS["one-round"], RULESETS["solo"]

# Worth 6.17, 7.31, 8.79, 10.39 and 11.97 tricks with spades as trump.
WEAK = "K9432.432.432.32"
FAIR = "AQ932.K32.432.32"
GOOD = "AKQJ2.K32.A32.32"
STRONG = "AKQJT2.A2.A32.K2"
HUGE = "AKQJT987.A.AK.32"

ALL_PASS = [(1, PASS), (2, PASS), (3, PASS)]
OVER_SEVEN = "P 8 9 10 11 12 13"


def called(
    text: str, *calls: tuple[int, str], rules: RuleSet = LEVANTINE, legal: str = "", **match: object
) -> str:
    """Return what a bot calls at seat 0."""
    bids = [call for _, call in calls if call != PASS]
    legal = legal or ("P 7 8 9 10 11 12 13" if not bids else OVER_SEVEN)
    view = calling(text, *calls, rules=rules, legal=legal, **match)  # type: ignore[arg-type]  # its keywords
    action = choose(view, STREAM, rules)
    assert isinstance(action, Call)
    return action.call


@pytest.mark.parametrize(
    ("text", "call"), [(WEAK, PASS), (FAIR, "7"), (GOOD, "7"), (STRONG, "8"), (HUGE, "9")]
)
def test_the_opening_bid_grows_with_the_hand_where_a_made_contract_pays_the_bid(text: str, call: str) -> None:
    assert called(text) == call


@pytest.mark.parametrize("text", [FAIR, GOOD, STRONG, HUGE])
def test_the_lowest_bid_is_enough_where_a_made_contract_pays_the_tricks(text: str) -> None:
    assert called(text, rules=MOVING_TRUMP) == "7"


def test_a_weak_hand_is_opened_where_a_set_contract_costs_nothing() -> None:
    assert called(WEAK, rules=ONE_ROUND) == "7"
    assert called(FAIR, (3, "7"), rules=ONE_ROUND) == "8"
    assert called(FAIR, (3, "7")) == PASS


def test_house_rules_are_bid_by_what_they_pay() -> None:
    forgiving = replace(LEVANTINE, score=replace(LEVANTINE.score, set_declarer=SetDeclarer.ZERO))
    harsh = replace(LEVANTINE.score, set_defenders=SetDefenders.FLAT, flat_points=20)

    assert called(WEAK, rules=forgiving) == "7"
    assert called(FAIR, *ALL_PASS) == "7"
    assert called(FAIR, *ALL_PASS, rules=replace(LEVANTINE, score=harsh)) == PASS


def test_an_opponents_bid_is_raised_with_tricks_to_spare() -> None:
    assert called(GOOD, (3, "7")) == "8"
    assert called(FAIR, (3, "7")) == PASS
    assert called(GOOD, (3, "9"), legal="P 10 11 12 13") == PASS


def test_a_partners_bid_is_left_alone_but_for_a_clear_gain() -> None:
    assert called(FAIR, (2, "7"), (3, PASS)) == PASS
    assert called(HUGE, (2, "7"), (3, PASS)) == "10"


def test_an_opponent_over_the_partner_is_raised_again() -> None:
    assert called(HUGE, (2, "7"), (3, "8"), legal="P 9 10 11 12 13") == "9"


def test_a_side_one_deal_from_winning_is_stopped_by_one_that_is_too() -> None:
    assert called(FAIR, (3, "7"), totals=(30, 30)) == "8"
    assert called(FAIR, (3, "7"), totals=(0, 0)) == PASS


def test_a_side_far_ahead_takes_no_risk() -> None:
    assert called(FAIR, totals=(0, 0)) == "7"
    assert called(FAIR, totals=(30, 0)) == PASS


def test_in_the_last_deal_the_side_behind_bids_for_what_it_needs() -> None:
    assert called(GOOD, totals=(0, 9), cap=1) == "9"  # level, it is the side that gained last
    assert called(GOOD, totals=(0, 9)) == "7"


def test_in_solo_a_bid_needs_tricks_of_its_own() -> None:
    assert called(GOOD, rules=SOLO) == PASS
    assert called(STRONG, rules=SOLO) == "7"


def test_in_solo_nobody_is_a_partner() -> None:
    assert called(STRONG, (2, "7"), rules=SOLO) == "8"


def test_a_long_suit_is_nothing_to_bid_on_where_another_is_always_trump() -> None:
    assert called("2.AKQJ2.K32.A432", rules=KIBBI) == "7"
    assert called("AKQJ2.2.K32.A432", rules=KIBBI) == PASS


def test_where_it_may_not_pass_it_bids_the_lowest() -> None:
    assert called(WEAK, *ALL_PASS, rules=RULESETS["dealer-stuck"], legal="7 8 9 10 11 12 13") == "7"


def test_after_thirteen_it_passes() -> None:
    assert called(HUGE, (3, "13"), legal="P") == PASS
