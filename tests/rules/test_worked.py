"""Worked deals: what explains a rule set is what the rules pay."""

from dataclasses import replace

import pytest

from games.rules import RuleSet, worked_deal, worked_deals
from tests.rules.presets import EVERY_EDITION, LEVANTINE, MOVING_TRUMP, ONE_ROUND, SOLO


def figures(rules: RuleSet) -> dict[str, tuple[int, int]]:
    """Return what each worked deal pays: to those who bid, and to the others."""
    return {deal.name: (deal.won, deal.theirs) for deal in worked_deals(rules)}


def test_the_worked_deals_of_levantine() -> None:
    assert figures(LEVANTINE) == {
        "made": (8, 0),
        "kaboot": (8, 0),
        "set": (-8, 7),
        "highest_made": (13, 0),
        "highest_set": (-13, 2),
    }


def test_the_worked_deals_show_the_bonus_where_there_is_one() -> None:
    assert figures(MOVING_TRUMP) == {
        "made": (10, 0),
        "kaboot": (16, 0),
        "set": (-8, 7),
        "highest_made": (26, 0),
        "highest_set": (-16, 4),
        "honour": (15, 0),
    }


def test_the_worked_deals_of_the_others() -> None:
    assert figures(ONE_ROUND)["set"] == (0, 13)
    assert figures(SOLO)["highest_set"] == (-16, 4)


def test_a_bid_met_exactly_is_made_and_its_bonus_goes_to_who_made_it() -> None:
    worked = worked_deal(MOVING_TRUMP, "made", bid=9, took=9, honour=True)

    assert (worked.won, worked.theirs, worked.honour) == (14, 0, True)
    assert not worked_deal(MOVING_TRUMP, "made", bid=9, took=9).honour


def test_the_lowest_bids_are_set_by_taking_nothing() -> None:
    low = replace(LEVANTINE, key="house", bid_min=1, bid_max=1)

    assert [(deal.bid, deal.took) for deal in worked_deals(low) if deal.won < 0] == [(1, 0), (1, 0)]


def test_a_bonus_goes_to_the_side_that_gains() -> None:
    worked = worked_deal(MOVING_TRUMP, "set", bid=9, took=8, honour=True)

    assert (worked.won, worked.theirs) == (-9, 10)


@pytest.mark.parametrize("bids", [(1, 1), (5, 9), (13, 13)])
@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_any_range_of_bids_can_be_worked(rules: RuleSet, bids: tuple[int, int]) -> None:
    narrow = replace(rules, key="house", bid_min=bids[0], bid_max=bids[1])

    deals = worked_deals(narrow)

    assert len(deals) == (6 if rules.honour else 5)
    assert all(bids[0] <= deal.bid <= bids[1] and 0 <= deal.took <= 13 for deal in deals)
