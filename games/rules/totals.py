"""The end of a match from its totals alone: all that a hurried scorer writes down.

What the totals cannot say is asked for (who gained last, where they are level), and totals that no
match can end with are refused. Source: docs/formats.md#results-from-the-hall.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.rules.auction import Bid
from games.rules.choices import Level
from games.rules.errors import BadTotals, LastGainMissing, TotalsLevel, TotalsTooLow
from games.rules.rulesets import RuleSet
from games.rules.score_sheet import Terms
from games.rules.scoring import score_deal
from games.rules.seats import SEATS, Side
from games.rules.settle import DecidedBy, Outcome

UNKNOWN_DEAL: Final = 0
"""``Outcome.at`` of a match whose deals nobody counted."""

_MOST_DEALS: Final = 500


def totals_only(
    terms: Terms, totals: Sequence[int], *, last: Side | None = None, time_up: bool = False
) -> Outcome:
    """Return how a match with these totals ended.

    :param last: the side that gained in the last scored deal; asked for where the totals are level.
    :param time_up: whether the clock may have ended it.
    :raises BadTotals: by the name of what stands against it.
    """
    _demand_possible(terms, totals)
    top = max(totals)
    leaders = [Side(side) for side, total in enumerate(totals) if total == top]
    by = _ended_by(terms, top, is_level=len(leaders) > 1, time_up=time_up)
    if len(leaders) == 1:
        return Outcome("won", leaders[0], None, by, tuple(totals), UNKNOWN_DEAL)
    if last is not None and last not in leaders:
        raise LastGainMissing()
    return Outcome("drawn", None, last, by, tuple(totals), UNKNOWN_DEAL)


def _ended_by(terms: Terms, top: int, *, is_level: bool, time_up: bool) -> DecidedBy:
    if top >= terms.target and (not is_level or terms.rules.level is Level.DRAW):
        return "target"
    if time_up:
        return "clock"
    if terms.cap is not None:
        return "cap"
    raise TotalsLevel(target=terms.target) if top >= terms.target else TotalsTooLow(target=terms.target)


def _demand_possible(terms: Terms, totals: Sequence[int]) -> None:
    """Refuse totals that more would have to be gained or lost for than deals pay.

    Before the last deal nobody was at the target, unless they were level there.
    """
    if len(totals) != terms.rules.seating.sides:
        raise BadTotals()
    lowest, highest = _extremes(terms.rules)
    given = sum(abs(points) for _, _, points in terms.adjustments)
    first, second = sorted(totals, reverse=True)[:2]
    if first > max(terms.target - 1, second - lowest) + highest + given:
        raise BadTotals()
    if min(totals) < lowest * (terms.cap or _MOST_DEALS) - given:
        raise BadTotals()


@cache
def _extremes(rules: RuleSet) -> tuple[int, int]:
    """Return the least and the most that a deal adds to a total."""
    found = [0]
    for bid in range(rules.bid_min, rules.bid_max + 1):
        for took in range(14):
            points = score_deal(rules, declarer=SEATS[0], bid=Bid(bid), tricks=(took, 13 - took, 0, 0))
            found += points
    return min(found), max(found) + (rules.honour or 0)
