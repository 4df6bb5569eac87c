"""A Swiss before a round: everybody in the order of rank, with whom he has met and how he has floated.

Rank is points, then seed; never a tie-break. Source: docs/formats.md#swiss.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import lcm

from tournaments.standings.results import Result, results_of
from tournaments.state import BadState, EntryId, State


@dataclass(frozen=True, slots=True, eq=False)
class Player:
    """One who can be paired.

    :param points: table points in the field's common unit, a whole number.
    :param met: the entries met before, or to be met in a postponed match, each with the last round in which.
    :param floats: in the last two rounds, 1 where he met somebody with fewer points, -1 with more.
    :param first: how often he was the first side.
    :param unit: how many of the field's unit are one table point.
    """

    entry: EntryId
    seed: int
    points: int
    club: str
    met: dict[EntryId, int]
    forbidden: frozenset[EntryId]
    floats: tuple[int, ...]
    first: int
    byes: int
    had_last_bye: bool
    unit: int = 1

    def may_meet(self, other: Player) -> bool:
        """Whether they have not met and are not kept apart."""
        return other.entry not in self.met and other.entry not in self.forbidden


def players_of(state: State) -> list[Player]:
    """Return who can be paired, the best first.

    :raises BadState: while a result of an earlier round is missing.
    """
    _check(state)
    lines = results_of(state)
    unit = lcm(*{line.points.denominator for mine in lines.values() for line in mine}, 1)
    gained = _gained(lines, unit)
    forbidden = _forbidden(state)
    to_meet = _to_meet(state)
    floats = _floats(state, gained)
    clubs = {entry.id: entry.club for entry in state.entries}
    first = Counter(pairing.sides[0][0] for pairing in state.pairings() if len(pairing.sides) == 2)
    players = [
        Player(
            entry=entry,
            seed=state.seed_of[entry],
            points=sum(gained[entry]),
            club=clubs[entry],
            met=to_meet[entry] | {other: line.round for line in lines[entry] for other in line.opponents},
            forbidden=forbidden.get(entry, frozenset()),
            floats=tuple(floats[entry][-2:]),
            first=first[entry],
            byes=state.had_byes[entry] + sum(_is_bye(line) for line in lines[entry]),
            had_last_bye=bool(lines[entry]) and _is_bye(lines[entry][-1]),
            unit=unit,
        )
        for entry in state.active
    ]
    return sorted(players, key=lambda player: (-player.points, player.seed))


def _check(state: State) -> None:
    for number, round_ in enumerate(state.rounds):
        for at, pairing in enumerate(round_):
            if pairing.is_pending:
                where = f"rounds[{number}].pairings[{at}]"
                raise BadState(where=where, what="has no result: the next round waits for it")


def _to_meet(state: State) -> dict[EntryId, dict[EntryId, int]]:
    """Return, of each entry, whom it has still to meet in a match that was postponed, with its round."""
    found: dict[EntryId, dict[EntryId, int]] = {entry: {} for entry in state.seeded}
    for number, round_ in enumerate(state.rounds, start=1):
        for (one,), (other,) in (pairing.sides for pairing in round_ if pairing.kind == "postponed"):
            found[one][other] = found[other][one] = number
    return found


def _is_bye(line: Result) -> bool:
    """Return whether it brought a win without playing: who has had one gets no bye before the others."""
    return line.kind == "bye" or (line.kind == "walkover" and line.won == "won")


def _gained(lines: dict[EntryId, list[Result]], unit: int) -> dict[EntryId, list[int]]:
    """Return what each entry got round by round, in the unit that makes all points whole numbers."""
    return {
        entry: [line.points.numerator * (unit // line.points.denominator) for line in mine]
        for entry, mine in lines.items()
    }


def _forbidden(state: State) -> dict[EntryId, frozenset[EntryId]]:
    apart: dict[EntryId, frozenset[EntryId]] = {}
    for couple in state.forbidden:
        for entry in couple:
            apart[entry] = apart.get(entry, frozenset()) | (couple - {entry})
    return apart


def _floats(state: State, gained: dict[EntryId, list[int]]) -> dict[EntryId, list[int]]:
    """Return, round by round, whether each entry met somebody with fewer points (1), more (-1) or as many."""
    had = dict.fromkeys(state.seeded, 0)
    floats: dict[EntryId, list[int]] = {entry: [] for entry in state.seeded}
    for number, round_ in enumerate(state.rounds):
        opponents = {
            pairing.sides[at][0]: pairing.sides[1 - at][0]
            for pairing in round_
            if len(pairing.sides) == 2
            for at in (0, 1)
        }
        for entry, ways in floats.items():
            other = opponents.get(entry)
            ways.append(0 if other is None else (had[entry] > had[other]) - (had[entry] < had[other]))
        for entry in had:
            had[entry] += gained[entry][number]
    return floats
