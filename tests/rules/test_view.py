"""What each viewer may know. That nothing else is shown is proved in ``test_two_worlds``."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.rules import (
    PACK,
    PASS,
    SEATS,
    SPECTATOR,
    Deal,
    Event,
    NameTrump,
    PlayCard,
    Position,
    Ready,
    Suit,
    Viewer,
    apply,
    is_shown_alike,
    names,
    next_step,
    project,
    view,
)
from tests.rules.playing import (
    SUIT_EACH,
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
def test_the_next_step_is_the_part_of_the_view_that_says_who_may_do_what(viewer: Viewer) -> None:
    for before, *_ in match(LEVANTINE, 1, 1):
        seen = view(before, viewer)

        assert next_step(before, viewer) == {name: seen[name] for name in ("turn", "phase", "legal", "must")}


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


def test_naming_trump_is_told_without_a_word_of_the_hand_behind_it() -> None:
    position = call(dealt(), "7", PASS, PASS, PASS)

    _, events = apply(position, SEATS[0], NameTrump(Suit.SPADES))

    assert [project(event, SPECTATOR) for event in events] == [
        {"kind": "trump", "seat": 0, "data": {"suit": "S"}}
    ]
    assert card("AS") in position.hands[0]


def test_an_event_that_is_shown_alike_is_the_same_for_every_viewer_and_a_deal_is_not() -> None:
    viewers: tuple[Viewer, ...] = (*SEATS, SPECTATOR)

    for event in log(match(LEVANTINE, 1)):
        shown = [project(event, viewer) for viewer in viewers]
        alike = all(one == shown[0] for one in shown)
        assert alike or not is_shown_alike(event), event.kind
        assert not (alike and event.kind == "deal")
