"""What a deal pays."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from games.rules import SEATS, Bid, Points, RuleSet, Seating, Side, edition, score_deal
from tests.rules.presets import EVERY_EDITION, KIBBI, LEVANTINE, MOVING_TRUMP, ONE_ROUND, SOLO
from tests.rules.rule_sets import least_points, most_points


def levantine(bid: int, *, took: int, declarer: int = 0) -> tuple[int, ...]:
    """Return (declaring side, defending side) for a bid and the tricks its side took."""
    tricks = [0, 0, 0, 0]
    tricks[declarer] = took
    tricks[(declarer + 1) % 4] = 13 - took
    points = score_deal(LEVANTINE, declarer=SEATS[declarer], bid=Bid(bid), tricks=tricks)
    return points if declarer % 2 == 0 else points[::-1]


def test_a_made_contract_pays_its_value_and_the_defenders_nothing() -> None:
    assert levantine(8, took=8) == (8, 0)


def test_overtricks_do_not_count() -> None:
    assert levantine(8, took=11) == (8, 0)


def test_all_thirteen_tricks_on_a_lower_bid_pay_the_bid_and_no_more() -> None:
    assert levantine(7, took=13) == (7, 0)


def test_a_set_contract_costs_its_value() -> None:
    assert levantine(9, took=7)[0] == -9


def test_a_set_contract_gives_the_defenders_a_point_a_trick() -> None:
    assert levantine(9, took=7)[1] == 6


def test_missing_by_one_costs_as_much_as_missing_by_many() -> None:
    assert levantine(7, took=6) == (-7, 7)
    assert levantine(7, took=0) == (-7, 13)


def test_a_bid_of_thirteen_pays_thirteen_or_costs_thirteen() -> None:
    assert levantine(13, took=13) == (13, 0)
    assert levantine(13, took=12) == (-13, 1)


def test_it_matters_which_side_declared_and_not_which_partner_took_the_tricks() -> None:
    for declarer in range(4):
        assert levantine(9, took=9, declarer=declarer) == (9, 0)
        assert levantine(9, took=8, declarer=declarer) == (-9, 5)


def every_deal(rules: RuleSet) -> Iterator[Points]:
    """Yield what every bid, number of tricks and earner of a bonus pays, whoever declared.

    Of the seats that did not declare, one took all the other tricks.
    """
    sides = [None, *map(Side, range(rules.seating.sides))]
    for bid, took, declarer, bonus in product(range(rules.bid_min, 14), range(14), SEATS, sides):
        tricks = [0, 0, 0, 0]
        tricks[declarer], tricks[(declarer + 1) % 4] = took, 13 - took
        yield score_deal(rules, declarer=declarer, bid=Bid(bid), tricks=tricks, bonus_side=bonus)


@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_exactly_one_side_gains_in_any_deal_between_pairs(rules: RuleSet) -> None:
    if rules.seating is Seating.PAIRS:
        assert {sum(gained > 0 for gained in points) for points in every_deal(rules)} == {1}


@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_no_deal_pays_more_or_costs_more_than_the_rule_set_says(rules: RuleSet) -> None:
    paid = [gained for points in every_deal(rules) for gained in points]

    assert (min(paid), max(paid)) == (least_points(rules), most_points(rules))


@pytest.mark.parametrize(
    ("rules", "least", "most", "swing"),
    [(MOVING_TRUMP, -16, 31, 47), (KIBBI, -16, 31, 47), (ONE_ROUND, 0, 26, 26), (LEVANTINE, -13, 13, 26)],
    ids=lambda value: getattr(value, "key", value),
)
def test_the_most_a_deal_between_pairs_can_change(rules: RuleSet, least: int, most: int, swing: int) -> None:
    deals = list(every_deal(rules))

    assert (least_points(rules), most_points(rules)) == (least, most)
    assert max(abs(ours - theirs) for ours, theirs in deals) == swing


def test_a_one_round_total_never_falls() -> None:
    assert all(min(points) == 0 for points in every_deal(ONE_ROUND))


def test_defenders_who_take_every_trick_are_paid_no_kaboot() -> None:
    """What they are paid is in the vectors 10, 14, 18 and 26."""
    kaboot = replace(MOVING_TRUMP, key="house", score=replace(MOVING_TRUMP.score, kaboot=99))

    for rules in (MOVING_TRUMP, kaboot):
        assert score_deal(rules, declarer=SEATS[0], bid=Bid(7), tricks=(0, 13, 0, 0)) == (-7, 13)


# ---- solo ----


def splits(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share tricks out among seats."""
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in splits(total - first, seats - 1))


def as_told(bid: int, bidder: int, tricks: tuple[int, ...]) -> list[int]:
    """Return the points of a solo deal, sentence by sentence as the game is told."""
    took = tricks[bidder]
    if bid == 13 and took == 13:
        points, own = [0, 0, 0, 0], 26
    elif bid == 13:
        points, own = [2 * each for each in tricks], -16
    elif took == 13:
        points, own = [0, 0, 0, 0], 16
    elif took >= bid:
        points, own = [0, 0, 0, 0], took
    else:
        points, own = list(tricks), -bid
    points[bidder] = own
    return points


@pytest.mark.parametrize("bid", range(7, 14))
def test_solo_pays_as_told_however_the_tricks_are_shared(bid: int) -> None:
    """Every bidder, his tricks from 0 to 13, and every split of the rest: 2240 deals a bid."""
    deals = list(product(SEATS, splits(13, 4)))

    assert len(deals) == 2240
    for bidder, tricks in deals:
        scored = score_deal(SOLO, declarer=bidder, bid=Bid(bid), tricks=tricks)
        assert list(scored) == as_told(bid, bidder, tricks), (bidder, tricks)


def test_in_a_failed_solo_deal_the_others_share_what_the_bidder_did_not_take() -> None:
    for bid, bidder, tricks in product(range(7, 14), SEATS, splits(13, 4)):
        if tricks[bidder] < bid:
            points = score_deal(SOLO, declarer=bidder, bid=Bid(bid), tricks=tricks)
            theirs = sum(points) - points[bidder]
            assert theirs == (13 - tricks[bidder]) * (2 if bid == 13 else 1)


# ---- the bonus, and what is no deal ----


def test_a_kaboot_and_a_bid_of_thirteen_pay_extra_where_the_rules_say_so() -> None:
    def paid(bid: int, took: int) -> tuple[int, ...]:
        tricks = (took, 13 - took, 0, 0)
        return score_deal(MOVING_TRUMP, declarer=SEATS[0], bid=Bid(bid), tricks=tricks)

    assert paid(7, 13) == (16, 0)
    assert paid(13, 13) == (26, 0)
    assert paid(13, 12) == (-16, 2)


@pytest.mark.parametrize(
    "rules", [LEVANTINE, SOLO, ONE_ROUND, edition("moving-trump", 1), edition("kibbi", 1)]
)
def test_rules_without_a_bonus_pay_none(rules: RuleSet) -> None:
    points = score_deal(rules, declarer=SEATS[0], bid=Bid(7), tricks=(7, 6, 0, 0), bonus_side=Side(0))

    assert points == score_deal(rules, declarer=SEATS[0], bid=Bid(7), tricks=(7, 6, 0, 0))


def test_a_bonus_is_flat_and_only_for_a_side_that_gains_by_itself() -> None:
    with_bonus = [gained for points in every_deal(replace(MOVING_TRUMP, honour=100)) for gained in points]
    without = {gained for points in every_deal(edition("moving-trump", 1)) for gained in points}

    assert {gained - 100 for gained in with_bonus if gained > 99} == {
        gained for gained in without if gained > 0
    }


@pytest.mark.parametrize("tricks", [(13, 0, 0), (7, 7, 0, 0), (7, 5, 0, 0), (14, -1, 0, 0)])
def test_tricks_that_do_not_share_out_a_deal_are_a_fault(tricks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="share out"):
        score_deal(LEVANTINE, declarer=SEATS[0], bid=Bid(7), tricks=tricks)
