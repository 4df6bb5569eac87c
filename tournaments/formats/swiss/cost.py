"""What a pairing of two costs: one whole number, in which each criterion outweighs all that follow it.

In this order: kept apart or met before (only where there is no other way); the square of the
difference in points; floating the same way again; club-mates; how far it is from the slide, in which
the first of the upper half meets the first of the lower; a lot. Source: docs/formats.md#swiss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from operator import mul
from typing import NamedTuple

from .field import Player

Couple = tuple[int, int]
"""Two players by their places in the field, the better first."""

LOTS = 2**12


class Criteria(NamedTuple):
    """What is wrong with a pairing, the worst first; a round's is the sum of its pairings'."""

    apart: int = 0
    rematches: int = 0
    differences: int = 0
    floats: int = 0
    clubs: int = 0
    slide: int = 0
    lot: int = 0

    def plus(self, other: Criteria) -> Criteria:
        """Return both together."""
        return Criteria(*map(sum, zip(self, other, strict=True)))


@dataclass(frozen=True)
class Field:
    """Those to be paired, in the order of rank, and the round they are paired for."""

    players: Sequence[Player]
    round: int

    @cached_property
    def groups(self) -> list[tuple[int, int]]:
        """Where each score group begins and ends, the best first."""
        bounds, at = [], 0
        for _, group in groupby(self.players, key=lambda player: player.points):
            size = sum(1 for _ in group)
            bounds.append((at, at + size))
            at += size
        return bounds

    @cached_property
    def blocks(self) -> list[Field]:
        """The runs of groups between which nobody has to cross a border, each as a field of its own.

        A round at ``lowest_differences`` has no pairing across blocks: the best of each make the best of all.
        """
        ends = [0, *(end for _, end in self.groups if end % 2 == 0)]
        return [Field(self.players[begin:end], self.round) for begin, end in pairwise(ends)]

    @cached_property
    def group_of(self) -> list[int]:
        """The number of each player's score group."""
        return [number for number, (begin, end) in enumerate(self.groups) for _ in range(begin, end)]

    def criteria(self, one: int, other: int) -> Criteria:
        """Return what is wrong with a pairing."""
        upper, lower = self.players[one], self.players[other]
        met = upper.met.get(lower.entry, 0)
        difference = upper.points - lower.points
        return Criteria(
            lower.entry in upper.forbidden,
            self.round + met if met else 0,  # the longest ago costs least, two cost more than one
            difference**2,
            (1 in upper.floats) + (-1 in lower.floats) if difference else 0,
            upper.club == lower.club != "",
            self._slide(one, other) ** 2,
            _lot(upper.seed, lower.seed, self.round),
        )

    def _slide(self, one: int, other: int) -> int:
        """Return how far a pairing is from the slide, or from the border when it crosses one."""
        begin, end = self.groups[self.group_of[one]]
        if other < end:
            return abs(other - one - (end - begin) // 2)
        below, _ = self.groups[self.group_of[other]]
        return (end - 1 - one) + (other - below)

    @cached_property
    def radices(self) -> Criteria:
        """What one of each criterion weighs, so that all the later ones together weigh less."""
        size = len(self.players)
        half = size // 2 + 1
        spread = self.players[0].points - self.players[-1].points if size else 0
        most = Criteria(1, 2 * self.round, spread**2, 2, 1, (2 * size) ** 2, LOTS)
        weights, weight = [], 1
        for highest in reversed(most):
            weights.append(weight)
            weight *= highest * half + 1
        return Criteria(*reversed(weights))

    def cost(self, one: int, other: int) -> int:
        """Return what a pairing costs."""
        return sum(map(mul, self.criteria(one, other), self.radices))

    def total(self, couples: Sequence[Couple]) -> Criteria:
        """Return what is wrong with a round."""
        found = Criteria()
        for couple in couples:
            found = found.plus(self.criteria(*couple))
        return found

    @cached_property
    def lowest_differences(self) -> int:
        """The sum of squared differences no round can be below: an odd number above a border crosses it."""
        points = [self.players[begin].points for begin, _ in self.groups]
        return sum(
            (above - below) ** 2
            for (_, end), above, below in zip(self.groups, points, points[1:], strict=False)
            if end % 2
        )


def _lot(one: int, other: int, round_: int) -> int:
    """Return a number that parts pairings which are equal in all else, the same on every machine."""
    mixed = (min(one, other) * 2_654_435_761 + max(one, other) * 40_503 + round_ * 69_069) & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 15)) * 2_246_822_519 & 0xFFFFFFFF
    return (mixed ^ (mixed >> 13)) % LOTS
