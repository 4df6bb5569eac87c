"""What each entry has got from a stage: a line for every round, whoever else was in it.

Source: docs/formats.md#table-points. A round somebody missed is a line too, so that nobody's table
depends on how his absence was written down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Literal

from tournaments.state import EntryId, Pairing, State, TablePoints, Team, exactly

EVERYBODY_EVERY_ROUND = ("swiss", "individual", "solo-swiss")
"""The formats in which whoever is not in a round has missed it."""

NOTHING = Fraction(0)
Won = Literal["won", "drawn", "lost", ""]


@dataclass(frozen=True, slots=True)
class Result:
    """What one entry got from one round.

    ``opponents`` are those it met at the table; ``scores`` its own points and each of theirs, when they
    were played for. ``of_own_will`` marks a round it missed or gave away.
    """

    round: int
    kind: str
    points: Fraction
    won: Won = ""
    opponents: Team = ()
    scores: tuple[int, ...] = ()
    of_own_will: bool = False

    @property
    def is_played(self) -> bool:
        """Whether cards decided it, or a ruling instead of them."""
        return self.kind in ("played", "adjudicated")

    @property
    def share(self) -> Fraction:
        """Its part of a win: 1, a half or 0."""
        return {"won": Fraction(1), "drawn": Fraction(1, 2)}.get(self.won, Fraction(0))


Results = Mapping[EntryId, Sequence[Result]]


def results_of(state: State) -> dict[EntryId, list[Result]]:
    """Return each entry's lines in the order of rounds, those it missed before or after included."""
    lines: dict[EntryId, list[Result]] = {entry: [] for entry in state.seeded}
    for number, round_ in enumerate(state.rounds, start=1):
        for pairing in round_:
            for entry, result in _of_pairing(pairing, number, state):
                lines[entry].append(result)
        if state.format in EVERYBODY_EVERY_ROUND:
            for entry, mine in lines.items():
                if not mine or mine[-1].round != number:
                    mine.append(Result(number, "missed", _missed(entry, number, state), of_own_will=True))
    for entry in state.withdrawn:
        _leave(lines[entry], joined_after=state.given.get(entry, (0, 0))[0])
    return lines


def _missed(entry: EntryId, number: int, state: State) -> Fraction:
    """Return the points of a missed round; before joining those stated for all stand in the last of them."""
    last, points = state.given.get(entry, (0, 0))
    if number > last:
        return exactly(state.options.points.missed)
    return exactly(points) if number == last else NOTHING


def _leave(mine: list[Result], *, joined_after: int) -> None:
    """Give nothing for the rounds since somebody has left."""
    for at in reversed(range(len(mine))):
        if mine[at].kind != "missed" or mine[at].round <= joined_after:
            return
        mine[at] = replace(mine[at], points=NOTHING)


def _of_pairing(pairing: Pairing, number: int, state: State) -> list[tuple[EntryId, Result]]:
    if pairing.kind in ("bye", "sit_out"):
        alone = _alone(pairing.kind == "bye", number, state)
        return [(entry, alone) for entry in pairing.sides[0]]
    if pairing.kind in ("void", "postponed") or pairing.is_pending:
        return [(entry, Result(number, "void", Fraction(0))) for side in pairing.sides for entry in side]
    return [
        (entry, _of_side(pairing, at, number, state))
        for at, side in enumerate(pairing.sides)
        for entry in side
    ]


def _alone(is_bye: bool, number: int, state: State) -> Result:
    """Return what a round without an opponent gives; who sits out in a Swiss has asked for it."""
    worth = state.options.points
    if is_bye:
        return Result(number, "bye", exactly(worth.bye), "won")
    return Result(number, "sit_out", exactly(worth.sit_out), of_own_will=state.format == "swiss")


def _of_side(pairing: Pairing, at: int, number: int, state: State) -> Result:
    won = _won(pairing, at)
    played = pairing.kind in ("played", "adjudicated")
    others = [n for n in range(len(pairing.sides)) if n != at]
    scores = (pairing.scores[at], *(pairing.scores[n] for n in others)) if pairing.scores else ()
    return Result(
        number,
        pairing.kind,
        (_worth if played else _worth_unplayed)(state.options.points)[won],
        won,
        tuple(entry for n in others for entry in pairing.sides[n]) if played else (),
        scores if pairing.kind == "played" else (),
        of_own_will=not played and won != "won",
    )


@lru_cache(maxsize=64)
def _worth(points: TablePoints) -> Mapping[Won, Fraction]:
    """Return what each result is worth; made once, for a large field asks ten thousand times a round."""
    return {
        "won": exactly(points.win),
        "drawn": exactly(points.draw),
        "lost": exactly(points.loss),
        "": NOTHING,
    }


@lru_cache(maxsize=64)
def _worth_unplayed(points: TablePoints) -> Mapping[Won, Fraction]:
    """Return what a walkover is worth to who was there and to who was not."""
    there = points.win if points.walkover is None else points.walkover
    return {"won": exactly(there), "lost": exactly(points.forfeit)}


def _won(pairing: Pairing, at: int) -> Won:
    """Return how a side did; in Solo those level at the top have drawn and the others lost."""
    if pairing.kind == "double_walkover":
        return "lost"
    winner = pairing.goes_on if pairing.kind == "walkover" else pairing.winner
    if winner is not None:
        return "won" if winner == pairing.sides[at] else "lost"
    if len(pairing.sides) > 2 and pairing.scores and pairing.scores[at] < max(pairing.scores):
        return "lost"
    return "drawn"


def points_of(lines: Sequence[Result]) -> Fraction:
    """Return the table points of an entry."""
    return total([line.points for line in lines])


def total(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum; a table of many rounds adds ten thousand terms, and ``sum`` would reduce after each."""
    parts = lcm(*(term.denominator for term in terms))
    return Fraction(sum(term.numerator * (parts // term.denominator) for term in terms), parts)
