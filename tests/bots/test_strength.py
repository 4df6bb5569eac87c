"""How strong a bot is, over deals played in two rooms: each side holds the same cards once."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from games.bots import choose
from games.dealing import Stream
from games.rules import (
    SEATS,
    Action,
    Deal,
    Phase,
    PlayCard,
    Position,
    RuleSet,
    apply,
    autoplay,
    parse_card,
    view,
)
from tests.rules.playing import shuffled
from tests.rules.presets import LEVANTINE, PLAYED_OUT

Player = Callable[[Mapping[str, Any], Stream], Action]

DEALS = 60


def any_card(seen: Mapping[str, Any], stream: Stream) -> Action:
    """Call like a bot and play any legal card."""
    if seen["phase"] != "play":
        return choose(seen, stream)
    return PlayCard(parse_card(stream.choice(seen["legal"])))


def absent(seen: Mapping[str, Any], _: Stream) -> Action:
    """Do what the table does for somebody who is not there."""
    return autoplay(seen)


def lead(deal: Deal, dealer: int, players: tuple[Player, Player], stream: Stream) -> int:
    """Return by how much the side of seat 0 gains more than the other."""
    position = Position.begin(LEVANTINE, dealer=SEATS[dealer])
    position, _ = apply(position, None, deal)
    while (turn := position.turn) is not None:
        position, _ = apply(position, turn, players[turn % 2](view(position, turn), stream))
    own, other = position.totals
    return own - other


def gain(one: Player, other: Player) -> float:
    """Return how many points a deal one player gains on the other with the same cards."""
    stream = Stream(b"two rooms")
    total = 0
    for number in range(DEALS):
        deal = shuffled(stream)
        total += lead(deal, number % 4, (one, other), stream)
        total -= lead(deal, number % 4, (other, one), stream)
    return total / (2 * DEALS)


@pytest.mark.long
def test_a_bot_beats_one_that_plays_any_card_by_several_points_a_deal() -> None:
    assert gain(choose, any_card) > 4


@pytest.mark.long
def test_a_bot_beats_an_empty_seat_by_several_points_a_deal() -> None:
    assert gain(choose, absent) > 4


@pytest.mark.parametrize("rules", PLAYED_OUT)
def test_bots_play_whole_matches_of_any_rules_to_an_end(rules: RuleSet) -> None:
    stream = Stream(b"four bots")
    position = Position.begin(rules, dealer=SEATS[0])

    while position.phase is not Phase.OVER:
        if position.phase is Phase.DEAL:
            position, _ = apply(position, None, shuffled(stream))
        else:
            seat = position.turn
            if seat is None:
                seat = next(waiting for waiting in SEATS if waiting not in position.ready)
            position, _ = apply(position, seat, choose(view(position, seat), stream))

    assert position.outcome.state == "won"
    assert position.outcome.by == "target"


def test_the_same_view_and_stream_give_the_same_move() -> None:
    def moves() -> list[Action]:
        stream, drawn = Stream(b"twice"), Stream(b"deals")
        position, _ = apply(Position.begin(LEVANTINE, dealer=SEATS[3]), None, shuffled(drawn))
        done = []
        while (turn := position.turn) is not None:
            done.append(choose(view(position, turn), stream))
            position, _ = apply(position, turn, done[-1])
        return done

    assert moves() == moves()
