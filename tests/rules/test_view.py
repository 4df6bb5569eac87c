"""What each viewer may know.

The proof is by exchange: take a match and a viewer, deal every card he cannot know differently, do
again all that was done, and whatever he was sent must be the same to the byte.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.dealing import Stream
from games.rules import (
    PACK,
    PASS,
    SEATS,
    SPECTATOR,
    SUIT_OF,
    Card,
    Deal,
    Event,
    NameTrump,
    Phase,
    PlayCard,
    Position,
    Ready,
    Seat,
    Suit,
    Viewer,
    apply,
    names,
    project,
    view,
)
from tests.rules.playing import (
    SUIT_EACH,
    Happened,
    call,
    card,
    contracted,
    dealt,
    log,
    match,
    play,
    play_out,
)
from tests.rules.presets import LEVANTINE, SOLO

# Seat 1 holds one spade, and seat 0 one heart for it.
SINGLETON = Deal(
    (
        (PACK[0], *PACK[2:13], PACK[13]),
        (PACK[1], *PACK[14:26]),
        *SUIT_EACH.hands[2:],
    )
)

Shown = Callable[[Position, Viewer], dict[str, Any]]

VIEWERS: tuple[Viewer, ...] = (*SEATS, SPECTATOR)


# ---- what is shown ----


def test_a_seat_sees_its_own_hand_in_order_and_how_many_cards_the_others_hold() -> None:
    position = play(contracted(), "AS")

    seen = view(position, SEATS[1])

    assert seen["hand"] == names(SUIT_EACH.hands[1])
    assert seen["counts"] == [12, 13, 13, 13]
    assert seen["seat"] == 1


def test_a_spectator_sees_no_hand() -> None:
    seen = view(contracted(), SPECTATOR)

    assert (seen["hand"], seen["legal"], seen["must"], seen["seat"]) == ([], [], None, None)
    assert seen["turn"] == 0


def test_a_stranger_is_neither() -> None:
    for stranger in ("director", 4, -1, None):
        with pytest.raises(ValueError, match="not in tuple"):
            view(contracted(), stranger)  # type: ignore[arg-type]  # a viewer who does not exist


def test_the_seat_to_call_sees_its_calls_and_nobody_else_does() -> None:
    position = call(dealt(), "11")

    assert view(position, SEATS[1])["legal"] == ["P", "12", "13"]
    assert view(position, SEATS[0])["legal"] == []
    assert view(position, SEATS[0])["calls"] == [[0, "11"]]


def test_who_can_only_pass_is_told_why() -> None:
    seen = view(call(dealt(), "13"), SEATS[1])

    assert (seen["legal"], seen["must"]) == (["P"], "must_pass")


def test_a_dealer_who_has_to_bid_is_told_why() -> None:
    seen = view(call(dealt(rules=SOLO), PASS, PASS, PASS), SEATS[3])

    assert (seen["legal"][0], seen["must"]) == ("7", "must_bid")


def test_the_declarer_sees_the_suits_he_may_name() -> None:
    position = call(dealt(), "7", PASS, PASS, PASS)

    assert view(position, SEATS[0])["legal"] == ["S", "H", "D", "C"]
    assert view(position, SEATS[2])["legal"] == []
    assert view(position, SEATS[2])["contract"] == {"declarer": 0, "bid": 7}
    assert view(position, SEATS[2])["trump"] is None


def test_who_has_to_follow_is_told_so_and_only_he() -> None:
    hands = [list(hand) for hand in SUIT_EACH.hands]
    hands[1][0], hands[0][0] = hands[0][0], hands[1][0]
    position = play(contracted(deal=Deal(tuple(map(tuple, hands)))), "AS")

    assert view(position, SEATS[1])["legal"] == ["2S"]
    assert view(position, SEATS[1])["must"] == "must_follow_suit"
    assert view(position, SEATS[2])["must"] is None


def test_who_leads_or_cannot_follow_may_play_anything() -> None:
    position = contracted()

    assert view(position, SEATS[0])["legal"] == names(SUIT_EACH.hands[0])
    assert view(position, SEATS[0])["must"] is None
    assert view(play(position, "AS"), SEATS[1])["legal"] == names(SUIT_EACH.hands[1])


def test_everyone_sees_the_cards_on_the_table_and_those_that_are_gone() -> None:
    position = play(contracted(trump="S"), "AS", "2H", "2D", "2C", "KS")

    for viewer in VIEWERS:
        seen = view(position, viewer)
        assert seen["trick"] == [[0, "KS"]]
        assert seen["last_trick"] == [[0, "AS"], [1, "2H"], [2, "2D"], [3, "2C"]]
        assert seen["played"] == [[0, "AS"], [1, "2H"], [2, "2D"], [3, "2C"], [0, "KS"]]
        assert seen["tricks"] == [1, 0, 0, 0]
        assert seen["trump"] == "S"


def test_everyone_sees_the_score_sheet() -> None:
    position = play_out(contracted(8, "H"))
    position, _ = apply(position, SEATS[2], Ready())

    seen = view(position, SPECTATOR)

    assert seen["phase"] == "result"
    assert seen["deals"] == [[-8, 13]]
    assert seen["totals"] == [-8, 13]
    assert seen["ready"] == [2]
    assert seen["sheet"] == [
        {
            "deal": 1,
            "declarer": 0,
            "bid": 8,
            "trump": "H",
            "tricks": [0, 13, 0, 0],
            "took": 0,
            "made": False,
            "points": [-8, 13],
            "honour": None,
            "bonus": 0,
        }
    ]


def test_everyone_sees_what_match_it_is() -> None:
    position = Position.begin(LEVANTINE, dealer=SEATS[2], cap=6)

    seen = view(position, SPECTATOR)

    assert seen["rules"] == {
        "key": "levantine",
        "version": 1,
        "direction": "ccw",
        "seating": "pairs",
    }
    assert (seen["target"], seen["cap"], seen["dealer"], seen["deal"]) == (31, 6, 2, 1)
    assert (seen["redeals"], seen["time_up"], seen["commitment"]) == (0, False, "")
    assert seen["outcome"] == {
        "state": "open",
        "winner": None,
        "advances": None,
        "by": None,
        "totals": [0, 0],
    }


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_is_plain_json(viewer: Viewer) -> None:
    for before, *_ in match(LEVANTINE, 1, 1):
        seen = view(before, viewer)

        assert json.loads(json.dumps(seen)) == seen


def test_a_deal_is_told_to_each_seat_with_its_own_hand_and_to_a_spectator_with_none() -> None:
    _, events = apply(Position.begin(LEVANTINE, dealer=SEATS[3]), None, SUIT_EACH)

    told = {viewer: project(events[0], viewer) for viewer in VIEWERS}

    public = {"deal": 1, "redeal": 0, "dealer": 3, "commitment": "promised"}
    for seat in SEATS:
        hand = names(SUIT_EACH.hands[seat])
        assert told[seat] == {"kind": "deal", "seat": None, "data": {**public, "hand": hand}}
    assert told[SPECTATOR] == {"kind": "deal", "seat": None, "data": public}


def test_what_is_done_in_the_open_is_told_to_everyone() -> None:
    for event in log(match(LEVANTINE, 3, 1)):
        if event.kind != "deal":
            for viewer in VIEWERS:
                assert project(event, viewer) == {
                    "kind": event.kind,
                    "seat": event.seat,
                    "data": {name: value for name, value in event.data.items() if name != "forced"},
                }


def test_that_a_card_was_the_only_one_is_logged_and_told_to_nobody() -> None:
    _, events = apply(play(contracted(deal=SINGLETON), "2S"), SEATS[1], PlayCard(card("3S")))

    assert events[0].data == {"card": "3S", "forced": True}
    for viewer in VIEWERS:
        assert project(events[0], viewer) == {"kind": "card", "seat": 1, "data": {"card": "3S"}}


def test_a_kind_of_event_nobody_has_thought_about_is_told_to_nobody() -> None:
    for viewer in VIEWERS:
        assert project(Event("peek", SEATS[0], {"card": "AS"}), viewer) is None


def test_editing_what_was_shown_changes_nothing_at_the_table() -> None:
    position = contracted()
    _, events = apply(Position.begin(LEVANTINE, dealer=SEATS[3]), None, SUIT_EACH)
    before = position.to_json()

    for viewer in VIEWERS:
        seen, told = view(position, viewer), project(events[0], viewer)
        seen["hand"].clear()
        seen["totals"].clear()
        assert told is not None
        told["data"].clear()

    assert position.to_json() == before
    assert events[0].data["hands"][0] == names(SUIT_EACH.hands[0])


# ---- what is not shown: the proof by exchange ----


def voids(happened: tuple[Happened, ...]) -> dict[Seat, set[Suit]]:
    """Return the suits each seat has shown, by not following, that it had no more of."""
    shown: dict[Seat, set[Suit]] = {seat: set() for seat in SEATS}
    for before, seat, action, _, _ in happened:
        if isinstance(action, PlayCard) and seat is not None:
            led = before.trick.led
            if led is not None and SUIT_OF[action.card] is not led:
                shown[seat].add(led)
    return shown


def exchanged(happened: tuple[Happened, ...], viewer: Viewer, stream: Stream) -> Deal:
    """Return another deal the viewer cannot tell from the one he saw so far."""
    end = happened[-1][3]
    unseen = {seat: list(end.hands[seat]) for seat in SEATS if seat != viewer}
    shown = voids(happened)
    for _ in range(200):
        one, other = stream.choice(list(unseen)), stream.choice(list(unseen))
        if unseen[one] and unseen[other]:
            mine, yours = stream.below(len(unseen[one])), stream.below(len(unseen[other]))
            given, taken = unseen[one][mine], unseen[other][yours]
            if SUIT_OF[given] not in shown[other] and SUIT_OF[taken] not in shown[one]:
                unseen[one][mine], unseen[other][yours] = taken, given
    left: dict[Seat, list[Card]] = {**{seat: list(end.hands[seat]) for seat in SEATS}, **unseen}
    played = {seat: [card for who, card in end.played if who == seat] for seat in SEATS}
    return Deal(tuple(tuple(sorted(left[seat] + played[seat])) for seat in SEATS), "promised")


def sent(deal: Deal, happened: tuple[Happened, ...], viewer: Viewer, shown: Shown) -> list[str]:
    """Return all that the viewer is sent while the same is done with another deal."""
    position = happened[0][0]
    messages = [json.dumps(shown(position, viewer))]
    for _, seat, action, _, _ in happened:
        position, events = apply(position, seat, deal if isinstance(action, Deal) else action)
        messages += [json.dumps(project(event, viewer)) for event in events]
        messages.append(json.dumps(shown(position, viewer)))
    return messages


def worlds(seed: int, viewer: Viewer) -> tuple[Deal, Deal, tuple[Happened, ...]]:
    """Return two deals a viewer cannot tell apart, and what was done with either."""
    stream = Stream(f"worlds {seed}".encode())
    first_deal = [happened for happened in match(LEVANTINE, seed, 1) if happened[0].phase is not Phase.RESULT]
    ends = [at for at, (*_, after, _) in enumerate(first_deal, start=1) if after.hands[0]]
    last = stream.choice(ends)
    begun = max(at for at in range(last) if isinstance(first_deal[at][2], Deal))
    happened = tuple(first_deal[begun:last])
    dealing = happened[0][2]
    assert isinstance(dealing, Deal)
    promised = Deal(dealing.hands, "promised")
    return promised, exchanged(happened, viewer, stream), happened


@pytest.mark.long
@pytest.mark.parametrize("viewer", VIEWERS)
def test_nothing_a_viewer_is_sent_depends_on_cards_he_cannot_know(viewer: Viewer) -> None:
    differing = 0

    for seed in range(60):
        one, other, happened = worlds(seed, viewer)
        differing += one.hands != other.hands
        assert sent(one, happened, viewer, view) == sent(other, happened, viewer, view)

    assert differing > 50


def leak_of_choices(position: Position, viewer: Viewer) -> dict[str, Any]:
    """Show how many cards the seat to move may play, as a careless page would."""
    turn = position.turn
    count = 0 if turn is None else len(view(position, turn)["legal"])
    return {**view(position, viewer), "choices": count}


def leak_of_digest(position: Position, viewer: Viewer) -> dict[str, Any]:
    """Show a number made of all hands, as a careless cache key would."""
    return {**view(position, viewer), "etag": hash(position.hands)}


@pytest.mark.long
@pytest.mark.parametrize("leak", [leak_of_choices, leak_of_digest])
def test_the_proof_finds_a_leak_that_shows_no_card(leak: Shown) -> None:
    found = 0

    for seed in range(60):
        one, other, happened = worlds(seed, SPECTATOR)
        found += sent(one, happened, SPECTATOR, leak) != sent(other, happened, SPECTATOR, leak)

    assert found > 10


def test_naming_trump_is_told_without_a_word_of_the_hand_behind_it() -> None:
    position = call(dealt(), "7", PASS, PASS, PASS)

    _, events = apply(position, SEATS[0], NameTrump(Suit.SPADES))

    assert [project(event, SPECTATOR) for event in events] == [
        {"kind": "trump", "seat": 0, "data": {"suit": "S"}}
    ]
    assert card("AS") in position.hands[0]
