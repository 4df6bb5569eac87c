"""Players made of rules: ``choose`` says what a bot of club strength does, ``think`` what a strong one.

A bot sees what a person at its seat sees, the view and the rules, and draws its chance from a
stream: the same view and stream give the same move. ``BOTS`` are all there are, by name; ``gains``
tells how strong one is against another, over the same cards.

It bids by ``outlook``: what a hand is worth (``hands``), how many tricks that makes (``chances``),
what they pay and what the points are worth in the match (``race``). It plays by ``memory`` and ``play``.
A strong one tries in many ``worlds`` what comes of each card, see ``strong``.
"""

from collections.abc import Mapping
from typing import Any, Final

from games.bots.anything import do_anything
from games.bots.bidding import choose_call
from games.bots.duplicate import Bot, Comparison, gains
from games.bots.hands import best_trump, worth
from games.bots.memory import Memory
from games.bots.play import choose_card
from games.bots.strong import think_card
from games.dealing import Stream
from games.rules import Action, Call, NameTrump, PlayCard, Ready, RuleSet, parse_cards

__all__ = ["BOTS", "THINKERS", "Bot", "Comparison", "best_trump", "choose", "gains", "think", "worth"]


def choose(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> Action:
    """Return what the seat a view was made for does; it must have something to do."""
    if seen["phase"] == "result":
        return Ready()
    if seen["turn"] is None or seen["turn"] != seen["seat"]:
        raise ValueError(f"seat {seen['seat']} is not to move")
    if seen["phase"] == "auction":
        return Call(choose_call(seen, rules))
    if seen["phase"] == "trump":
        return NameTrump(best_trump(parse_cards(seen["hand"]), rules))
    return PlayCard(choose_card(Memory.of(seen, rules), stream.choice))


def think(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> Action:
    """Return what a strong bot does: it calls as the other, and thinks about its cards."""
    if seen["phase"] == "play" and seen["turn"] == seen["seat"]:
        return PlayCard(think_card(seen, stream, rules))
    return choose(seen, stream, rules)


BOTS: Final[Mapping[str, Bot]] = {"random": do_anything, "club": choose, "strong": think}
THINKERS: Final = frozenset({"strong"})
"""Those that take tens of milliseconds for a card, where the others take less than one."""
