"""How many score sheets a match needs, and which deals are written on each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from games.rules import Made, RuleSet
from tournaments.models import Stage, Tournament

LINES_A_SHEET: Final = 20
"""What an A4 sheet has room for, with lines high enough to write in."""
LINES_OF_A_ROOMY_SHEET: Final = 15
LINES_A_CONTRACT: Final = {2: 3, 4: 8}
"""By the number of sides, the lines for each contract that takes one of them to the target: of forty matches
of the bots under each of the shipped rules the longest took 2.7, in Solo 7.4."""
DEALS_PASSED: Final = 1


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet of paper for a match: ``game`` of ``games``."""

    game: int
    games: int
    deals: range

    @property
    def is_roomy(self) -> bool:
        """Whether there are so few lines that each may be higher."""
        return len(self.deals) <= LINES_OF_A_ROOMY_SHEET


def paper_sheets(tournament: Tournament) -> tuple[PaperSheet, ...]:
    """Return the sheets that each pairing of a tournament may need, game by game."""
    stage = Stage.objects.filter(tournament=tournament).order_by("position")[0]
    deals = list(_cut(lines_of(stage.rules, target=stage.target, cap=stage.cap)))
    games = range(1, stage.best_of + 1)
    return tuple(PaperSheet(game, stage.best_of, some) for game in games for some in deals)


def lines_of(rules: RuleSet, *, target: int, cap: int | None) -> int:
    """Return how many lines a match needs at most: those of its cap and of a deal everybody passes.

    :param cap: the most scored deals, where there is such a number.
    """
    pays = rules.score.flat_points if rules.score.made is Made.FLAT else rules.bid_min
    longest = LINES_A_CONTRACT[rules.seating.sides] * ceil(target / pays)
    return longest if cap is None else min(cap + DEALS_PASSED, longest)


def _cut(lines: int) -> Iterator[range]:
    """Yield the deals of each sheet, about as many on each."""
    sheets = ceil(lines / LINES_A_SHEET)
    size = ceil(lines / sheets)
    for first in range(1, lines + 1, size):
        yield range(first, min(first + size, lines + 1))
