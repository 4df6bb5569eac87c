"""The bot to measure others by: any legal call, trump and card, each as likely as any other."""

from collections.abc import Mapping
from typing import Any

from games.dealing import Stream
from games.rules import Action, Call, NameTrump, PlayCard, Ready, RuleSet, parse_card, parse_trump


def do_anything(seen: Mapping[str, Any], stream: Stream, _: RuleSet) -> Action:
    """Return any move of the seat a view was made for; it must have something to do."""
    if seen["phase"] == "result":
        return Ready()
    choice: str = stream.choice(seen["legal"])
    if seen["phase"] == "auction":
        return Call(choice)
    if seen["phase"] == "trump":
        return NameTrump(parse_trump(choice))
    return PlayCard(parse_card(choice))
