"""How a bot plays its cards."""

from collections import Counter
from typing import Any

import pytest

from games.bots import choose
from games.dealing import Stream
from games.rules import PlayCard, Ready, legal_cards, parse_card

STREAM = Stream(b"play")


def seen(
    hand: str,
    *,
    trick: str = "",
    trump: str = "S",
    declarer: int = 0,
    gone: str = "",
    seating: str = "pairs",
) -> dict[str, Any]:
    """Return the view of seat 0 to play; the trick was led by whom it takes to make it 0's turn."""
    cards, laid = hand.split(), trick.split()
    plays = [[(4 - len(laid) + at) % 4, card] for at, card in enumerate(laid)]
    return {
        "seat": 0,
        "turn": 0,
        "phase": "play",
        "hand": cards,
        "legal": legal_cards(cards, laid[0][1] if laid else None),
        "trick": plays,
        "trump": trump,
        "played": [[1, card] for card in gone.split()] + plays,
        "contract": {"declarer": declarer, "bid": 7},
        "rules": {"seating": seating},
    }


def played(hand: str, **situation: str | int) -> str:
    """Return the card a bot plays."""
    view = seen(hand, **situation)  # type: ignore[arg-type]  # the keywords of seen()
    action = choose(view, STREAM)
    assert isinstance(action, PlayCard)
    legal: list[str] = view["legal"]
    return next(card for card in legal if parse_card(card) == action.card)


# ---- leading ----


def test_the_declarer_draws_trumps_with_the_highest() -> None:
    assert played("AS KS 2S AH 3D") == "AS"


def test_the_declarers_partner_draws_them_too() -> None:
    assert played("AS KS 2S AH 3D", declarer=2) == "AS"


def test_a_defender_does_not_draw_trumps() -> None:
    assert played("AS KS 2S AH 3D", declarer=1) == "AH"


def test_without_the_master_trump_they_are_drawn_only_when_enough_are_left() -> None:
    lower = "QS JS TS 9S"
    few_out = "AS 2S 3S 4S 5S 6S 8S"

    assert played(f"{lower} AH", gone="") == "AH"
    assert played(f"{lower} AH", gone=few_out) == "9S"
    assert played(f"{lower} AH", gone="AS 2S 3S 4S 5S") == "AH"


def test_trumps_nobody_else_holds_are_not_led() -> None:
    gone = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"

    assert played("AS 2S AH 3D", gone=gone) == "AH"


def test_a_card_becomes_a_master_when_the_higher_ones_are_gone() -> None:
    assert played("QH 2D 3D 4D", declarer=1, gone="AH KH") == "QH"


def test_the_master_least_likely_to_be_ruffed_is_cashed_first() -> None:
    gone = "KH QH JH TH"

    assert played("AH AD", declarer=1, gone=gone) == "AD"


def test_with_no_master_the_lowest_of_the_longest_suit_is_led() -> None:
    assert played("KH 9H 3H 2D QC 4C", declarer=1) == "3H"


def test_with_trumps_alone_the_lowest_is_led() -> None:
    assert played("KS 3S 2S", declarer=1) == "2S"


# ---- following ----


def test_second_plays_low() -> None:
    assert played("AH KH 2H", trick="TH") == "2H"


def test_third_plays_high() -> None:
    assert played("KH TH 2H", trick="5H 9H") == "KH"


def test_third_plays_low_when_it_cannot_win() -> None:
    assert played("KH TH 2H", trick="5H AH") == "2H"


def test_third_plays_low_under_the_partners_master() -> None:
    assert played("KH TH 2H", trick="AH 9H") == "2H"


def test_third_plays_low_when_the_trick_was_ruffed() -> None:
    assert played("AH 2H", trick="5H 2S") == "2H"


def test_fourth_wins_as_cheaply_as_it_can() -> None:
    assert played("AH QH JH 2H", trick="5H 9H TH") == "JH"


def test_fourth_plays_low_when_the_partner_has_won() -> None:
    assert played("AH QH JH 2H", trick="5H TH 9H") == "2H"


def test_fourth_plays_low_when_it_cannot_win() -> None:
    assert played("QH JH 2H", trick="5H 9H AH") == "2H"


# ---- out of the suit ----


@pytest.mark.parametrize("trick", ["AH", "5H AH", "5H 9H AH", "9H 5H TH"])
def test_an_opponents_trick_is_ruffed_with_the_lowest_trump_that_wins(trick: str) -> None:
    assert played("AS 3S 2S 4D", trick=trick) == "2S"


def test_a_ruff_goes_over_another() -> None:
    assert played("AS 3S 2S 4D", trick="5H 9H TS") == "AS"


def test_a_trick_the_partner_has_won_is_never_ruffed() -> None:
    assert played("AS 3S 2S 4D", trick="5H TH 9H") == "4D"
    assert played("AS 3S 2S 4D", trick="AH 9H") == "4D"


def test_a_ruff_that_cannot_win_is_not_wasted() -> None:
    assert played("3S 2S 4D", trick="5H 9H TS") == "4D"


def test_in_solo_the_player_opposite_is_ruffed_like_any_other() -> None:
    assert played("AS 3S 2S 4D", trick="5H TH 9H", seating="solo") == "2S"


def test_a_discard_is_the_lowest_card_and_no_trump() -> None:
    assert played("2S KD 9D 5C", trick="AH 9H") == "5C"


def test_of_equally_low_discards_any_may_go() -> None:
    view = seen("KD 5D 5C", trick="AH 9H")

    chosen = Counter(choose(view, Stream(f"{seed}".encode())) for seed in range(60))

    assert set(chosen) == {PlayCard(parse_card("5D")), PlayCard(parse_card("5C"))}


def test_with_nothing_but_trumps_under_the_partners_trick_the_lowest_goes() -> None:
    assert played("KS 3S", trick="AH 9H") == "3S"


# ---- whatever the moment ----


def test_after_a_deal_it_is_ready() -> None:
    view = {"phase": "result", "turn": None, "seat": 2}

    assert choose(view, STREAM) == Ready()


def test_it_moves_for_nobody_whose_turn_it_is_not() -> None:
    with pytest.raises(ValueError, match="seat 1 is not to move"):
        choose({**seen("AS 2H"), "seat": 1}, STREAM)
