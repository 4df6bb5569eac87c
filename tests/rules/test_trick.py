"""A trick: who may play what, and who takes it."""

from itertools import product

import pytest

from games.rules import PACK, SEATS, BadCard, BadSuit, Suit, Trick, legal_cards, trick_winner
from tests.rules.playing import card


def won_by(*cards: str, trump: str | None = "S") -> str:
    """Return the card that takes a trick led by seat 2."""
    plays = [(SEATS[(2 + at) % 4], name) for at, name in enumerate(cards)]
    return dict(plays)[trick_winner(plays, trump)]


def test_without_a_trump_the_highest_card_of_the_suit_led_wins() -> None:
    for trump in ("S", "N", None):
        assert won_by("9H", "TH", "JH", "8H", trump=trump) == "JH"


def test_the_deuce_of_trumps_beats_an_ace_of_another_suit() -> None:
    assert won_by("AH", "KH", "2S", "QH") == "2S"


def test_between_two_trumps_the_higher_wins_whichever_came_first() -> None:
    assert won_by("AH", "3S", "2S", "QH") == "3S"
    assert won_by("AH", "2S", "3S", "QH") == "3S"


def test_neither_jack_nor_nine_of_trumps_jumps_to_the_top() -> None:
    assert won_by("9S", "JS", "QS", "TS") == "QS"


def test_a_card_that_is_neither_of_the_suit_led_nor_a_trump_never_wins() -> None:
    """Case O-15."""
    assert won_by("2H", "AD", "KD", "AC") == "2H"
    assert won_by("JC", "KD", "3C", "QH") == "JC"


def test_any_trick_goes_to_the_highest_trump_or_else_to_the_highest_of_the_suit_led() -> None:
    cards = ["2S", "AS", "3H", "KH", "4D", "QD"]

    for trick in product(cards, repeat=3):
        if len(set(trick)) == 3:
            trumps = [name for name in trick if name[1] == "S"]
            following = [name for name in trick if name[1] == trick[0][1]]

            assert won_by(*trick) == max(trumps or following, key=lambda name: card(name) % 13)


def test_the_suit_led_has_to_be_followed_if_held() -> None:
    """Case O-15."""
    assert legal_cards(["2H", "AS"], "H") == ["2H"]
    assert legal_cards(["4H", "KH", "2S", "9D"], "H") == ["4H", "KH"]


def test_out_of_the_suit_led_any_card_may_be_played() -> None:
    assert legal_cards(["AS", "3D"], "H") == ["AS", "3D"]


def test_nobody_has_to_beat_a_trump_already_played() -> None:
    assert legal_cards(["2S", "3D"], "H") == ["2S", "3D"]


def test_any_card_may_be_led() -> None:
    assert legal_cards(["2H", "AS", "3D"], None) == ["2H", "AS", "3D"]


def test_what_is_no_card_or_suit_is_refused_at_the_door() -> None:
    with pytest.raises(BadCard):
        legal_cards(["2X"], "H")
    with pytest.raises(BadSuit) as refused:
        legal_cards(["2H"], "X")
    assert refused.value.params == {"suit": "X"}
    with pytest.raises(BadSuit):
        trick_winner([(SEATS[0], "2H")], "hearts")


def test_a_trick_knows_who_played_which_card() -> None:
    trick = Trick(SEATS[3], PACK[:2])

    assert trick.plays == ((3, PACK[0]), (0, PACK[1]))
    assert trick.led is Suit.SPADES
    assert Trick(SEATS[3]).led is None
