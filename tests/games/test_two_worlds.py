"""Nothing that leaves the server depends on a card its reader cannot know, nor does when it leaves.

Two worlds that one viewer cannot tell apart (``tests.rules.worlds``) happen at a table, and he has to
be sent the same bytes at the same moments. That the comparison can see is shown by leaks planted in
the product: each of them has to be found. ``make soak`` compares 20,000 pairs, CI a few.
"""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest

from games import hub
from games.dealing import Stream
from games.models import User
from games.rules import (
    PACK,
    RULESETS,
    SEATS,
    SPECTATOR,
    SUIT_OF,
    Deal,
    Position,
    Viewer,
    next_step,
    view,
)
from games.services import clocks
from games.store import SeatNow
from tests.cast import NOW
from tests.games.worlds import Evening, framed
from tests.rules.playing import contracted, legal
from tests.rules.playing import play as laid
from tests.rules.worlds import SOAKING, VIEWERS, Told, elsewhere, told

shown: Any = import_module("games.rules.view")  # its name in the package is the function's
STORIES, EVENINGS = (500, 60) if SOAKING else (2, 1)
KINDS = ("user", "bot", "user", "bot")


def story_of(key: str, seed: int, *, longest: int = 150) -> tuple[Told, Stream]:
    """Return a story by these rules, and chance for what comes after."""
    stream = Stream(f"two worlds {key} {seed}".encode())
    return told(RULESETS[key], seed, stream=stream, longest=longest), stream


@pytest.mark.parametrize("key", RULESETS)
def test_frames_and_when_they_are_due_are_the_same_whatever_is_hidden(key: str) -> None:
    differing = 0

    for seed in range(STORIES):
        here, stream = story_of(key, seed)
        for viewer in VIEWERS:
            there = elsewhere(here, viewer, stream)
            differing += here.deals != there.deals
            assert framed(here, viewer, KINDS) == framed(there, viewer, KINDS)

    assert differing > 2 * STORIES


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["levantine", "moving-trump"])
def test_an_evening_of_people_bots_and_clocks_is_sent_at_the_same_moments(
    four: list[User], monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    for seed in range(EVENINGS):
        here, stream = story_of(key, seed, longest=75)
        sent = Evening(here, four).spend(monkeypatch)
        for viewer in VIEWERS:
            there = elsewhere(here, viewer, stream)
            assert Evening(there, four).spend(monkeypatch)[viewer] == sent[viewer]


def test_an_only_card_is_not_played_at_once_and_bots_take_the_time_of_people() -> None:
    """S-13."""
    only = Deal(((*PACK[2:13], PACK[0], PACK[13]), (PACK[1], *PACK[14:26]), PACK[26:39], PACK[39:52]))
    position = laid(contracted(deal=Deal(tuple(tuple(sorted(hand)) for hand in only.hands))), "2S")
    seats = [[SeatNow(kind, "", 1) for _ in SEATS] for kind in ("user", "bot")]

    due = [
        clocks.Clock(clocks.TablePolicy.people(), kind, "t").due_at(position, seq=9, now=NOW)
        for kind in seats
    ]

    assert len(legal(position)) == 1
    policy = clocks.TablePolicy.people()
    assert due[0] == NOW + timedelta(seconds=policy.card_seconds + policy.bank_seconds)
    assert due[1] is not None
    assert timedelta(seconds=0.6) <= due[1] - NOW <= timedelta(seconds=1.5)


# ---- leaks, planted ----


def legal_count(patch: pytest.MonkeyPatch) -> None:
    """Tell everybody among how many cards the seat to move can choose."""
    outlook = hub._outlook

    def leaking(move: hub.Committed, viewer: Any) -> dict[str, Any]:
        turn = move.position.turn
        return outlook(move, viewer) | {
            "choices": 0 if turn is None else len(view(move.position, turn)["legal"])
        }

    patch.setattr(hub, "_outlook", leaking)


def legal_to_all(patch: pytest.MonkeyPatch) -> None:
    """Tell everybody what is legal, not only the seat to move."""
    patch.setattr(
        hub,
        "next_step",
        lambda position, viewer: next_step(position, viewer if position.turn is None else position.turn),
    )


def forced_card(patch: pytest.MonkeyPatch) -> None:
    """Leave in the event of a card that it was the only one."""
    patch.setitem(shown._SHOWN, "card", shown._public)


def hands_to_all(patch: pytest.MonkeyPatch) -> None:
    """Tell everybody of a deal as it stands in the log."""
    patch.setitem(shown._SHOWN, "deal", shown._public)


def digest_of_deal(patch: pytest.MonkeyPatch) -> None:
    """Give a deal a number of its own, made of its cards."""
    own = shown._own_hand
    patch.setitem(
        shown._SHOWN, "deal", lambda data, seat: own(data, seat) | {"id": hash(str(data["hands"])) % 1000}
    )


def must_to_all(patch: pytest.MonkeyPatch) -> None:
    """Tell everybody that the seat to move has to follow suit."""
    own = shown._own_facts

    def leaking(position: Position, seat: Any) -> dict[str, Any]:
        turn = position.turn
        known: dict[str, Any] = own(position, seat)
        return known | {"must": None if turn is None else own(position, turn)["must"]}

    patch.setattr(shown, "_own_facts", leaking)


def shape(patch: pytest.MonkeyPatch) -> None:
    """Tell how many suits each seat holds."""
    facts = shown._deal_facts
    patch.setattr(
        shown,
        "_deal_facts",
        lambda position: (
            facts(position) | {"suits": [len({SUIT_OF[card] for card in hand}) for hand in position.hands]}
        ),
    )


def partner(patch: pytest.MonkeyPatch) -> None:
    """Show a seat its partner's hand."""
    own = shown._own_facts

    def leaking(position: Position, seat: Any) -> dict[str, Any]:
        opposite = None if seat is None else SEATS[(seat + 2) % 4]
        known: dict[str, Any] = own(position, seat)
        return known | {"partner": own(position, opposite)["hand"]}

    patch.setattr(shown, "_own_facts", leaking)


def thinking(patch: pytest.MonkeyPatch) -> None:
    """Let a bot think longer over more cards."""
    patch.setattr(
        clocks.Clock,
        "_seconds",
        lambda self, position, seq: (
            1.0
            if position.turn is None
            else len(position.hands[position.turn]) and len(view(position, position.turn)["legal"]) / 10
        ),
    )


def only_card(patch: pytest.MonkeyPatch) -> None:
    """Let the table play a person's only legal card at once."""

    def leaking(position: Position) -> bool:
        return position.turn is not None and len(view(position, position.turn)["legal"]) == 1

    patch.setattr(clocks, "is_forced", leaking)


def extra_frame(patch: pytest.MonkeyPatch) -> None:
    """Send one frame more, without a word in it, when the seat to move cannot follow suit."""
    frames = hub.event_frames

    def leaking(move: hub.Committed, viewer: Any) -> list[dict[str, Any]]:
        position, turn = move.position, move.position.turn
        led = None if turn is None else position.trick.led
        void = turn is not None and led and all(SUIT_OF[card] is not led for card in position.hands[turn])
        return frames(move, viewer) + [{"t": "ev", "s": move.last_seq}] * bool(void)

    patch.setattr("tests.games.worlds.event_frames", leaking)


LEAKS = (
    *(legal_count, legal_to_all, forced_card, hands_to_all, digest_of_deal, must_to_all),
    *(shape, partner, thinking, only_card, extra_frame),
)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)

    assert any(differs(seed) for seed in range(40))


def differs(seed: int) -> bool:
    """Return whether some viewer is sent something else in another world."""
    here, stream = story_of("levantine", seed, longest=60)
    viewers: tuple[Viewer, ...] = (SEATS[1], SPECTATOR)
    return any(
        framed(here, viewer, KINDS) != framed(elsewhere(here, viewer, stream), viewer, KINDS)
        for viewer in viewers
    )
