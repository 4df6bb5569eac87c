"""What a deal adds to each side's total. Source: docs/rules/levantine.md#scoring."""

from collections.abc import Sequence

from games.rules.auction import Bid
from games.rules.choices import Made, MadeDefenders, SetDeclarer, SetDefenders
from games.rules.rulesets import RuleSet
from games.rules.seats import SEATS, Seat, Side, side_of

Points = tuple[int, ...]


def side_tricks(rules: RuleSet, tricks: Sequence[int]) -> tuple[int, ...]:
    """Return the tricks each side took: partners pool theirs."""
    totals = [0] * rules.seating.sides
    for seat in SEATS:
        totals[side_of(seat, rules.seating)] += tricks[seat]
    return tuple(totals)


def score_deal(
    rules: RuleSet,
    *,
    declarer: Seat,
    bid: Bid,
    tricks: Sequence[int],
    bonus_side: Side | None = None,
) -> Points:
    """Return what a deal adds to each side's total, in points.

    :param tricks: tricks each of the four seats took, thirteen together.
    :param bonus_side: the side whose ace of trumps took the king of hearts (``honour_side``). It is
        paid flat, after any doubling, and only if the deal gains that side something by itself.
    """
    if len(tricks) != 4 or min(tricks) < 0 or sum(tricks) != 13:
        raise ValueError(f"tricks do not share out a deal: {tricks!r}")
    taken = side_tricks(rules, tricks)
    declaring = side_of(declarer, rules.seating)
    made = taken[declaring] >= bid
    points = [
        _declarer_points(rules, bid, own, made=made)
        if Side(side) == declaring
        else _defender_points(rules, bid, own, made=made)
        for side, own in enumerate(taken)
    ]
    if bonus_side is not None and rules.honour is not None and points[bonus_side] > 0:
        points[bonus_side] += rules.honour
    return tuple(points)


def _declarer_points(rules: RuleSet, bid: Bid, taken: int, *, made: bool) -> int:
    if made:
        return _made_points(rules, bid, taken)
    score = rules.score
    if bid == rules.bid_max and score.max_set is not None:
        return score.max_set
    return -bid if score.set_declarer is SetDeclarer.MINUS_BID else 0


def _made_points(rules: RuleSet, bid: Bid, taken: int) -> int:
    score = rules.score
    if bid == rules.bid_max and score.max_made is not None:
        return score.max_made
    if taken == 13 and bid < rules.bid_max and score.kaboot is not None:
        return score.kaboot
    if score.made is Made.FLAT:
        return score.flat_points
    return bid if score.made is Made.BID else taken


def _defender_points(rules: RuleSet, bid: Bid, taken: int, *, made: bool) -> int:
    if made:
        return taken if rules.score.made_defenders is MadeDefenders.TRICKS else 0
    if rules.score.set_defenders is SetDefenders.FLAT:
        return rules.score.flat_points
    return taken * rules.score.max_set_factor if bid == rules.bid_max else taken
