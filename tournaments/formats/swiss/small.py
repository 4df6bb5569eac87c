"""Small fields: every round there is, the one that leaves most rounds to come among those that are best.

Looking ahead decides only between rounds that are equal in the differences of points: no round is
made worse for a later one. Source: docs/formats.md#swiss.
"""

from __future__ import annotations

from collections.abc import Iterator

from .cost import Couple, Field

SMALL = 8
LOOK_AHEAD = {8: 2, 7: 2}
"""How many rounds ahead are looked at, where all of them would take too long."""

Round = tuple[Couple, ...]


def smallest(field: Field, *, later: int) -> list[Couple] | None:
    """Return the best round of all, or ``None`` when there is none.

    :param later: how many rounds are to come after it; they should be possible without a rematch.
    """
    size = len(field.players)
    met = frozenset(
        (one, other)
        for one in range(size)
        for other in range(one + 1, size)
        if not field.players[one].may_meet(field.players[other])
    )
    ranked = sorted((field.total(round_), round_) for round_ in _rounds(tuple(range(size)), met))
    if not ranked:
        return None
    best, first = ranked[0]
    equal = [round_ for criteria, round_ in ranked if criteria.differences == best.differences]
    unmet = size - 1 - max(sum(one in couple for couple in met) for one in range(size))
    ahead = min(later, unmet - 1, LOOK_AHEAD.get(size, size))
    going_on = (round_ for round_ in equal if _can_go_on(size, met | frozenset(round_), ahead))
    return list(next(going_on, first))


def _rounds(left: tuple[int, ...], met: frozenset[Couple]) -> Iterator[Round]:
    """Yield every way to pair all who are left without a rematch."""
    if not left:
        yield ()
        return
    one, *others = left
    for other in others:
        if (one, other) not in met:
            rest = tuple(player for player in others if player != other)
            for round_ in _rounds(rest, met):
                yield ((one, other), *round_)


def _can_go_on(size: int, met: frozenset[Couple], rounds: int) -> bool:
    """Return whether so many rounds more are possible without a rematch."""
    if rounds == 0:
        return True
    everybody = tuple(range(size))
    return any(_can_go_on(size, met | frozenset(round_), rounds - 1) for round_ in _rounds(everybody, met))
