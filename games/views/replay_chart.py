"""The score of a match deal by deal as a drawing: where its lines go. Lengths are in the drawing's units.

A chart is not mirrored in Arabic: its first deal is on the left in both languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 368, 172
LEFT, RIGHT, TOP, BOTTOM = 34, 326, 10, 146
LABEL_HEIGHT = 13
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Line:
    """The course of a side: its points, and where its final total is written."""

    side: int
    points: str
    total: int
    label_at: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A number beside an axis and where it stands; ``is_target`` for the one the match is played to."""

    number: int
    at: int
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole drawing."""

    lines: tuple[Line, ...]
    rows: tuple[Mark, ...]
    columns: tuple[Mark, ...]


def chart(course: Sequence[Sequence[int]], target: int) -> Chart:
    """Return the drawing of a course: the totals by side before the first deal and after each."""
    low = min(0, *(min(totals) for totals in course))
    high = max(target, *(max(totals) for totals in course))
    steps = max(1, len(course) - 1)

    def across(step: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * step / steps)

    def up(points: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (points - low) / (high - low))

    heights = _apart([up(total) for total in course[-1]])
    lines = tuple(
        Line(
            side,
            " ".join(f"{across(step)},{up(totals[side])}" for step, totals in enumerate(course)),
            course[-1][side],
            heights[side],
        )
        for side in range(len(course[-1]))
    )
    rows = tuple(Mark(number, up(number), number == target) for number in sorted({low, 0, target}))
    every = -(-steps // MOST_TICKS)
    columns = tuple(Mark(step, across(step)) for step in range(0, len(course), every))
    return Chart(lines, rows, columns)


def _apart(heights: Sequence[int]) -> list[int]:
    """Return the heights moved down where two labels would lie on each other."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=placed.__getitem__)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_HEIGHT)
    return placed
