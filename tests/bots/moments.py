"""Deals as bots come to play them."""

from games.dealing import Stream
from games.rules import SEATS, Phase, Position, RuleSet, apply
from tests.rules.playing import by_bots, shuffled


def contracted(rules: RuleSet, stream: Stream) -> Position:
    """Return a deal at random that bots have called, about to be played."""
    position = _dealt(rules, stream)
    while position.phase is not Phase.PLAY:
        if position.turn is None:
            position = _dealt(rules, stream)
        else:
            position, _ = apply(position, position.turn, by_bots(position, position.turn, stream))
    return position


def _dealt(rules: RuleSet, stream: Stream) -> Position:
    return apply(Position.begin(rules, dealer=SEATS[3]), None, shuffled(stream))[0]
