"""How a bot plays its cards."""

from collections import Counter

import pytest

from games.bots import choose
from games.dealing import Stream
from games.rules import RULESETS, PlayCard, Ready, RuleSet, parse_card
from tests.bots.seats import LEVANTINE, STREAM, playing

SOLO, EGYPTIAN = RULESETS["solo"], RULESETS["egyptian-no-trump"]


def played(hand: str, *, rules: RuleSet = LEVANTINE, **situation: str | int) -> str:
    """Return the card a bot plays."""
    view = playing(hand, **situation)  # type: ignore[arg-type]  # the keywords of playing()
    action = choose(view, STREAM, rules)
    assert isinstance(action, PlayCard)
    legal: list[str] = view["legal"]
    return next(card for card in legal if parse_card(card) == action.card)


# ---- leading ----


def test_the_declarer_draws_trumps_with_the_highest() -> None:
    assert played("AS KS 2S AH 3D") == "AS"


def test_the_declarer_draws_them_with_the_lowest_when_the_highest_would_lose() -> None:
    assert played("QS 9S 2S AH 3D") == "2S"


def test_of_high_trumps_that_touch_the_first_is_led_to_drive_out_the_master() -> None:
    assert played("KS QS 2S AH 3D") == "KS"


def test_a_last_trump_is_kept_to_ruff_with() -> None:
    assert played("QS AH 3D") == "AH"


def test_the_declarers_partner_leads_a_master_trump_only() -> None:
    assert played("AS KS 2S AH 3D", declarer=2) == "AS"
    assert played("QS 9S 2S AH 3D", declarer=2) == "AH"


def test_the_declarers_partner_leads_trumps_when_it_has_most_of_them() -> None:
    gone = "3S 4S 5S 6S 7S 8S JS AS"

    assert played("QS TS 9S 2S AH", declarer=2, gone=gone) == "2S"


def test_a_defender_does_not_draw_trumps() -> None:
    assert played("AS KS 2S AH 3D", declarer=1) == "AH"


def test_trumps_nobody_else_holds_are_not_led() -> None:
    gone = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H"

    assert played("AS 2S AH 3D", gone=gone) == "AH"


def test_trumps_are_not_led_to_opponents_who_are_out_of_them() -> None:
    # Seats 1 and 3 threw hearts on a trump: those still out are the partner's.
    assert played("AS KS AH 3D", gone="2S 2H 3S 3H") == "AH"


def test_a_card_becomes_a_master_when_the_higher_ones_are_gone() -> None:
    assert played("QH 2D 3D 4D", declarer=1, gone="2H AH 3H KH") == "QH"


def test_the_master_least_likely_to_be_ruffed_is_cashed_first() -> None:
    assert played("AH AD", declarer=1, gone="KH QH JH TH") == "AD"


def test_with_no_master_the_lowest_of_the_longest_suit_is_led() -> None:
    assert played("KH 9H 3H 2D QC 4C", declarer=1) == "3H"


def test_of_high_cards_that_touch_the_first_is_led() -> None:
    assert played("9H 5H 3H KC QC", declarer=1) == "KC"


def test_a_suit_that_an_opponent_ruffs_is_not_led() -> None:
    # Seat 1 threw a diamond on a heart.
    assert played("JH 9H 3H 2D QC 4C", declarer=1, gone="2H 3D 4H 5H") == "4C"


def test_with_trumps_alone_the_lowest_is_led_unless_the_highest_wins() -> None:
    assert played("KS 3S 2S", declarer=1) == "2S"
    assert played("AS 3S 2S", declarer=1) == "AS"


def test_without_trump_the_longest_suit_is_led_until_it_is_good() -> None:
    assert played("AH KD 9D 5D 3D QC", trump="N", rules=EGYPTIAN) == "3D"
    assert played("AH KD 9D 5D 3D QC", trump="N", rules=EGYPTIAN, gone="AD 2D 4D 6D") == "KD"


def test_without_trump_and_a_long_suit_masters_are_cashed() -> None:
    assert played("AH 5D 3D QC", trump="N", rules=EGYPTIAN) == "AH"


# ---- following ----


def test_second_plays_low() -> None:
    assert played("AH KH 2H", trick="9H") == "2H"


def test_second_takes_a_high_card_where_that_is_certain() -> None:
    assert played("AH KH 2H", trick="TH") == "KH"
    assert played("KH 2H", trick="TH") == "2H"


def test_third_plays_high() -> None:
    assert played("KH TH 2H", trick="5H 9H") == "KH"


def test_third_plays_low_when_it_cannot_win() -> None:
    assert played("KH TH 2H", trick="5H AH") == "2H"


@pytest.mark.parametrize("partner", ["AH", "JH"])
def test_third_plays_low_under_the_partners_high_card(partner: str) -> None:
    assert played("KH QH 2H", trick=f"{partner} 9H") == "2H"


def test_third_plays_low_when_the_trick_was_ruffed() -> None:
    assert played("AH 2H", trick="5H 2S") == "2H"


def test_third_finesses_against_the_one_card_between() -> None:
    assert played("AH QH 2H", trick="5H 9H") == "QH"
    assert played("AH JH 2H", trick="5H 9H") == "AH"


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
    assert played("AS 3S 2S 4D", trick="5H TH 9H", rules=SOLO) == "2S"


def test_in_solo_the_player_opposite_is_outplayed_like_any_other() -> None:
    assert played("AH QH 2H", trick="5H KH 9H", rules=SOLO, declarer=1) == "AH"


def test_a_discard_is_the_lowest_card_and_no_trump() -> None:
    assert played("2S KD 9D 5C", trick="AH 9H") == "5C"


def test_a_card_that_guards_a_high_one_is_kept() -> None:
    assert played("KD 3D 7C 6C", trick="AH 9H") == "6C"


def test_a_card_that_wins_is_kept() -> None:
    gone = "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D"

    assert played("2D 9C 8C 7C", trick="AH 9H", gone=gone) == "7C"


def test_of_equally_low_discards_any_may_go() -> None:
    view = playing("9D 5D 9C 5C", trick="AH 9H")

    chosen = Counter(choose(view, Stream(f"{seed}".encode()), LEVANTINE) for seed in range(60))

    assert set(chosen) == {PlayCard(parse_card("5D")), PlayCard(parse_card("5C"))}


def test_with_nothing_but_trumps_under_the_partners_trick_the_lowest_goes() -> None:
    assert played("QS 3S", trick="AH 9H") == "3S"


# ---- whatever the moment ----


def test_after_a_deal_it_is_ready() -> None:
    view = {"phase": "result", "turn": None, "seat": 2}

    assert choose(view, STREAM, LEVANTINE) == Ready()


def test_it_moves_for_nobody_whose_turn_it_is_not() -> None:
    with pytest.raises(ValueError, match="seat 1 is not to move"):
        choose({**playing("AS 2H"), "seat": 1}, STREAM, LEVANTINE)
