"""How a bot values a hand, and what it bids on it."""

from typing import Any

import pytest

from games.bots import best_trump, bidding, choose, worth
from games.dealing import Stream
from games.rules import PASS, Call, Hand, NameTrump, Suit, names, notation

STREAM = Stream(b"bidding")


def hand(text: str) -> Hand:
    """Return the hand written as spades.hearts.diamonds.clubs."""
    return notation.hand_of(text)


def seen(text: str, *calls: tuple[int, str], legal: str = "P 7 8 9 10 11 12 13") -> dict[str, Any]:
    """Return the view of seat 0 in the auction."""
    return {
        "seat": 0,
        "turn": 0,
        "phase": "auction",
        "hand": names(hand(text)),
        "calls": [list(call) for call in calls],
        "legal": legal.split(),
        "rules": {"seating": "pairs"},
    }


# Worth 6.13, 8.41, 9.95, 11.98 and 13.96 tricks with spades as trump.
WEAK = "K9432.432.432.32"
FAIR = "AKJ32.K32.432.32"
GOOD = "AKQJ2.K32.A32.32"
STRONG = "AKQJT2.A2.A32.K2"
HUGE = "AKQJT987.A.AK.32"


def test_a_hand_is_worth_what_its_features_add_up_to() -> None:
    # 2.15, five trumps at .57, the king .86, and a doubleton .27.
    assert worth(hand(WEAK), Suit.SPADES) == 215 + 5 * 57 + 86 + 27


def test_side_honours_count_when_they_are_guarded() -> None:
    bare = worth(hand("AKQJT98765.K.Q.J"), Suit.SPADES)
    guarded = worth(hand("AKQJT98765.K2..J"), Suit.SPADES)

    # From two singletons to a doubleton and a void: only the king that got a guard adds to it.
    assert bare == worth(hand("AKQJT98765.2.3.4"), Suit.SPADES)
    assert guarded - bare == 59 + 27 + 110 - 2 * 84


@pytest.mark.parametrize(
    ("rank", "value"), [("A", 133), ("K", 86), ("Q", 60), ("J", 36), ("T", 25), ("9", 0)]
)
def test_each_high_trump_is_worth_its_own(rank: str, value: int) -> None:
    plain = worth(hand("65432.432.432.32"), Suit.SPADES)

    assert plain == 215 + 5 * 57 + 27
    assert worth(hand(f"{rank}5432.432.432.32"), Suit.SPADES) == plain + value


@pytest.mark.parametrize(
    ("held", "plain", "value"),
    [
        ("A", "9", 94),
        ("K2", "92", 59),
        ("Q32", "932", 29),
        ("J432", "9432", 11),
        ("K", "9", 0),
        ("Q2", "92", 0),
        ("J32", "932", 0),
    ],
)
def test_a_side_honour_is_worth_its_own_when_guarded(held: str, plain: str, value: int) -> None:
    without = worth(hand(f"65432.{plain}.."), Suit.SPADES)

    assert worth(hand(f"65432.{held}.."), Suit.SPADES) == without + value


@pytest.mark.parametrize(
    ("value", "bid"), [(739, None), (740, 7), (1049, 7), (1050, 8), (1199, 8), (1200, 9)]
)
def test_the_opening_bid_changes_just_where_it_was_measured_to(value: int, bid: int | None) -> None:
    assert bidding._opening(value) == bid


@pytest.mark.parametrize(("value", "bid"), [(849, None), (850, 8)])
def test_a_raise_needs_a_trick_and_a_half_to_spare(value: int, bid: int | None) -> None:
    assert bidding._raise(value, [(3, 7)], None) == bid


def test_the_best_trump_is_the_suit_that_is_worth_most() -> None:
    assert best_trump(hand("AKQJ.T9876.432.2")) is Suit.SPADES
    assert best_trump(hand("5432.T9876.A32.2")) is Suit.HEARTS


def test_a_suit_of_three_is_no_trump_suit_however_good() -> None:
    assert best_trump(hand("AKQ.5432.432.432")) is Suit.HEARTS


def test_of_suits_alike_spades_come_first() -> None:
    assert best_trump(hand("A432.A432.A432.A")) is Suit.SPADES


def test_the_declarer_names_the_suit_it_bid_on() -> None:
    view = {**seen(GOOD), "phase": "trump", "legal": ["S", "H", "D", "C"]}

    assert choose(view, STREAM) == NameTrump(Suit.SPADES)


@pytest.mark.parametrize(
    ("text", "call"), [(WEAK, PASS), (FAIR, "7"), (GOOD, "7"), (STRONG, "8"), (HUGE, "9")]
)
def test_the_opening_bid_grows_with_the_hand(text: str, call: str) -> None:
    assert choose(seen(text), STREAM) == Call(call)


def test_an_opponents_bid_is_raised_with_tricks_to_spare() -> None:
    assert choose(seen(GOOD, (3, "7"), legal="P 8 9 10 11 12 13"), STREAM) == Call("8")
    assert choose(seen(FAIR, (3, "7"), legal="P 8 9 10 11 12 13"), STREAM) == Call(PASS)
    assert choose(seen(GOOD, (3, "9"), legal="P 10 11 12 13"), STREAM) == Call(PASS)


def test_a_partners_bid_is_left_alone() -> None:
    view = seen(HUGE, (2, "7"), (3, PASS), legal="P 8 9 10 11 12 13")

    assert choose(view, STREAM) == Call(PASS)


def test_an_opponent_over_the_partner_is_raised_again() -> None:
    view = seen(HUGE, (2, "7"), (3, "8"), legal="P 9 10 11 12 13")

    assert choose(view, STREAM) == Call("9")


def test_in_solo_nobody_is_a_partner() -> None:
    view = {**seen(HUGE, (2, "7"), legal="P 8 9 10 11 12 13"), "rules": {"seating": "solo"}}

    assert choose(view, STREAM) == Call("8")


def test_where_it_may_not_pass_it_bids_the_lowest() -> None:
    assert choose(seen(WEAK, legal="7 8 9 10 11 12 13"), STREAM) == Call("7")


def test_a_hand_worth_more_than_can_be_bid_passes() -> None:
    view = seen("AKQJT98765432...", (3, "13"), legal="P")

    assert choose(view, STREAM) == Call(PASS)


def test_after_thirteen_it_passes() -> None:
    assert choose(seen(HUGE, (3, "13"), legal="P"), STREAM) == Call(PASS)
