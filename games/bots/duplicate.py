"""Two bots compared over the same cards: every deal is played once from each side of the table.

In one room the first bot holds the cards of a side, in the next those of the other side, with the
same dealer; in solo there are four rooms, and it sits against three of the second in each. Luck of
the cards is the same for both, so far fewer deals tell them apart.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Self

from games.dealing import Stream
from games.rules import (
    PACK,
    SEATS,
    Action,
    Deal,
    Position,
    RuleSet,
    Side,
    apply,
    side_of,
    view,
)

Bot = Callable[[Mapping[str, Any], Stream, RuleSet], Action]

# Nineteen samples in twenty of a normal distribution lie within so many standard errors of its mean.
NINETEEN_IN_TWENTY = 1.96


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one bot gains on another, in points a deal, and the 95 % interval around it."""

    points: float
    low: float
    high: float

    @classmethod
    def of(cls, gained: Sequence[Fraction]) -> Self:
        """Return what the gains of single deals come to; there must be two at least."""
        mean = sum(gained, Fraction()) / len(gained)
        variance = sum(((gain - mean) ** 2 for gain in gained), Fraction()) / (len(gained) - 1)
        margin = NINETEEN_IN_TWENTY * sqrt(variance / len(gained))
        return cls(float(mean), float(mean) - margin, float(mean) + margin)


def gains(one: Bot, other: Bot, rules: RuleSet, *, deals: int, stream: Stream) -> Iterator[Fraction]:
    """Yield for each deal by how many points one bot gains on the other, on average over the rooms.

    The stream is not drawn from: deals and bots get streams derived from it, the same in each room.
    """
    for number in range(deals):
        drawn = stream.derive("deal", number)
        pack = drawn.shuffled(PACK)
        dealt = Deal(tuple(tuple(sorted(pack[seat::4])) for seat in SEATS))
        begun, _ = apply(Position.begin(rules, dealer=SEATS[number % 4]), None, dealt)
        sides = [Side(side) for side in range(rules.seating.sides)]
        leads = [_lead(begun, side, one, other, drawn) for side in sides]
        yield sum(leads, Fraction()) / len(leads)


def _lead(position: Position, side: Side, one: Bot, other: Bot, drawn: Stream) -> Fraction:
    """Return how many points more than the others a side gains when one bot plays it."""
    rules = position.rules
    chance = {seat: drawn.derive("bot", seat) for seat in SEATS}
    while (turn := position.turn) is not None:
        bot = one if side_of(turn, rules.seating) == side else other
        position, _ = apply(position, turn, bot(view(position, turn), chance[turn], rules))
    own = position.totals[side]
    return own - Fraction(sum(position.totals) - own, len(position.totals) - 1)
