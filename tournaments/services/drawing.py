"""Drawing a round of a stage from where its groups stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from tournaments.formats import Drawn, drawn
from tournaments.state import State


def draw_groups(groups: Mapping[int, State], number: int) -> tuple[Drawn, ...] | None:
    """Return a round of all groups, numbered through; ``None`` when none of them has another.

    Those that play come first, so that tables are numbered without gaps.
    """
    draws = {group: drawn(state, number) for group, state in groups.items()}
    found = [replace(one, group=group) for group, draw in draws.items() for one in draw or ()]
    if all(draw is None for draw in draws.values()):
        return None
    if len(groups) == 1:
        return tuple(found)
    numbers = count(1)
    in_order = sorted(found, key=lambda one: not one.is_played)
    return tuple(replace(one, number=next(numbers)) for one in in_order)
