"""Movements: who sits with whom, round after round, where partners change or everybody plays alone.

Where an exact whist movement is known it is used: everybody has everybody else once as partner and
twice as opponent. Elsewhere a movement is annealed: players change places as long as fewer meet
again. Source: docs/formats.md#individual.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.dealing import Stream

Table = tuple[int, int, int, int]
"""Four players by number; in an individual the first two are partners, and so are the last two."""

Round = tuple[Table, ...]

STARTERS = {
    8: "0 -1|1 3, 2 6|4 5",
    12: "1 5|7 -1, 4 6|3 0, 8 2|9 10",
    16: "3 7|13 0, 11 12|1 10, 2 9|5 8, 14 4|6 -1",
    20: "2 17|15 9, 3 11|0 12, 10 5|7 6, 13 -1|18 8, 4 1|16 14",
    24: "10 6|5 8, 0 22|16 14, 12 1|20 15, 19 2|3 13, 9 17|-1 4, 11 18|21 7",
    28: "22 13|12 25, 8 2|24 -1, 14 4|18 7, 11 15|6 3, 26 0|1 20, 21 9|17 19, 23 16|5 10",
    32: "4 1|21 6, 16 23|7 5, 15 29|25 14, 30 3|11 24, 9 28|2 27, -1 10|18 13, 12 22|8 0, 19 20|17 26",
}
"""The first round of an exact movement; in each later one every number is one higher, modulo all but -1."""


@lru_cache(maxsize=32)
def exact(players: int) -> tuple[Round, ...]:
    """Return the whole exact movement for so many players, or nothing where none is known."""
    if players in STARTERS:
        return tuple(_turned(players, number) for number in range(players - 1))
    if players % 4 == 1 and all(players % factor for factor in range(2, math.isqrt(players) + 1)):
        return tuple(_developed(players, number) for number in range(players))
    return ()


def _turned(players: int, number: int) -> Round:
    circle = players - 1
    tables = []
    for table in STARTERS[players].split(","):
        seats = [int(seat) for seat in table.replace("|", " ").split()]
        one, two, three, four = (circle if seat < 0 else (seat + number) % circle for seat in seats)
        tables.append((one, two, three, four))
    return tuple(tables)


def _developed(prime: int, number: int) -> Round:
    """Return a round of the movement of Bose and Cameron: one sits out, the powers of a root sit down."""
    root = next(root for root in range(2, prime) if _is_root(root, prime))
    quarter = (prime - 1) // 4
    powers = [pow(root, exponent, prime) for exponent in range(prime - 1)]
    return tuple(
        (
            (powers[at] + number) % prime,
            (powers[at + 2 * quarter] + number) % prime,
            (powers[at + quarter] + number) % prime,
            (powers[at + 3 * quarter] + number) % prime,
        )
        for at in range(quarter)
    )


def _is_root(root: int, prime: int) -> bool:
    return len({pow(root, exponent, prime) for exponent in range(prime - 1)}) == prime - 1


# ---- annealing

COLD = 0.3
"""The constant temperature: a slow cooling takes longer and ends no better."""
PARTNERS_AGAIN = 20
ATTEMPTS, STEPS = 3, 12_000


@dataclass
class Meetings:
    """How often two have been partners, and how often opponents; numbers of players, the lower first."""

    partners: dict[tuple[int, int], int]
    opponents: dict[tuple[int, int], int]
    alone: bool

    def copy(self) -> Meetings:
        """Return the same counts, to be changed apart."""
        return Meetings(dict(self.partners), dict(self.opponents), self.alone)

    def wrong(self) -> int:
        """Return how much is wrong: each time two meet again costs more than the time before."""
        again = sum(count * (count - 1) // 2 for count in self.opponents.values())
        return again + PARTNERS_AGAIN * sum(count * (count - 1) // 2 for count in self.partners.values())

    def change(self, table: Sequence[int], by: int) -> int:
        """Count a table in or out; return by how much that changes what is wrong."""
        one, two, three, four = table
        sides = ((one, two), (three, four))
        across = ((one, three), (one, four), (two, three), (two, four))
        if self.alone:
            return _count(self.opponents, sides + across, by)
        return PARTNERS_AGAIN * _count(self.partners, sides, by) + _count(self.opponents, across, by)


def _count(counts: dict[tuple[int, int], int], couples: Iterable[tuple[int, int]], by: int) -> int:
    """Count couples in or out; return by how much that changes how often two meet again."""
    change = 0
    for one, other in couples:
        couple = (one, other) if one < other else (other, one)
        count = counts.get(couple, 0)
        change += count if by > 0 else 1 - count
        counts[couple] = count + by
    return change


def annealed(before: Meetings, seating: Sequence[Sequence[int]], chance: Stream) -> tuple[Round, ...]:
    """Return so many rounds in which as few as possible meet again, all that was before included.

    :param seating: for each round who plays, a multiple of four.
    """
    best: tuple[int, tuple[Round, ...]] | None = None
    for attempt in range(ATTEMPTS):
        wrong, rounds = _attempt(before.copy(), seating, chance.derive("attempt", attempt))
        if best is None or wrong < best[0]:
            best = wrong, rounds
        if wrong <= 0:
            break
    assert best is not None  # there is an attempt
    return best[1]


def _attempt(
    meetings: Meetings, seating: Sequence[Sequence[int]], chance: Stream
) -> tuple[int, tuple[Round, ...]]:
    """Return how much more is wrong than it must be, and the rounds."""
    mixed = [chance.shuffled(players) for players in seating]
    rounds = [[players[at : at + 4] for at in range(0, len(players), 4)] for players in mixed]
    known = meetings.wrong()
    wrong = known + sum(meetings.change(table, 1) for round_ in rounds for table in round_)
    lowest = _lowest(meetings, len({one for players in seating for one in players}))
    best, kept = wrong, _kept(rounds)
    for _ in range(STEPS if len(seating[0]) > 4 else 0):
        if best <= lowest:
            break
        wrong += _step(meetings, rounds, chance)
        if wrong < best:
            best, kept = wrong, _kept(rounds)
    return best - lowest, kept


def _kept(rounds: list[list[list[int]]]) -> tuple[Round, ...]:
    return tuple(tuple((a, b, c, d) for a, b, c, d in round_) for round_ in rounds)


def _step(meetings: Meetings, rounds: list[list[list[int]]], chance: Stream) -> int:
    """Let two players of a round change places, unless it makes too much worse; return the change."""
    drawn = chance.uint32()
    drawn, number = divmod(drawn, len(rounds))
    round_ = rounds[number]
    drawn, first = divmod(drawn, len(round_))
    drawn, step = divmod(drawn, len(round_) - 1)
    one, other = round_[first], round_[(first + 1 + step) % len(round_)]
    seat, place = drawn % 4, drawn // 4 % 4
    change = meetings.change(one, -1) + meetings.change(other, -1)
    one[seat], other[place] = other[place], one[seat]
    change += meetings.change(one, 1) + meetings.change(other, 1)
    if change <= 0 or chance.uniform(0, 1) < math.exp(-change / COLD):
        return change
    meetings.change(one, -1)
    meetings.change(other, -1)
    one[seat], other[place] = other[place], one[seat]
    meetings.change(one, 1)
    meetings.change(other, 1)
    return 0


def _lowest(meetings: Meetings, players: int) -> int:
    """Return the least that can be wrong: all couples as often as one another, as nearly as can be."""
    couples = players * (players - 1) // 2
    opponents = sum(meetings.opponents.values())
    least = _even(opponents, couples)
    return (
        least if meetings.alone else least + PARTNERS_AGAIN * _even(sum(meetings.partners.values()), couples)
    )


def _even(count: int, couples: int) -> int:
    each, more = divmod(count, couples)
    return couples * each * (each - 1) // 2 + more * each
