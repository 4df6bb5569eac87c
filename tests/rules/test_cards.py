"""The pack: what a card is, and what it is as text."""

import pytest

from games.rules import (
    PACK,
    RANK_OF,
    SUIT_OF,
    BadCard,
    BadSuit,
    Suit,
    names,
    parse_card,
    parse_cards,
    parse_suit,
)


def test_the_pack_is_fifty_two_cards_of_four_suits_and_thirteen_ranks() -> None:
    kinds = {(SUIT_OF[card], RANK_OF[card]) for card in PACK}

    assert len(PACK) == 52
    assert kinds == {(suit, rank) for suit in Suit for rank in range(13)}


def test_in_every_suit_the_ace_is_high_and_the_deuce_is_low() -> None:
    for letter in "SHDC":
        suit = [parse_card(rank + letter) for rank in "23456789TJQKA"]

        assert [RANK_OF[card] for card in suit] == list(range(13))
        assert {SUIT_OF[card] for card in suit} == {parse_suit(letter)}


def test_a_card_is_its_suit_times_thirteen_and_its_rank() -> None:
    assert parse_card("2S") == 0
    assert parse_card("TH") == 21
    assert parse_card("AC") == 51


def test_every_card_reads_back_from_its_name() -> None:
    assert parse_cards(names(PACK)) == PACK
    assert len(set(names(PACK))) == 52


@pytest.mark.parametrize("text", ["", "10H", "1H", "th", "HT", "AX", " AS", "AS ", 7, None, ["AS"]])
def test_what_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard) as refused:
        parse_card(text)

    assert refused.value.code == "bad_card"
    assert refused.value.params == {"card": text}


@pytest.mark.parametrize("text", ["", "s", "SH", "N", 0, None])
def test_what_names_no_suit_is_refused(text: str) -> None:
    with pytest.raises(BadSuit) as refused:
        parse_suit(text)

    assert refused.value.code == "bad_suit"


def test_suits_have_a_letter_each() -> None:
    assert [suit.letter for suit in Suit] == ["S", "H", "D", "C"]
