"""The play of the cards, as a value that takes one card after another."""

import pytest

from games.rules import (
    NO_TRUMP,
    PACK,
    SEATS,
    Card,
    MustFollowSuit,
    NotYourCard,
    NotYourTurn,
    Play,
    Suit,
    Trick,
)
from tests.rules.playing import SUIT_EACH, card

# Seat 0 holds the spades, seat 1 the hearts, seat 2 the diamonds and seat 3 the clubs.
START = Play(SUIT_EACH.hands, SEATS[0], Suit.HEARTS)
MIXED = Play(((card("AS"), card("2H")), (card("3S"), card("KH")), (), ()), SEATS[1])


def laid(play: Play, *cards: str) -> Play:
    """Return the play after cards, each by the seat whose turn it is."""
    for name in cards:
        play = play.lay(play.turn, card(name))
    return play


def test_any_card_may_be_led_and_the_suit_led_is_followed() -> None:
    assert MIXED.legal() == MIXED.hands[1]
    assert laid(MIXED, "KH")._replace(turn=SEATS[0]).legal() == (card("2H"),)


def test_without_the_suit_led_any_card_may_be_played() -> None:
    assert laid(START, "2S").legal() == START.hands[1]


def test_a_card_of_another_suit_is_refused_to_who_could_follow() -> None:
    play = laid(MIXED, "KH")._replace(turn=SEATS[0])

    with pytest.raises(MustFollowSuit):
        play.lay(SEATS[0], card("AS"))


def test_a_seat_plays_in_its_turn_and_what_it_holds() -> None:
    with pytest.raises(NotYourTurn):
        START.lay(SEATS[1], card("2H"))
    with pytest.raises(NotYourCard) as refused:
        START.lay(SEATS[0], card("2H"))

    assert refused.value.params == {"card": "2H"}


def test_what_is_no_card_is_refused_by_what_it_is() -> None:
    with pytest.raises(NotYourCard) as refused:
        START.lay(SEATS[0], Card(52))

    assert refused.value.params == {"card": "52"}


def test_who_takes_a_trick_leads_the_next() -> None:
    play = laid(START, "AS", "2H", "AD", "AC")

    assert play.turn == SEATS[1]
    assert play.tricks == (Trick(SEATS[0], tuple(map(card, ("AS", "2H", "AD", "AC")))),)
    assert play.tricks_won == (0, 1, 0, 0)
    assert play.trick == Trick(SEATS[1])


def test_without_trump_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    play = laid(START._replace(trump=NO_TRUMP), "2S", "AH", "AD", "AC")

    assert play.tricks_won == (1, 0, 0, 0)


def test_every_card_is_kept_with_the_seat_that_played_it() -> None:
    play = laid(START, "AS", "2H", "AD", "AC", "3H")

    assert [seat for seat, _ in play.played] == [0, 1, 2, 3, 1]
    held = [card for hand in play.hands for card in hand]
    assert sorted(held + [card for _, card in play.played]) == [*PACK]
