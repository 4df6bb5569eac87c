"""Random events of a Swiss: the better seed is likelier to win, one match in twenty-five ends level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.dealing import Stream
from tournaments.formats import swiss
from tournaments.formats.next_round import Match, NextRound
from tournaments.state import Entry, Options, Pairing, State

LEVEL = 40
"""How many matches of a thousand end level."""


@dataclass
class Faults:
    """What must not happen in an event, counted."""

    rounds: int = 0
    rematches: int = 0
    second_byes: int = 0


def moments(entries: int, rounds: int, seed: int) -> Iterator[tuple[State, NextRound]]:
    """Yield each state of an event with the round that was drawn from it."""
    chance = Stream(b"swiss").derive(entries, seed)
    field = tuple(Entry(number, number) for number in range(1, entries + 1))
    state = State("swiss", field, Options(rounds=rounds))
    while (found := swiss.next_round(state)) is not None:
        yield state, found
        played = [_result(match, entries, chance) for match in found.matches]
        byes = [Pairing(((entry,),), kind="bye") for entry in found.byes]
        state = replace(state, rounds=(*state.rounds, (*played, *byes)))


def before_round(number: int, entries: int, seed: int) -> State:
    """Return an event before a round."""
    return next(state for state, found in moments(entries, number, seed) if found.number == number)


def _result(match: Match, entries: int, chance: Stream) -> Pairing:
    one, other = match.sides
    drawn = chance.below(1000)
    if drawn < LEVEL:
        return Pairing(match.sides, (24, 24))
    better, weaker = sorted((one, other))
    favour = 500 + 450 * (int(weaker[0]) - int(better[0])) // entries
    winner = better if chance.below(1000) < favour else weaker
    return Pairing(match.sides, (31, 20) if winner == one else (20, 31), winner)


def watched(entries: int, rounds: int, seed: int, faults: Faults) -> None:
    """Play an event, and count what must not happen in it."""
    met: set[frozenset[object]] = set()
    byes: Counter[object] = Counter()
    for state, found in moments(entries, rounds, seed):
        couples = {frozenset(side[0] for side in match.sides) for match in found.matches}
        fewest = min(byes[entry] for entry in state.seeded)
        faults.rounds += 1
        faults.rematches += len(couples & met)
        faults.second_byes += sum(byes[entry] > fewest for entry in found.byes)
        met |= couples
        byes.update(found.byes)
