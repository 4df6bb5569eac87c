"""What a deal pays."""

import json
from pathlib import Path

import pytest

from games.rules import SEATS, Bid, score_deal
from tests.rules.presets import LEVANTINE, MOVING_TRUMP, PRESETS, SOLO

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text())
GRID = [(key, *row) for key, rows in VECTORS["scores"].items() for row in rows]


@pytest.mark.parametrize(("key", "bid", "taken", "declarers", "defenders"), GRID)
def test_a_deal_pays_what_the_vector_says(
    key: str, bid: int, taken: int, declarers: int, defenders: int
) -> None:
    tricks = (taken // 2, 13 - taken, taken - taken // 2, 0)

    points = score_deal(PRESETS[key], declarer=SEATS[2], bid=Bid(bid), tricks=tricks)

    assert points == (declarers, defenders)


@pytest.mark.parametrize(("bid", "bidder", "tricks", "points"), VECTORS["solo"])
def test_a_solo_deal_pays_what_the_vector_says(
    bid: int, bidder: int, tricks: list[int], points: list[int]
) -> None:
    scored = score_deal(SOLO, declarer=SEATS[bidder], bid=Bid(bid), tricks=tricks)

    assert list(scored) == points


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


def test_exactly_one_side_gains_in_any_deal_between_pairs() -> None:
    for key, bid, _, declarers, defenders in GRID:
        assert [declarers > 0, defenders > 0].count(True) == 1, (key, bid)


def test_no_deal_pays_or_costs_more_than_thirteen() -> None:
    points = [points for key, _, _, *both in GRID if key == "levantine" for points in both]

    assert min(points) == -13
    assert max(points) == 13


def test_a_kaboot_and_a_bid_of_thirteen_pay_extra_where_the_rules_say_so() -> None:
    def paid(bid: int, took: int) -> tuple[int, ...]:
        tricks = (took, 13 - took, 0, 0)
        return score_deal(MOVING_TRUMP, declarer=SEATS[0], bid=Bid(bid), tricks=tricks)

    assert paid(7, 13) == (16, 0)
    assert paid(13, 13) == (26, 0)
    assert paid(13, 12) == (-16, 2)


def test_no_set_shipped_pays_a_bonus() -> None:
    points = score_deal(LEVANTINE, declarer=SEATS[0], bid=Bid(7), tricks=(7, 6, 0, 0), bonus_side=None)

    assert points == (7, 0)


@pytest.mark.parametrize("tricks", [(13, 0, 0), (7, 7, 0, 0), (7, 5, 0, 0), (14, -1, 0, 0)])
def test_tricks_that_do_not_share_out_a_deal_are_a_fault(tricks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="share out"):
        score_deal(LEVANTINE, declarer=SEATS[0], bid=Bid(7), tricks=tricks)
