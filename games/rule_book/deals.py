"""Deals worked out for a reader: every number comes from ``score_deal``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.rules import (
    ALL_TRICKS,
    SEATS,
    Bid,
    Points,
    RuleSet,
    Seating,
    Side,
    WorkedDeal,
    score_deal,
    side_of,
    worked_deals,
)

from .parts import Cell

DECLARER = SEATS[0]


@dataclass(frozen=True, slots=True)
class PaidDeal:
    """A deal that the first seat declared: the bid, tricks by seat, who earned the bonus, the points."""

    bid: int
    tricks: tuple[int, ...]
    bonus_side: Side | None
    points: Points

    def cell(self, *, together: bool = False) -> Cell:
        """Return the points as a cell: of every side, or of those who bid and of the others together."""
        numbers = (self.points[0], sum(self.points[1:])) if together else self.points
        return Cell(numbers=numbers, signed=True, facts=self._facts())

    def tricks_cell(self, rules: RuleSet) -> Cell:
        """Return the tricks of each side as a cell."""
        sides = rules.seating.sides
        taken = tuple(
            sum(self.tricks[seat] for seat in SEATS if seat % sides == side) for side in range(sides)
        )
        return Cell(numbers=taken)

    def _facts(self) -> dict[str, str]:
        """Return what the points were made from."""
        bonus = "" if self.bonus_side is None else str(self.bonus_side)
        return {"bid": str(self.bid), "tricks": " ".join(map(str, self.tricks)), "bonus": bonus}


def paid(rules: RuleSet, *, bid: int, took: int, bonus_side: Side | None = None) -> PaidDeal:
    """Return what a deal pays in which the side that bid took so many tricks.

    The others share the rest: in pairs one of them has it all, in Solo each of the three has a part.
    """
    tricks = _shared(rules, took)
    points = score_deal(rules, declarer=DECLARER, bid=Bid(bid), tricks=tricks, bonus_side=bonus_side)
    return PaidDeal(bid, tricks, bonus_side, points)


def _shared(rules: RuleSet, took: int) -> tuple[int, ...]:
    left = ALL_TRICKS - took
    if rules.seating is Seating.PAIRS:
        return (took, left, 0, 0)
    return (took, (left + 2) // 3, (left + 1) // 3, left // 3)


def shown_deals(rules: RuleSet) -> Sequence[tuple[WorkedDeal, PaidDeal]]:
    """Return the worked deals with what they pay each side, each deal once."""
    seen: dict[PaidDeal, WorkedDeal] = {}
    for worked in worked_deals(rules):
        seen.setdefault(_paid_like(rules, worked), worked)
    return [(worked, deal) for deal, worked in seen.items()]


def _paid_like(rules: RuleSet, worked: WorkedDeal) -> PaidDeal:
    made = worked.took >= worked.bid
    gaining = side_of(SEATS[0 if made else 1], rules.seating)
    return paid(rules, bid=worked.bid, took=worked.took, bonus_side=gaining if worked.honour else None)


@lru_cache(maxsize=256)
def every_deal(rules: RuleSet) -> tuple[Points, ...]:
    """Return the points of every deal there can be, the others' tricks being one seat's."""
    bonuses: list[Side | None] = [None]
    if rules.honour is not None:
        bonuses += [Side(0), Side(1)]
    return tuple(
        score_deal(
            rules, declarer=DECLARER, bid=Bid(bid), tricks=(took, ALL_TRICKS - took, 0, 0), bonus_side=bonus
        )
        for bid in range(rules.bid_min, rules.bid_max + 1)
        for took in range(ALL_TRICKS + 1)
        for bonus in bonuses
    )


def most(rules: RuleSet) -> int:
    """Return the most points a side can gain in a deal."""
    return max(max(points) for points in every_deal(rules))


def least(rules: RuleSet) -> int:
    """Return the points of a side in its worst deal: below zero what it can lose."""
    return min(min(points) for points in every_deal(rules))


def can_lose(rules: RuleSet) -> bool:
    """Return whether a deal can take points from a side."""
    return least(rules) < 0


def one_side_gains(rules: RuleSet) -> bool:
    """Return whether in every deal exactly one side gains something."""
    if rules.seating is Seating.SOLO:
        return False
    return all(sum(gain > 0 for gain in points) == 1 for points in every_deal(rules))
