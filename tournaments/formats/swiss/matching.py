"""The cheapest perfect matching, on all pairings or on those worth a look. By rustworkx's blossom algorithm.

The library returns the same matching in another order each time, so it is put in order here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rustworkx

from .cost import Couple, Field

FEW = 12
SMALL = 64
"""Up to so many players every pairing is looked at."""


def exact(field: Field, *, allows: Iterable[str] = ()) -> list[Couple] | None:
    """Return the cheapest round of all, or ``None`` when there is none.

    :param allows: which of "rematches" and "apart" may be broken where there is no other way.
    """
    size = len(field.players)
    couples = ((one, other) for one in range(size) for other in range(one + 1, size))
    return _cheapest(field, [couple for couple in couples if _is_allowed(field, couple, frozenset(allows))])


def sparse(field: Field) -> list[Couple] | None:
    """Return the cheapest round of the pairings near the slide and near the borders.

    More and more are looked at until everybody is paired and twice as many find nothing better.
    """
    best: list[Couple] | None = None
    size = len(field.players)
    few = min(FEW, size)
    while few <= 2 * size:
        found = _cheapest(field, _near(field, few))
        if found is not None and field.total(found).differences == field.lowest_differences:
            return found
        if best is not None and found is not None and field.total(found) >= field.total(best):
            return best
        best, few = found, 2 * few
    return best


def _near(field: Field, few: int) -> list[Couple]:
    """Return for each player the pairings nearest to his slide, and the nearest below his group's border."""
    size = len(field.players)
    couples: set[Couple] = set()
    for begin, end in field.groups:
        half = (end - begin) // 2
        for one in range(begin, end):
            target = one + half if one + half < end else one - half
            near = range(max(begin, target - few // 2), min(end, target + few // 2 + 1))
            below = range(end, min(size, end + few))
            couples.update((min(one, other), max(one, other)) for other in (*near, *below) if other != one)
    return [couple for couple in couples if _is_allowed(field, couple, frozenset())]


def _is_allowed(field: Field, couple: Couple, allows: frozenset[str]) -> bool:
    one, other = field.players[couple[0]], field.players[couple[1]]
    met = other.entry in one.met and "rematches" not in allows
    return not met and ("apart" in allows or other.entry not in one.forbidden)


def _cheapest(field: Field, couples: Sequence[Couple]) -> list[Couple] | None:
    costs = [field.cost(*couple) for couple in couples]
    most = max(costs, default=0) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(field.players)))
    graph.add_edges_from([(*couple, most - cost) for couple, cost in zip(couples, costs, strict=True)])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < len(field.players):
        return None
    return sorted((min(couple), max(couple)) for couple in matched)
