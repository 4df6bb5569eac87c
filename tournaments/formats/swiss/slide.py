"""The slide, group by group, mended where two have met: a round at once, if it is shown to be as good as any.

It is taken only when it reaches the bound no round can be below, with nobody floating the same way
again and no club-mates: then only the distance from the slide could be less.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cost import Couple, Field
from .field import Player

REACH = 40


def slide(field: Field) -> list[Couple] | None:
    """Return a round that cannot be beaten but in its distance from the slide, or ``None``."""
    couples: list[Couple] = []
    above: list[int] = []
    for begin, end in field.groups:
        pool = [*above, *range(begin, end)]
        above = []
        if len(pool) % 2 and end < len(field.players):
            above = [_floater(field, pool, end)]
            pool.remove(above[0])
        paired = _paired(field.players, pool, floaters=len(pool) - (end - begin) + len(above))
        if paired is None:
            return None
        couples += paired
    found = field.total(couples)
    good = found.differences == field.lowest_differences and not (found.floats or found.clubs)
    return sorted(couples) if good else None


def _floater(field: Field, pool: Sequence[int], below: int) -> int:
    """Return who goes down: the lowest who has not lately, and has not met the first below."""
    first = field.players[below]
    for one in reversed(pool):
        player = field.players[one]
        if 1 not in player.floats and player.may_meet(first):
            return one
    return pool[-1]


def _paired(players: Sequence[Player], pool: list[int], floaters: int) -> list[Couple] | None:
    """Return the pool in twos: who came from above meets the first he may, the others slide."""
    couples = []
    rest = list(pool)
    for one in pool[: max(0, floaters)]:
        rest.remove(one)
        other = next((other for other in rest if _lifts(players, one, other)), None)
        if other is None:
            return None
        rest.remove(other)
        couples.append((one, other))
    slid = _slid(players, rest)
    return None if slid is None else [*couples, *slid]


def _lifts(players: Sequence[Player], one: int, other: int) -> bool:
    """Return whether somebody from above may meet this one, who has not been lifted up lately."""
    return -1 not in players[other].floats and _fits(players, one, other)


def _slid(players: Sequence[Player], pool: list[int]) -> list[Couple] | None:
    half = len(pool) // 2
    upper, lower = pool[:half], pool[half:]
    for at in range(half):
        if not _fits(players, upper[at], lower[at]) and not _exchanged(players, upper, lower, at):
            return None
    return list(zip(upper, lower, strict=True))


def _exchanged(players: Sequence[Player], upper: Sequence[int], lower: list[int], at: int) -> bool:
    """Let a neighbour change opponents with who is at ``at``, so that it fits both."""
    for away in range(1, REACH):
        for other in (at + away, at - away):
            if not 0 <= other < len(upper):
                continue
            if _fits(players, upper[at], lower[other]) and _fits(players, upper[other], lower[at]):
                lower[at], lower[other] = lower[other], lower[at]
                return True
    return False


def _fits(players: Sequence[Player], one: int, other: int) -> bool:
    upper, lower = players[one], players[other]
    return upper.may_meet(lower) and not (upper.club and upper.club == lower.club)
