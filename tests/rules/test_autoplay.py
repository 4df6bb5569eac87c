"""What the table does for a seat whose time ran out."""

import pytest

from games.rules import (
    PASS,
    SEATS,
    Call,
    NameTrump,
    PlayCard,
    Suit,
    apply,
    autoplay,
    longest_suit,
    parse_cards,
    view,
    weakest,
)
from tests.rules.playing import call, card, contracted, dealt, match, play
from tests.rules.presets import EGYPTIAN, LEVANTINE, PRESETS, SOLO


def test_in_the_auction_it_passes() -> None:
    assert autoplay(view(call(dealt(), "7"), SEATS[1])) == Call(PASS)


def test_where_a_pass_is_not_allowed_it_bids_the_lowest() -> None:
    position = call(dealt(rules=SOLO), PASS, PASS, PASS)

    assert autoplay(view(position, SEATS[3])) == Call("7")


def test_as_trump_it_names_the_longest_suit() -> None:
    position = call(dealt(), PASS, "7", PASS, PASS, PASS)

    assert autoplay(view(position, SEATS[1])) == NameTrump(Suit.HEARTS)


def test_of_suits_equally_long_it_names_the_one_with_the_higher_ranks() -> None:
    hand = parse_cards(["2S", "3S", "AS", "4H", "5H", "TH", "9D", "JD"])

    # Spades 2 + 3 + 14 and hearts 4 + 5 + 10 both come to 19: spades stand first.
    assert longest_suit(hand) is Suit.SPADES
    assert longest_suit((*hand, card("TD"))) is Suit.DIAMONDS


def test_of_suits_alike_in_all_it_names_spades_then_hearts_then_diamonds() -> None:
    hand = parse_cards(["AS", "AH", "AD", "AC"])

    assert longest_suit(hand) is Suit.SPADES
    assert longest_suit(hand[1:]) is Suit.HEARTS
    assert longest_suit(hand[2:]) is Suit.DIAMONDS


def test_it_plays_the_lowest_rank() -> None:
    assert weakest(parse_cards(["KH", "5D", "9C"]), Suit.SPADES) == card("5D")


def test_it_keeps_its_trumps_even_low_ones() -> None:
    assert weakest(parse_cards(["2S", "AC"]), Suit.SPADES) == card("AC")


def test_of_equal_ranks_it_plays_clubs_then_diamonds_then_hearts() -> None:
    fives = parse_cards(["5S", "5H", "5D", "5C"])

    assert weakest(fives, None) == card("5C")
    assert weakest(fives[:3], None) == card("5D")
    assert weakest(fives[:2], None) == card("5H")


def test_it_keeps_its_trumps_at_the_table_too() -> None:
    position = play(contracted(trump="S"), "AS", "2H", "2D", "2C")
    void = play(position._replace(play=position.play._replace(turn=SEATS[1])), "3H")
    holding_a_trump = (card("2S"), card("AD"))
    hands = (void.hands[0], void.hands[1], holding_a_trump, void.hands[3])

    seen = view(void._replace(play=void.play._replace(hands=hands)), SEATS[2])

    assert autoplay(seen) == PlayCard(card("AD"))


def test_without_trump_it_plays_the_lowest_rank_of_any_suit() -> None:
    seen = view(play(contracted(rules=EGYPTIAN, trump="N"), "AS"), SEATS[1])

    assert seen["trump"] == "N"
    assert autoplay(seen) == PlayCard(card("2H"))


def test_it_only_plays_what_is_legal() -> None:
    position = play(contracted(trump="H"), "AS")

    assert autoplay(view(position, SEATS[1])) == PlayCard(card("2H"))


def test_it_moves_for_nobody_whose_turn_it_is_not() -> None:
    for seat in SEATS[1:]:
        with pytest.raises(ValueError, match="not to move"):
            autoplay(view(contracted(), seat))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_it_does_is_accepted(seed: int) -> None:
    rules = list(PRESETS.values())[seed % len(PRESETS)]

    for before, *_ in match(rules, seed, 2):
        if before.turn is not None:
            apply(before, before.turn, autoplay(view(before, before.turn)))


def test_a_table_nobody_sits_at_plays_eight_deals_and_is_closed() -> None:
    position = dealt(rules=LEVANTINE)

    for _ in range(4):
        assert position.turn is not None
        position, events = apply(position, position.turn, autoplay(view(position, position.turn)))

    assert events[-1].kind == "all_pass"
