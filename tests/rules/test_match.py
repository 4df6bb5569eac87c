"""The course of a match: what each action leads to, and what it is refused for."""

from typing import Any

import pytest

from games.rules import (
    PACK,
    PASS,
    SEATS,
    BadSuit,
    Call,
    CallOutOfTurn,
    Card,
    Deal,
    Event,
    MustFollowSuit,
    NameTrump,
    NotASeatsAction,
    NotYourCard,
    NotYourTurn,
    Phase,
    PlayCard,
    Position,
    Ready,
    Suit,
    TimeUp,
    Trick,
    WrongPhase,
    apply,
    names,
)
from tests.rules.playing import (
    SUIT_EACH,
    all_ready,
    call,
    card,
    contracted,
    dealt,
    kinds,
    legal,
    play,
    play_out,
)
from tests.rules.presets import KIBBI, LEVANTINE, MOVING_TRUMP

# Seats 0 and 2 share the spades and hearts, so that followers and discards can be told apart.
SHARED = Deal(
    (
        (*PACK[0:7], *PACK[13:19]),
        (*PACK[26:33], *PACK[39:45]),
        (*PACK[7:13], *PACK[19:26]),
        (*PACK[33:39], *PACK[45:52]),
    )
)


# ---- calling ----


def test_a_call_is_written_down_and_passes_the_turn_on() -> None:
    bid, bid_events = apply(dealt(), SEATS[0], Call("8"))
    passed, pass_events = apply(bid, SEATS[1], Call(PASS))

    assert bid_events == (Event("bid", SEATS[0], {"bid": 8}),)
    assert pass_events == (Event("pass", SEATS[1], {}),)
    assert (bid.turn, passed.turn) == (1, 2)


def test_a_pass_that_is_the_only_call_left_is_marked_as_forced() -> None:
    thirteen = call(dealt(), "13")

    _, forced = apply(thirteen, SEATS[1], Call(PASS))
    _, free = apply(call(dealt(), "12"), SEATS[1], Call(PASS))

    assert forced == (Event("pass", SEATS[1], {"forced": True}),)
    assert free == (Event("pass", SEATS[1], {}),)


def test_the_winner_of_the_auction_names_trump_and_leads() -> None:
    position = call(dealt(), PASS, "7", PASS, PASS)
    won, events = apply(position, SEATS[0], Call(PASS))
    leading, _ = apply(won, SEATS[1], NameTrump(Suit.CLUBS))

    assert events[1:] == (Event("contract", None, {"declarer": 1, "bid": 7}),)
    assert (won.phase, won.turn) == (Phase.TRUMP, 1)
    assert (leading.phase, leading.turn) == (Phase.PLAY, 1)
    assert leading.trump is Suit.CLUBS


def test_nobody_but_the_declarer_names_trump() -> None:
    position = call(dealt(), "7", PASS, PASS, PASS)

    with pytest.raises(NotYourTurn) as refused:
        apply(position, SEATS[2], NameTrump(Suit.SPADES))

    assert refused.value.params == {"seat": 2, "turn": 0}


def test_there_is_no_contract_without_trump() -> None:
    position = call(dealt(), "7", PASS, PASS, PASS)

    with pytest.raises(BadSuit) as refused:
        apply(position, SEATS[0], NameTrump("N"))  # type: ignore[arg-type]  # what a client may send
    assert refused.value.params == {"suit": "N"}
    with pytest.raises(WrongPhase):
        apply(position, SEATS[0], PlayCard(card("AS")))


def test_where_the_rules_fix_trump_the_declarer_leads_at_once() -> None:
    position = call(dealt(rules=KIBBI), "7", PASS, PASS)

    leading, events = apply(position, SEATS[3], Call(PASS))

    assert (leading.phase, leading.turn) == (Phase.PLAY, 0)
    assert events[-1] == Event("trump", None, {"suit": "H"})


def test_when_all_four_pass_the_next_dealer_deals_and_nothing_is_scored() -> None:
    position = call(dealt(), PASS, PASS, PASS)

    redeal, events = apply(position, SEATS[3], Call(PASS))

    assert kinds(events) == ["pass", "all_pass"]
    assert events[-1].data == {"in_a_row": 1}
    assert (redeal.phase, redeal.dealer, redeal.redeals) == (Phase.DEAL, 0, 1)
    assert (redeal.deal_number, redeal.deals, redeal.totals) == (1, (None,), (0, 0))
    assert redeal.hands == ((), (), (), ())


def test_where_the_rules_say_so_the_same_dealer_deals_again() -> None:
    redeal = call(dealt(rules=MOVING_TRUMP), PASS, PASS, PASS, PASS)

    assert (redeal.dealer, redeal.redeals) == (3, 1)


def test_eight_deals_everyone_passed_close_the_table() -> None:
    position = Position.begin(LEVANTINE, dealer=SEATS[3])
    for _ in range(8):
        position, _ = apply(position, None, SUIT_EACH)
        position = call(position, PASS, PASS, PASS)
        position, events = apply(position, position.turn, Call(PASS))

    assert kinds(events) == ["pass", "all_pass", "over"]
    assert position.phase is Phase.OVER
    assert (position.outcome.state, position.outcome.by) == ("void", "all_pass")


def test_a_deal_with_a_bid_begins_the_count_of_passed_deals_again() -> None:
    redeal = call(dealt(), PASS, PASS, PASS, PASS)
    again, _ = apply(redeal, None, SUIT_EACH)
    named, _ = apply(call(again, "7", PASS, PASS, PASS), SEATS[1], NameTrump(Suit.HEARTS))

    following = all_ready(play_out(named))

    assert (following.redeals, following.deal_number, following.dealer) == (0, 2, 1)


def test_nobody_calls_out_of_turn() -> None:
    with pytest.raises(CallOutOfTurn):
        apply(dealt(), SEATS[1], Call("7"))


# ---- playing ----


def test_a_card_leaves_the_hand_for_the_table() -> None:
    position, events = apply(contracted(), SEATS[0], PlayCard(card("AS")))

    assert events == (Event("card", SEATS[0], {"card": "AS"}),)
    assert card("AS") not in position.hands[0]
    assert len(position.hands[0]) == 12
    assert position.trick == Trick(SEATS[0], (card("AS"),))
    assert position.played == ((0, card("AS")),)
    assert position.turn == 1


def test_a_card_that_is_the_only_one_is_marked_as_forced() -> None:
    position = play(contracted(trump="D", deal=SHARED), "2S")
    while len(position.played) < 48:
        before = position
        position, events = apply(position, position.turn, PlayCard(position.play.legal()[0]))
        assert ("forced" in events[0].data) == (len(legal(before)) == 1)

    for _ in SEATS:
        position, events = apply(position, position.turn, PlayCard(position.play.legal()[0]))
        assert events[0].data["forced"] is True


def test_the_fourth_card_ends_the_trick_and_its_winner_leads_the_next() -> None:
    position = play(contracted(trump="H"), "AS", "2H", "AD")

    position, events = apply(position, SEATS[3], PlayCard(card("AC")))

    assert events[0].data == {"card": "AC", "won": 1}
    assert position.turn == 1
    assert position.tricks_won == (0, 1, 0, 0)
    assert position.trick == Trick(SEATS[1])
    assert position.last_trick is not None
    assert position.last_trick.plays[0] == (0, card("AS"))


def test_nobody_but_the_winner_of_a_trick_leads_the_next() -> None:
    """Vector 73."""
    position = play(contracted(trump="H"), "AS", "2H", "AD", "AC")

    for seat in SEATS:
        if seat != 1:
            with pytest.raises(NotYourTurn) as refused:
                apply(position, seat, PlayCard(position.hands[seat][0]))
            assert refused.value.code == "not_your_turn"
    assert play(position, "AH").turn == 2


def test_the_suit_led_has_to_be_followed() -> None:
    position = play(contracted(trump="D", deal=SHARED), "2S", "2D")

    with pytest.raises(MustFollowSuit) as refused:
        apply(position, SEATS[2], PlayCard(card("AH")))

    assert refused.value.code == "must_follow_suit"
    assert refused.value.params == {"card": "AH"}
    assert play(position, "AS").turn == 3


def test_who_cannot_follow_is_free_even_with_trumps_in_hand() -> None:
    position = play(contracted(trump="D", deal=SHARED), "2S")

    assert play(position, "2C").turn == 2
    assert play(position, "2D").turn == 2


@pytest.mark.parametrize("asked", [card("AH"), Card(52), Card(-1), "QH"])
def test_a_card_the_seat_does_not_hold_is_refused(asked: Any) -> None:
    with pytest.raises(NotYourCard) as refused:
        apply(contracted(), SEATS[0], PlayCard(asked))

    assert refused.value.code == "not_your_card"


def test_nobody_plays_out_of_turn() -> None:
    with pytest.raises(NotYourTurn) as refused:
        apply(contracted(), SEATS[1], PlayCard(card("AH")))

    assert refused.value.params == {"seat": 1, "turn": 0}


def test_a_card_cannot_be_played_twice() -> None:
    position = play(contracted(trump="S"), "AS", "2H", "2D", "2C")

    with pytest.raises(NotYourCard):
        play(position, "AS")


def test_all_thirteen_tricks_are_played_though_the_contract_is_made() -> None:
    position = contracted(7, "S")

    for _ in range(12):
        position = play(position, legal(position)[0], *[legal_of(position, at) for at in (1, 2, 3)])

    assert position.phase is Phase.PLAY
    assert position.tricks_won == (12, 0, 0, 0)


def legal_of(position: Position, seat: int) -> str:
    """Return the lowest card of a seat that holds a suit of its own."""
    return names(position.hands[seat])[0]


# ---- who and when ----


@pytest.mark.parametrize("action", [SUIT_EACH, TimeUp()])
def test_a_seat_neither_deals_nor_calls_time(action: Any) -> None:
    with pytest.raises(NotASeatsAction):
        apply(Position.begin(LEVANTINE, dealer=SEATS[0]), SEATS[0], action)


@pytest.mark.parametrize("action", [Call("7"), NameTrump(Suit.HEARTS), PlayCard(PACK[0]), Ready()])
def test_the_table_does_nothing_for_a_seat(action: Any) -> None:
    with pytest.raises(NotASeatsAction):
        apply(dealt(), None, action)


def test_no_such_seat_and_no_such_action_are_faults_and_not_refusals() -> None:
    with pytest.raises(TypeError):
        apply(dealt(), -1, Call("7"))  # type: ignore[arg-type]  # seat -1 must not act for seat 3
    with pytest.raises(TypeError):
        apply(dealt(), SEATS[0], "7")  # type: ignore[arg-type]  # as above


POSSIBLE: dict[Phase, set[type]] = {
    Phase.DEAL: {Deal},
    Phase.AUCTION: {Call},
    Phase.TRUMP: {NameTrump},
    Phase.PLAY: {PlayCard},
    Phase.RESULT: {Ready},
    Phase.OVER: set(),
}


@pytest.mark.parametrize(
    "position",
    [
        Position.begin(LEVANTINE, dealer=SEATS[3]),
        dealt(),
        call(dealt(), "7", PASS, PASS, PASS),
        contracted(),
        play_out(contracted()),
        apply(play_out(contracted()), None, TimeUp())[0],
    ],
    ids=lambda position: position.phase.value,
)
def test_in_each_phase_only_its_own_action_is_possible(position: Position) -> None:
    actions: list[Any] = [SUIT_EACH, Call("7"), NameTrump(Suit.HEARTS), PlayCard(PACK[0]), Ready()]

    for action in actions:
        if type(action) not in POSSIBLE[position.phase]:
            with pytest.raises(WrongPhase) as refused:
                apply(position, None if action is SUIT_EACH else SEATS[0], action)
            assert refused.value.params == {"phase": position.phase.value}
