"""How a bot values a hand, and the trump it names."""

from dataclasses import replace

import pytest

from games.bots import best_trump, choose, worth
from games.rules import NO_TRUMP, RULESETS, NameTrump, Seating, Suit
from tests.bots.seats import LEVANTINE, STREAM, calling, hand

EGYPTIAN, KIBBI, SOLO = RULESETS["egyptian-no-trump"], RULESETS["kibbi"], RULESETS["solo"]
WEAK = "K9432.432.432.32"


def test_a_hand_is_worth_what_its_features_add_up_to() -> None:
    # 2.71, five trumps at .55, the king .52, and a doubleton .19.
    assert worth(hand(WEAK), Suit.SPADES) == 271 + 5 * 55 + 52 + 19


def test_alone_a_hand_is_worth_its_own_tricks_only() -> None:
    assert worth(hand(WEAK), Suit.SPADES, Seating.SOLO) == -251 + 5 * 87 + 79 + 18


def test_without_trump_high_cards_count_and_nothing_else() -> None:
    assert worth(hand("AK432.QJ2.J432.2"), NO_TRUMP) == 435 + 85 + 77 + 44 + 18
    assert worth(hand("AK432.QJ2.J432.2"), NO_TRUMP, Seating.SOLO) == 15 + 122 + 107 + 69 + 39


def test_side_honours_count_when_they_are_guarded() -> None:
    bare = worth(hand("AKQJT98765.K.Q.J"), Suit.SPADES)
    guarded = worth(hand("AKQJT98765.K2..J"), Suit.SPADES)

    # From two singletons to a doubleton and a void: only the king that got a guard adds to it.
    assert bare == worth(hand("AKQJT98765.2.3.4"), Suit.SPADES)
    assert guarded - bare == 52 + 19 + 76 - 2 * 48


@pytest.mark.parametrize(("rank", "value"), [("A", 76), ("K", 52), ("Q", 38), ("J", 21), ("T", 11), ("9", 0)])
def test_each_high_trump_is_worth_its_own(rank: str, value: int) -> None:
    plain = worth(hand("65432.432.432.32"), Suit.SPADES)

    assert worth(hand(f"{rank}5432.432.432.32"), Suit.SPADES) == plain + value


@pytest.mark.parametrize(
    ("held", "plain", "value"),
    [
        ("A", "9", 75),
        ("K2", "92", 52),
        ("Q32", "932", 37),
        ("J432", "9432", 20),
        ("K", "9", 0),
        ("Q2", "92", 0),
        ("J32", "932", 0),
    ],
)
def test_a_side_honour_is_worth_its_own_when_guarded(held: str, plain: str, value: int) -> None:
    without = worth(hand(f"65432.{plain}.."), Suit.SPADES)

    assert worth(hand(f"65432.{held}.."), Suit.SPADES) == without + value


def test_the_longest_suit_is_named_and_of_equals_the_one_with_the_higher_cards() -> None:
    assert best_trump(hand("AKQJ.T9876.43.32"), LEVANTINE) is Suit.HEARTS
    assert best_trump(hand("T9876.AKQJ2.43.2"), LEVANTINE) is Suit.HEARTS
    assert best_trump(hand("A432.A432.A432.A"), LEVANTINE) is Suit.SPADES


def test_a_fixed_trump_is_the_only_one() -> None:
    assert best_trump(hand("AKQJT9876.2.3.4"), KIBBI) is Suit.HEARTS


def test_no_trump_is_named_where_it_is_offered_and_worth_more() -> None:
    high = "AKQ2.AK2.KQ2.KQ2"

    assert best_trump(hand(high), EGYPTIAN) is NO_TRUMP
    assert best_trump(hand(high), LEVANTINE) is Suit.SPADES
    assert best_trump(hand("AKQJT9.K32.32.32"), EGYPTIAN) is Suit.SPADES


def test_no_trump_alone_is_measured_by_the_tricks_of_one_hand() -> None:
    offered = replace(SOLO, no_trump=True)

    assert best_trump(hand("AKQJ.AK32.AK2.AK"), offered) is NO_TRUMP
    assert best_trump(hand("AJ9432.K32.32.32"), offered) is Suit.SPADES


def test_the_declarer_names_the_suit_it_bid_on() -> None:
    view = {**calling("AKQJ2.K32.A32.32"), "phase": "trump", "legal": ["S", "H", "D", "C"]}

    assert choose(view, STREAM, LEVANTINE) == NameTrump(Suit.SPADES)
