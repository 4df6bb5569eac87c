"""After a deal: the score, the next deal, the end of the match, and the clock."""

import pytest

from games.rules import (
    PASS,
    SEATS,
    AlreadyReady,
    Event,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    Ready,
    Suit,
    TimeAlreadyUp,
    TimeUp,
    WrongPhase,
    apply,
)
from tests.rules.playing import (
    SUIT_EACH,
    all_ready,
    call,
    card,
    contracted,
    dealt,
    legal,
    play,
    play_out,
)


def kinds(events: tuple[Event, ...]) -> list[str]:
    """Return what happened, in order."""
    return [event.kind for event in events]


# ---- after a deal ----


def test_the_last_card_of_a_deal_is_followed_by_its_score_and_a_pause() -> None:
    before = contracted(8, "S")
    while len(before.played) < 51:
        before = play(before, legal(before)[0])

    position, events = apply(before, before.turn, PlayCard(card("AC")))

    assert kinds(events) == ["card", "score"]
    assert events[1].data == {
        "deal": 1,
        "declarer": 0,
        "bid": 8,
        "trump": "S",
        "tricks": [13, 0, 0, 0],
        "made": True,
        "points": [8, 0],
        "totals": [8, 0],
        "honour": None,
        "bonus": 0,
    }
    assert (position.phase, position.turn, position.totals) == (Phase.RESULT, None, (8, 0))
    assert position.sheet[0].took == 13
    assert position.last_trick is not None


def test_the_next_deal_waits_until_all_four_are_ready() -> None:
    position = play_out(contracted())

    for seat in SEATS[:3]:
        position, events = apply(position, seat, Ready())
        assert events == (Event("ready", seat, {}),)
        assert position.phase is Phase.RESULT
    position, _ = apply(position, SEATS[3], Ready())

    assert (position.phase, position.dealer, position.deal_number) == (Phase.DEAL, 0, 2)
    assert position.ready == frozenset()
    assert position.contract is None


def test_a_seat_says_ready_once() -> None:
    position, _ = apply(play_out(contracted()), SEATS[1], Ready())

    with pytest.raises(AlreadyReady) as refused:
        apply(position, SEATS[1], Ready())

    assert refused.value.params == {"seat": 1}


def won_after_four_deals() -> tuple[Position, tuple[Event, ...]]:
    """Return the end of a match in which one side makes 8 four times."""
    position = contracted(8)
    for _ in range(3):
        position = all_ready(play_out(position))
        position, _ = apply(position, None, SUIT_EACH)
        while position.turn != 0:
            position = call(position, PASS)
        position = call(position, "8", PASS, PASS, PASS)
        position, _ = apply(position, SEATS[0], NameTrump(Suit.SPADES))
    while len(position.played) < 51:
        position = play(position, legal(position)[0])
    return apply(position, position.turn, PlayCard(position.hands[3][0]))


def test_a_side_at_the_target_has_won_and_nothing_more_is_played() -> None:
    position, events = won_after_four_deals()

    assert kinds(events) == ["card", "score", "over"]
    assert events[-1].data == {
        "state": "won",
        "winner": 0,
        "advances": None,
        "by": "target",
        "totals": [32, 0],
    }
    assert position.phase is Phase.OVER
    with pytest.raises(WrongPhase):
        apply(position, SEATS[0], Ready())
    with pytest.raises(WrongPhase):
        apply(position, None, SUIT_EACH)


def test_a_deal_that_reaches_the_cap_is_the_last() -> None:
    start = dealt(cap=1)
    position, _ = apply(call(start, "7", PASS, PASS, PASS), SEATS[0], NameTrump(Suit.HEARTS))

    over = play_out(position)

    assert over.phase is Phase.OVER
    assert (over.outcome.winner, over.outcome.by, over.totals) == (1, "cap", (-7, 13))


# ---- time ----


def test_when_time_is_up_between_deals_the_match_is_over_at_once() -> None:
    position, events = apply(play_out(contracted()), None, TimeUp())

    assert events[0] == Event("time_up", None, {})
    assert kinds(events) == ["time_up", "over"]
    assert (position.outcome.state, position.outcome.by) == ("won", "clock")


def test_when_time_is_up_in_a_deal_it_is_played_out_first() -> None:
    position, events = apply(contracted(), None, TimeUp())

    over = play_out(position)

    assert kinds(events) == ["time_up"]
    assert position.phase is Phase.PLAY
    assert (over.phase, over.outcome.by, over.totals) == (Phase.OVER, "clock", (7, 0))


def test_when_time_is_up_and_everyone_passes_no_other_deal_is_begun() -> None:
    position, _ = apply(dealt(), None, TimeUp())

    over = call(position, PASS, PASS, PASS, PASS)

    assert (over.phase, over.outcome.state, over.outcome.by) == (Phase.OVER, "drawn", "clock")


def test_time_is_called_once() -> None:
    position, _ = apply(contracted(), None, TimeUp())

    with pytest.raises(TimeAlreadyUp):
        apply(position, None, TimeUp())
    with pytest.raises(WrongPhase):
        apply(play_out(position), None, TimeUp())
