"""The slide, group by group, mended where two have met: a round at once, if it is shown to be as good as any.

From a group with an odd number to pair one goes down to the next, so the round reaches the bound no round can
be below. Nobody in it floats the same way again or meets a club-mate: only the distance from the slide could
be less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from .cost import Couple, Field
from .field import Player

REACH = 40
WIDTH = 6
"""How many of a group are tried as the one who goes down, or meets who has come down."""
TRIES = 60
"""How many groups are paired, those tried again included, before a matching is quicker."""


def slide(field: Field) -> list[Couple] | None:
    """Return a round of a block that cannot be beaten but in its distance from the slide, or ``None``."""
    couples = _from(field, 0, [], iter(range(TRIES + len(field.groups))))
    return None if couples is None else sorted(couples)


def _from(field: Field, group: int, above: list[int], tries: Iterator[int]) -> list[Couple] | None:
    """Return a group's pairings and those of all below it; another goes down where the first leaves none."""
    if group == len(field.groups):
        return []
    begin, end = field.groups[group]
    pool = [*above, *range(begin, end)]
    for down in _down(field, range(begin, end), odd=len(pool) % 2 == 1):
        if next(tries, None) is None:
            return None
        paired = _paired(field.players, [one for one in pool if one not in down], floater=bool(above))
        below = None if paired is None else _from(field, group + 1, down, tries)
        if paired is not None and below is not None:
            return paired + below
    return None


def _down(field: Field, group: range, *, odd: bool) -> list[list[int]]:
    """Return who might go down to the next group, the lowest first of those who have not lately.

    Who may meet the first below comes before who may not.
    """
    if not odd:
        return [[]]
    first = field.players[group.stop]
    fresh = [one for one in reversed(group) if 1 not in field.players[one].floats]
    return [[one] for one in sorted(fresh, key=lambda one: not field.players[one].may_meet(first))[:WIDTH]]


def _paired(players: Sequence[Player], pool: list[int], *, floater: bool) -> list[Couple] | None:
    """Return the pool in twos: who came from above is the first and meets whom he may, the others slide."""
    if not floater:
        return _slid(players, pool)
    one, *group = pool
    lifted = (other for other in group if _lifts(players, one, other))
    for other in islice(lifted, WIDTH):
        slid = _slid(players, [player for player in group if player != other])
        if slid is not None:
            return [(one, other), *slid]
    return None


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
