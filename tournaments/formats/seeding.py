"""The order of seeds, and where in a bracket each of them stands. Source: docs/formats.md#seeds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Entrant = TypeVar("Entrant")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry before the draw: a seed of its own, a rating, or neither."""

    entry: int
    seed: int | None = None
    rating: int | None = None


def in_seed_order(candidates: Iterable[Candidate]) -> tuple[int, ...]:
    """Return the entries from seed 1 down.

    Those that are level stay in the order given: the caller has drawn lots before.
    """
    return tuple(candidate.entry for candidate in sorted(candidates, key=_strength))


def _strength(candidate: Candidate) -> tuple[bool, int, bool, int]:
    return (
        candidate.seed is None,
        candidate.seed or 0,
        candidate.rating is None,
        -(candidate.rating or 0),
    )


def in_groups(seeded: Sequence[Entrant], groups: int) -> tuple[tuple[Entrant, ...], ...]:
    """Return the groups, dealt from seed 1 down and back again, so that all are about as strong."""
    found: list[list[Entrant]] = [[] for _ in range(groups)]
    for at, entrant in enumerate(seeded):
        lap, place = divmod(at, groups)
        found[place if lap % 2 == 0 else groups - 1 - place].append(entrant)
    return tuple(tuple(group) for group in found)


def dealt_from(groups: Sequence[Sequence[Entrant]]) -> tuple[Entrant, ...]:
    """Return the entrants from seed 1 down of whom these groups were dealt: what ``in_groups`` undoes."""
    left = [list(group) for group in groups]
    found: list[Entrant] = []
    for lap in range(max(map(len, left), default=0)):
        order = left if lap % 2 == 0 else left[::-1]
        found += [group.pop(0) for group in order if group]
    return tuple(found)


def bracket_order(places: int) -> tuple[int, ...]:
    """Return the seeds of a bracket of ``places`` (a power of two) down the page, two a pairing.

    Every doubling puts beside each seed the one that complements it, so the best two meet last.
    """
    seeds = [1]
    while len(seeds) < places:
        last = 2 * len(seeds) + 1
        seeds = [seed for strong in seeds for seed in (strong, last - strong)]
    return tuple(seeds)
