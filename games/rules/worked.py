"""Worked deals: what typical results pay under a rule set, made by the rules and by nothing else.

They are what pages, forms and the bid pad show to explain a rule set, so that an explanation
cannot disagree with the score.
"""

from dataclasses import dataclass

from games.rules.auction import Bid
from games.rules.rulesets import RuleSet
from games.rules.scoring import score_deal
from games.rules.seats import SEATS, Side, next_seat, side_of

ALL_TRICKS = 13


@dataclass(frozen=True, slots=True)
class WorkedDeal:
    """What a deal pays: ``won`` to the side that bid and ``theirs`` to the others, in points.

    ``took`` counts the tricks of the side that bid; one seat of the others took all the rest. With
    ``honour`` the side that is paid earned the bonus for the king of hearts as well.
    """

    name: str
    bid: int
    took: int
    won: int
    theirs: int
    honour: bool = False


def worked_deal(rules: RuleSet, name: str, *, bid: int, took: int, honour: bool = False) -> WorkedDeal:
    """Return what a bid pays when its side takes so many tricks."""
    declarer, other = SEATS[0], next_seat(SEATS[0])
    tricks = (took, ALL_TRICKS - took, 0, 0)
    gaining: Side = side_of(declarer if took >= bid else other, rules.seating)
    points = score_deal(
        rules, declarer=declarer, bid=Bid(bid), tricks=tricks, bonus_side=gaining if honour else None
    )
    return WorkedDeal(name, bid, took, points[0], points[1], honour)


def worked_deals(rules: RuleSet) -> tuple[WorkedDeal, ...]:
    """Return five deals that show all a score table says, and a sixth where the rules pay a bonus."""
    low = min(max(rules.bid_min, 8), rules.bid_max)
    high = rules.bid_max
    deals = [
        worked_deal(rules, "made", bid=low, took=min(low + 2, ALL_TRICKS)),
        worked_deal(rules, "kaboot", bid=low, took=ALL_TRICKS),
        worked_deal(rules, "set", bid=low, took=max(low - 2, 0)),
        worked_deal(rules, "highest_made", bid=high, took=max(high, ALL_TRICKS)),
        worked_deal(rules, "highest_set", bid=high, took=max(high - 2, 0)),
    ]
    if rules.honour is not None:
        deals.append(worked_deal(rules, "honour", bid=low, took=min(low + 2, ALL_TRICKS), honour=True))
    return tuple(deals)
