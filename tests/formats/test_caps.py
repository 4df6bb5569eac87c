"""How many matches a cap leaves level, stated as sentences of docs/formats.md."""

from dataclasses import replace

import pytest

from games.rules import RULESETS, Made, SetDeclarer, settle
from tournaments.formats import caps

ONE_ROUND, LEVANTINE = RULESETS["one-round"], RULESETS["levantine"]


@pytest.mark.parametrize(("cap", "share"), [(2, 0.5), (4, 0.375), (1, 0), (3, 0), (5, 0)])
def test_an_even_number_of_deals_that_pay_alike_often_ends_level_and_an_odd_one_never(
    cap: int, share: float
) -> None:
    assert caps.level_share(ONE_ROUND, target=31, cap=cap) == share


def test_a_cap_that_no_match_reaches_leaves_none_level() -> None:
    side = [(13, 0), (0, 13)]
    longest = settle(ONE_ROUND, [side[number % 2] for number in range(6)], 31)

    assert longest.at == 5
    assert caps.level_share(ONE_ROUND, target=31, cap=6) == 0
    assert caps.level_share(ONE_ROUND, target=61, cap=6) == pytest.approx(0.31, abs=0.01)


def test_deals_that_cost_whoever_is_set_do_not_pay_alike() -> None:
    score = replace(ONE_ROUND.score, set_declarer=SetDeclarer.MINUS_BID)

    assert caps.level_share(replace(ONE_ROUND, score=score), target=31, cap=4) == 0


@pytest.mark.parametrize("key", sorted(RULESETS.keys() - {"one-round", "solo"}))
def test_under_the_other_rules_fewer_than_four_deals_end_level_now_and_then_and_one_never(key: str) -> None:
    rules = RULESETS[key]

    one, two, three, four = (caps.level_share(rules, target=rules.target, cap=cap) for cap in (1, 2, 3, 4))

    assert (one, four) == (0, 0)
    assert three < two < 0.2


def test_by_the_bid_matches_are_level_more_often_than_by_tricks() -> None:
    by_tricks = replace(LEVANTINE, score=replace(LEVANTINE.score, made=Made.TRICKS))
    shares = [caps.level_share(rules, target=31, cap=2) for rules in (LEVANTINE, by_tricks)]

    assert shares[0] > shares[1]
