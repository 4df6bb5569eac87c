"""Going through a deal card by card: what the declaring side could still take, and what took it away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.rules import Card, Hand, Play, Seat, Trump, partner


class Solver(Protocol):
    """Counts tricks with all four hands open, seats 0 and 2 playing against 1 and 3."""

    def tricks(self, play: Play) -> Mapping[Card, int]:
        """Return what each legal card leads to when everybody plays as well as can be.

        :returns: the tricks that the side of the seat to play takes from here on, that with the cards
            on the table included.
        """


@dataclass(frozen=True, slots=True)
class AnalysedDeal:
    """A deal's analysis.

    ``values`` are the tricks that the declaring side takes in the whole deal with best play from there
    on: before the first card and after each. ``better`` are, by the index of a card that gave something
    away, the cards that would not have.
    """

    values: tuple[int, ...]
    better: Mapping[int, tuple[Card, ...]]


def analyse(
    solver: Solver, hands: Sequence[Hand], *, trump: Trump, declarer: Seat, plays: Sequence[tuple[Seat, Card]]
) -> AnalysedDeal:
    """Return the analysis of a deal that was played so far; its first card is the declarer's lead.

    :param hands: the thirteen cards of each seat.
    :raises IllegalCard: where the cards do not follow the rules.
    """
    sides = {declarer, partner(declarer)}
    play = Play(tuple(tuple(sorted(hand)) for hand in hands), declarer, trump)
    values: list[int] = []
    better: dict[int, tuple[Card, ...]] = {}
    for index, (seat, card) in enumerate(plays):
        worth = _worth(solver, play, declaring=seat in sides, sides=sides)
        best = max(worth.values()) if seat in sides else min(worth.values())
        values += [best] if not values else []
        values.append(worth[card])
        if worth[card] != best:
            better[index] = tuple(one for one, value in worth.items() if value == best)
        play = play.lay(seat, card)
    return AnalysedDeal(tuple(values), better)


def _worth(solver: Solver, play: Play, *, declaring: bool, sides: set[Seat]) -> dict[Card, int]:
    """Return what the declaring side takes in the whole deal after each legal card."""
    taken = sum(play.tricks_won[seat] for seat in sides)
    left = len(play.hands[play.turn])
    found = solver.tricks(play)
    return {card: taken + (tricks if declaring else left - tricks) for card, tricks in sorted(found.items())}
