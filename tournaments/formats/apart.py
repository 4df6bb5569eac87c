"""Seeds that change as little as they must so that who is kept apart does not meet: in groups, or first.

In a bracket the lower half of the seeds change places among themselves, so that the better still meet late;
in groups those who come into them in one lap. Source: docs/formats.md#kept-apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import rustworkx

from .deciding import BRACKETS

Entrant = TypeVar("Entrant")
Clash = Callable[[Entrant, Entrant], int]
"""How bad it is when two meet; 0 where it is not."""

REACH = 32
"""So many places away somebody is moved at most; in brackets of up to 64 that is everywhere."""


def parted(
    format_key: str, seeded: Sequence[Entrant], groups: int, clash: Clash[Entrant]
) -> tuple[Entrant, ...]:
    """Return the entrants from seed 1 down, with the fewest clashes and then the least moved.

    Elsewhere than in groups and brackets they stay: there a round is drawn with who is kept apart in mind.
    """
    if groups > 1:
        return _in_groups(seeded, groups, clash)
    return _in_bracket(seeded, clash) if format_key in BRACKETS else tuple(seeded)


def _in_bracket(seeded: Sequence[Entrant], clash: Clash[Entrant]) -> tuple[Entrant, ...]:
    places = 1 << (len(seeded) - 1).bit_length()
    upper, lower = seeded[: places // 2], seeded[places // 2 :]
    opponents = [(seeded[places - 1 - at],) for at in range(places // 2, len(seeded))]
    return (*upper, *_placed(lower, opponents, clash))


def _in_groups(seeded: Sequence[Entrant], groups: int, clash: Clash[Entrant]) -> tuple[Entrant, ...]:
    here: list[tuple[Entrant, ...]] = [()] * groups
    order: list[Entrant] = []
    for begin in range(0, len(seeded), groups):
        lap = seeded[begin : begin + groups]
        dealt = range(groups) if begin // groups % 2 == 0 else range(groups - 1, -1, -1)
        to = list(dealt)[: len(lap)]
        placed = _placed(lap, [here[group] for group in to], clash)
        for group, entrant in zip(to, placed, strict=True):
            here[group] = (*here[group], entrant)
        order += placed
    return tuple(order)


def _placed(
    entrants: Sequence[Entrant], against: Sequence[Sequence[Entrant]], clash: Clash[Entrant]
) -> list[Entrant]:
    """Return the entrants in the order of places, each of which meets those that are named with it."""
    if not any(clash(one, other) for one, others in zip(entrants, against, strict=True) for other in others):
        return list(entrants)
    size = len(entrants)
    far = size * min(size, REACH + 1) ** 2 + 1
    costs = {
        (at, to): far * sum(clash(entrants[at], other) for other in against[to]) + (at - to) ** 2
        for at in range(size)
        for to in range(max(0, at - REACH), min(size, at + REACH + 1))
    }
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(2 * size))
    most = max(costs.values()) + 1
    graph.add_edges_from([(at, size + to, most - cost) for (at, to), cost in costs.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    who = {max(couple) - size: min(couple) for couple in matched}
    return [entrants[who[to]] for to in range(size)]
