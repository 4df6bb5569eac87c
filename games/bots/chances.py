"""How many tricks a contract takes, how likely each number is, and what it then pays."""

from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache
from math import erf, sqrt
from types import MappingProxyType
from typing import Final

from games.rules import SEATS, Bid, Points, RuleSet, Seat, Seating, next_seat, score_deal

ALL_TRICKS: Final = 13
WHOLE: Final = 10_000
USUAL_SPREAD: Final = 170


@lru_cache(maxsize=4096)
def chances(expected: int, spread: int) -> tuple[int, ...]:
    """Return the chance of taking 0, 1, ... 13 tricks, in ten-thousandths: a normal distribution.

    Each is rounded to a whole number at once, and none lies near a half: every machine gets the same.

    :param expected: tricks in hundredths, as is the ``spread``: one standard deviation.
    """
    below = [_normal(100 * tricks + 50 - expected, spread) for tricks in range(ALL_TRICKS)]
    return tuple(high - low for low, high in zip((0, *below), (*below, WHOLE), strict=True))


def _normal(distance: int, spread: int) -> int:
    return round(WHOLE * (1 + erf(distance / (spread * sqrt(2)))) / 2)


def points_of(
    rules: RuleSet, declarer: Seat, bid: Bid, took: int, own: Mapping[Seat, int] = MappingProxyType({})
) -> Points:
    """Return the points of each side when the declarer's takes so many tricks.

    The others share the rest evenly, but for those whose ``own`` tricks are known.
    """
    defenders = [next_seat(declarer)]
    if rules.seating is Seating.SOLO:
        defenders = [seat for seat in SEATS if seat != declarer and seat not in own]
    tricks = [took if seat == declarer else own.get(seat, 0) for seat in SEATS]
    for place in range(ALL_TRICKS - sum(tricks)):
        tricks[defenders[place % len(defenders)]] += 1
    return score_deal(rules, declarer=declarer, bid=bid, tricks=tricks)


@lru_cache(maxsize=1024)
def all_points(rules: RuleSet, declarer: Seat, bid: Bid) -> tuple[Points, ...]:
    """Return the points of each side by the tricks of the declarer's, the others sharing the rest."""
    return tuple(points_of(rules, declarer, bid, took) for took in range(ALL_TRICKS + 1))


@lru_cache(maxsize=1024)
def even_at(rules: RuleSet, bid: Bid) -> int:
    """Return the tricks to be expected, in hundredths, for which a bid costs as much as it pays."""

    def gain(expected: int) -> int:
        return sum(
            chance * _lead(rules, bid, took) for took, chance in enumerate(chances(expected, USUAL_SPREAD))
        )

    return bisect_left(range(100 * ALL_TRICKS), 0, key=gain)


def _lead(rules: RuleSet, bid: Bid, took: int) -> int:
    """Return by how much a contract puts its side ahead of the others, theirs being averaged."""
    points = points_of(rules, SEATS[0], bid, took)
    return points[0] * (len(points) - 1) - sum(points[1:])
