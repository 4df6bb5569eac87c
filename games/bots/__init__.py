"""Players made of rules: ``choose`` says what a bot of club strength does.

A bot sees what a person at its seat sees, the view, and draws its chance from a stream: the same
view and stream give the same move. How strong it is, ``tests/bots/test_strength.py`` measures.
"""

from collections.abc import Mapping
from typing import Any

from games.bots.bidding import best_trump, choose_call, worth
from games.bots.memory import Memory
from games.bots.play import choose_card
from games.dealing import Stream
from games.rules import Action, Call, NameTrump, PlayCard, Ready, parse_cards

__all__ = ["best_trump", "choose", "worth"]


def choose(seen: Mapping[str, Any], stream: Stream) -> Action:
    """Return what the seat a view was made for does; it must have something to do."""
    if seen["phase"] == "result":
        return Ready()
    if seen["turn"] is None or seen["turn"] != seen["seat"]:
        raise ValueError(f"seat {seen['seat']} is not to move")
    if seen["phase"] == "auction":
        return Call(choose_call(seen))
    if seen["phase"] == "trump":
        return NameTrump(best_trump(parse_cards(seen["hand"])))
    return PlayCard(choose_card(Memory.of(seen), stream))
