"""What a bot calls: whatever leaves its side the best chance of winning the match."""

from collections.abc import Mapping
from typing import Any, Final

from games.bots.outlook import Outlook
from games.rules import PASS, RuleSet

# A partner has seen his own hand: his bid is raised for a clear gain only, in millionths of a match.
RESPECT: Final = 25_000


def choose_call(seen: Mapping[str, Any], rules: RuleSet) -> str:
    """Return the call of the seat a view was made for; a pass comes first, then the lowest bid."""
    legal: list[str] = seen["legal"]
    if len(legal) == 1:
        return legal[0]
    outlook = Outlook.of(seen, rules)
    chances = {call: outlook.chance(call) for call in legal}
    if outlook.partner_stands:
        chances[PASS] += RESPECT
    return max(legal, key=chances.__getitem__)
