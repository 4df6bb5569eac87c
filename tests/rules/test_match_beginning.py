"""How a match and its deals begin."""

from typing import Any

import pytest

from games.rules import (
    PACK,
    SEATS,
    BadDeal,
    CapNotAllowed,
    Card,
    Deal,
    Phase,
    Position,
    TargetNotAllowed,
    apply,
)
from tests.rules.playing import (
    SUIT_EACH,
    dealt,
    kinds,
)
from tests.rules.presets import LEVANTINE, SOLO


def test_a_match_begins_waiting_for_its_first_deal() -> None:
    position = Position.begin(LEVANTINE, dealer=SEATS[2])

    assert position.phase is Phase.DEAL
    assert (position.dealer, position.deal_number, position.turn) == (2, 1, None)
    assert (position.target, position.cap, position.totals) == (31, 50, (0, 0))
    assert position.outcome.state == "open"


def test_a_match_may_have_a_cap_of_its_own() -> None:
    assert Position.begin(LEVANTINE, dealer=SEATS[0], cap=6).cap == 6


def test_a_target_the_rules_do_not_know_is_refused() -> None:
    """Vector 114."""
    with pytest.raises(TargetNotAllowed) as refused:
        Position.begin(SOLO, dealer=SEATS[0], target=41)

    targets = [Position.begin(SOLO, dealer=SEATS[0], target=target).target for target in (None, 31, 51, 61)]
    assert targets == [31, 31, 51, 61]
    assert refused.value.params == {"target": 41, "allowed": [31, 51, 61]}


def test_a_cap_below_one_is_refused() -> None:
    with pytest.raises(CapNotAllowed):
        Position.begin(LEVANTINE, dealer=SEATS[0], cap=0)


def test_the_log_opens_with_all_the_match_was_begun_with() -> None:
    opening = Position.begin(LEVANTINE, dealer=SEATS[2], cap=6).opening

    assert (opening.kind, opening.seat) == ("match", None)
    assert opening.data == {
        "rules": "levantine",
        "version": 1,
        "digest": LEVANTINE.digest,
        "rule_set": LEVANTINE.to_data(),
        "target": 31,
        "cap": 6,
        "dealer": 2,
    }


# ---- dealing ----


def test_a_deal_gives_thirteen_cards_to_each_and_the_turn_to_the_seat_after_the_dealer() -> None:
    start = Position.begin(LEVANTINE, dealer=SEATS[1])

    position, events = apply(start, None, SUIT_EACH)

    assert position.phase is Phase.AUCTION
    assert position.turn == 2
    assert [len(hand) for hand in position.hands] == [13, 13, 13, 13]
    assert kinds(events) == ["deal"]
    assert events[0].data["deal"] == 1
    assert events[0].data["dealer"] == 1
    assert events[0].data["commitment"] == "promised"
    assert events[0].data["hands"][1][0] == "2H"


def test_hands_are_kept_in_order_however_they_were_dealt() -> None:
    hands = tuple(tuple(reversed(hand)) for hand in SUIT_EACH.hands)

    position = dealt(Deal(hands))

    assert position.hands == SUIT_EACH.hands


def test_hands_may_be_given_as_numbers() -> None:
    deal = Deal.of_numbers([range(13), range(13, 26), range(26, 39), range(39, 52)], "promised")

    assert deal == SUIT_EACH
    assert Deal.of_numbers([]).commitment == ""


@pytest.mark.parametrize(
    "hands",
    [
        SUIT_EACH.hands[:3],
        (*SUIT_EACH.hands, ()),
        (PACK[:14], PACK[14:26], PACK[26:39], PACK[39:]),
        (PACK[:13], PACK[:13], PACK[26:39], PACK[39:]),
        ((Card(52), *PACK[1:13]), PACK[13:26], PACK[26:39], PACK[39:]),
    ],
)
def test_a_deal_that_is_not_the_whole_pack_is_refused(hands: Any) -> None:
    with pytest.raises(BadDeal):
        dealt(Deal(hands))
