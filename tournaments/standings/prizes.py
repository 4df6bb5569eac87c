"""Who gets which prize from the final order; who is level shares. Source: docs/formats.md#prizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

Order = Mapping[int, int]
"""Entries by the place they have in the end; who is level has the same."""
THOUSANDTHS_SHARED = 10
"""Money is shared down to a hundredth of its unit."""


@dataclass(frozen=True, slots=True)
class Prize:
    """What is given for a place among those it is open to.

    :param thousandths: how much money, in thousandths of the currency's unit; 0 for none.
    :param open_to: the entries that may have it; ``None`` for everybody.
    """

    id: int
    place: int
    thousandths: int = 0
    currency: str = ""
    open_to: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """What an entry gets for its place: the prizes, and its share of their money by currency.

    :param level: how many have this place, and share.
    """

    entry: int
    prizes: tuple[int, ...]
    level: int
    money: tuple[tuple[str, int], ...]


def final_order(tables: Sequence[Mapping[int, int | None]]) -> dict[int, int]:
    """Return the order of a tournament from the tables of its stages, the last stage first.

    Who did not come into a stage stands behind all who did, as he stood in the stage before.
    """
    order: dict[int, int] = {}
    placed: set[int] = set()
    for table in tables:
        offset = len(placed)
        order |= {
            entry: offset + rank for entry, rank in table.items() if rank is not None and entry not in placed
        }
        placed |= table.keys()
    return order


def awards(prizes: Sequence[Prize], order: Order) -> tuple[Award, ...]:
    """Return who gets what, by place; an entry has one award among all and one of each narrower field.

    Who is level takes the places next to each other and shares all prizes for them.
    """
    found = []
    for field in dict.fromkeys(prize.open_to for prize in prizes):
        mine = [prize for prize in prizes if prize.open_to == field]
        for places, level in _levels(order, field):
            won = [prize for prize in mine if prize.place in places]
            found += [_award(entry, won, len(level)) for entry in level if won]
    return tuple(found)


def winners(prizes: Sequence[Prize], order: Order) -> dict[int, tuple[int, ...]]:
    """Return the entries that each prize goes to; several where they are level."""
    given: dict[int, tuple[int, ...]] = {prize.id: () for prize in prizes}
    for award in awards(prizes, order):
        for prize in award.prizes:
            given[prize] = (*given[prize], award.entry)
    return given


def _levels(order: Order, field: frozenset[int] | None) -> Iterator[tuple[range, list[int]]]:
    """Yield the places of a field, each with those who have them."""
    mine = sorted((entry for entry in order if field is None or entry in field), key=order.__getitem__)
    first = 1
    for _, group in groupby(mine, key=order.__getitem__):
        level = list(group)
        yield range(first, first + len(level)), level
        first += len(level)


def _award(entry: int, won: Sequence[Prize], level: int) -> Award:
    money: Counter[str] = Counter()
    for prize in won:
        money[prize.currency] += prize.thousandths
    shares = ((currency, _share(total, level)) for currency, total in money.items() if total)
    return Award(entry, tuple(prize.id for prize in won), level, tuple(shares))


def _share(total: int, level: int) -> int:
    """Return an equal share; what cannot be divided stays where it is."""
    if level == 1:
        return total
    return total // level // THOUSANDTHS_SHARED * THOUSANDTHS_SHARED
