"""What a cap on the scored deals of a match does: how many matches it leaves level.

Source: docs/formats.md#short-matches.
"""

from collections.abc import Mapping
from math import ceil, comb
from typing import Final

from games.rules import Made, RuleSet, ScoreTable, SetDeclarer, SetDefenders

# By what a contract pays and by the cap: of the shipped rules, 1,000 deals of the bots each, put together
# to matches in every way there is. Less than one in a hundred is left out; one deal never ends level.
_MEASURED: Final[Mapping[Made, Mapping[int, float]]] = {
    Made.BID: {2: 0.18, 3: 0.03},
    Made.TRICKS: {2: 0.08},
}


def level_share(rules: RuleSet, *, target: int, cap: int) -> float:
    """Return the share of matches that end level at a cap, from 0 to 1, of pairs about as strong.

    It is 0 where that is too seldom to be spoken of: from four deals on, unless all of them pay alike.
    """
    if _pays_alike(rules.score):
        return _of_coins(cap, most=2 * ceil(target / rules.score.flat_points) - 1)
    return _MEASURED.get(rules.score.made, {}).get(cap, 0.0)


def _pays_alike(score: ScoreTable) -> bool:
    """Return whether a deal pays one side about the same, made or set, and costs the other nothing."""
    flat = score.made is Made.FLAT and score.set_defenders is SetDefenders.FLAT
    return flat and score.set_declarer is SetDeclarer.ZERO


def _of_coins(cap: int, *, most: int) -> float:
    """Return how often as many deals go to one side as to the other.

    :param most: after so many deals one side has reached the target, whoever won which.
    """
    return 0.0 if cap % 2 or cap > most else comb(cap, cap // 2) / 2.0**cap
