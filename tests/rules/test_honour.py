"""The bonus for the king of hearts, from the card that earns it to the score that pays it or not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    PACK,
    PASS,
    SEATS,
    SPECTATOR,
    SUITS,
    Card,
    Deal,
    Event,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    RuleSet,
    Suit,
    apply,
    edition,
    honour_earned,
    honour_side,
    parse_trump,
    view,
    winning_play,
)
from tests.rules.playing import SUIT_EACH, call, card, dealt, legal, play, steps
from tests.rules.presets import KIBBI, MOVING_TRUMP

SPADES, HEARTS, DIAMONDS, CLUBS = SUIT_EACH.hands
# Seat 1 leads the king of hearts, and seat 0, with no heart, takes it with the ace of spades.
RUFFED = Deal(
    (
        (card("AS"), *DIAMONDS[:12]),
        (card("KH"), *SPADES[:12]),
        tuple({*HEARTS, card("AD")} - {card("KH")}),
        CLUBS,
    )
)


def led_by_seat_one(bid: str, rules: RuleSet = MOVING_TRUMP, deal: Deal = RUFFED) -> Position:
    """Return seat 1 about to lead, with spades as trump, the contract of this bid."""
    position = call(dealt(deal, rules=rules), PASS, bid)
    while position.phase is Phase.AUCTION:
        position = call(position, PASS)
    return apply(position, SEATS[1], NameTrump(parse_trump("S")))[0]


def taken(position: Position) -> tuple[Position, tuple[Event, ...]]:
    """Return the position after the ace has taken the king, and what was told of the ace."""
    return apply(play(position, "KH", "2H", "2C"), SEATS[0], PlayCard(card("AS")))


def scored(position: Position) -> dict[str, Any]:
    """Return what is told of the score when the deal is played out, with the lowest legal cards."""
    while position.phase is Phase.PLAY:
        position, events = apply(position, position.turn, PlayCard(card(legal(position)[0])))
    return next(dict(event.data) for event in events if event.kind == "score")


def test_the_card_that_earns_it_is_told_to_everyone_and_nothing_is_paid_yet() -> None:
    position, events = taken(led_by_seat_one("7"))

    assert events[0].data == {"card": "AS", "won": 0, "honour": 0}
    assert view(position, SPECTATOR)["honour"] == 0
    assert position.totals == (0, 0)


def test_it_is_earned_in_any_trick_of_the_deal() -> None:
    before = [*zip(SEATS, (card("2D"), card("3D"), card("4D"), card("5D")), strict=True)]
    earning = [*zip(SEATS, (card("KH"), card("AS"), card("2H"), card("3H")), strict=True)]

    for tricks in range(13):
        assert honour_earned(before * tricks + earning, Suit.SPADES, MOVING_TRUMP) == 1


def test_a_trick_without_trump_earns_nothing() -> None:
    trick = [(SEATS[0], "KH"), (SEATS[1], "AS"), (SEATS[2], "2H"), (SEATS[3], "3H")]

    assert honour_side(trick, "S", MOVING_TRUMP) == 1
    assert honour_side(trick, "N", MOVING_TRUMP) is None
    assert honour_side(trick, None, MOVING_TRUMP) is None


def test_it_stays_pending_and_is_told_once() -> None:
    position, _ = taken(led_by_seat_one("7"))

    later, events = apply(position, SEATS[0], PlayCard(card("2D")))

    assert events[0].data == {"card": "2D"}
    assert later.honour == 0


def test_the_cards_after_it_in_its_trick_do_not_tell_it_again() -> None:
    hearts, ace = RUFFED.hands[2], RUFFED.hands[0]
    position = led_by_seat_one("7", deal=Deal((hearts, RUFFED.hands[1], ace, CLUBS)))

    position = play(position, "KH", "AS")
    _, events = apply(position, SEATS[3], PlayCard(card("2C")))

    assert position.honour == 0
    assert events[0].data == {"card": "2C"}


def test_it_is_paid_after_the_thirteenth_trick_flat_whatever_was_doubled() -> None:
    score = scored(taken(led_by_seat_one("13"))[0])

    assert (score["tricks"], score["made"]) == ([1, 12, 0, 0], False)
    assert (score["points"], score["honour"], score["bonus"]) == ([2 + 5, -16], 0, 5)


def test_it_lapses_for_a_side_that_gains_nothing_itself_and_the_score_says_so() -> None:
    score = scored(taken(led_by_seat_one("7"))[0])

    assert (score["points"], score["honour"], score["bonus"]) == ([0, 12], 0, 0)


def test_a_match_under_the_edition_without_it_goes_on_without_it() -> None:
    position, events = taken(led_by_seat_one("13", edition("moving-trump", 1)))

    assert events[0].data == {"card": "AS", "won": 0}
    assert scored(position)["points"] == [2, -16]


def test_the_trick_it_is_earned_in_counts_like_any_other() -> None:
    position, _ = taken(led_by_seat_one("7"))

    assert position.tricks_won == (1, 0, 0, 0)


@given(trump=st.sampled_from(SUITS), data=st.data())
def test_whoever_earns_it_takes_the_trick(trump: Suit, data: st.DataObject) -> None:
    king, ace = card("KH"), Card(trump * 13 + 12)
    others = st.sampled_from([card for card in PACK if card not in (king, ace)])
    two = data.draw(st.lists(others, min_size=2, max_size=2, unique=True))
    trick = data.draw(st.permutations([king, ace, *two]))

    earned = honour_earned([*zip(SEATS, trick, strict=True)], trump, MOVING_TRUMP)

    takes = winning_play(trick, trump)
    assert trick[takes] == ace
    assert earned == (takes % 2 if trick.index(king) in (takes - 1, takes - 3) else None)


@pytest.mark.long
@pytest.mark.parametrize("rules", [MOVING_TRUMP, KIBBI], ids=["moving-trump", "kibbi"])
def test_it_is_earned_at_most_once_in_a_deal_and_is_in_its_score(rules: RuleSet) -> None:
    in_deal: list[int] = []
    found = 0
    for seed in range(1, 60):
        for event in (event for *_, events in steps(rules, seed, cap=6) for event in events):
            if event.kind == "score":
                assert in_deal == [side for side in (0, 1) if side == event.data["honour"]]
                found += len(in_deal)
                in_deal = []
            elif "honour" in event.data:
                in_deal.append(event.data["honour"])

    assert found
