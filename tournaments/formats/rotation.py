"""Formats without fixed partners: an individual, where partners rotate, and Solo, where all play alone.

Both seat tables of four for a number of rounds and look at what was before, so a field may change on
the way: what has been played stands, the rounds to come are made anew. Source: docs/formats.md#individual
and #solo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from games.dealing import Stream
from tournaments.standings.results import points_of, results_of
from tournaments.state import EntryId, Pairing, State

from .movements import Meetings, Round, annealed, exact
from .next_round import Match, NextRound

SMALL = 32
"""Up to so many who play alone the tables are a movement; beyond, those with as many points meet."""
USUAL_ROUNDS = 8
REACH = 12


def next_round(state: State) -> NextRound | None:
    """Return the next round, or ``None`` when all are played or fewer than four are left."""
    number, rounds = len(state.rounds) + 1, rounds_of(state)
    if number > rounds or len(state.active) < 4:
        return None
    alone = state.format == "solo-swiss"
    if alone and len(state.active) > SMALL:
        return _swiss(state, number)
    return _movement(state, number, rounds, alone=alone)


def rounds_of(state: State) -> int:
    """Return how many rounds are played: as the options say, else what an evening holds."""
    return state.options.rounds or min(USUAL_ROUNDS, len(state.entries) - 1)


# ---- a movement


def _movement(state: State, number: int, rounds: int, *, alone: bool) -> NextRound:
    players = list(state.seeded)
    plan = _plan(len(players), rounds, alone, state.options.lot_secret)
    if _is_on(state, plan):
        return _round(state, number, plan[number - 1], players)
    active = [at for at, entry in enumerate(players) if entry in state.active]
    chance = Stream(b"movement").derive(state.options.lot_secret or "open", number, len(active))
    seating = _seating(active, _sat_out(state), rounds - number + 1)
    return _round(state, number, annealed(_met(state, alone=alone), seating, chance)[0], players)


@lru_cache(maxsize=8)
def _plan(players: int, rounds: int, alone: bool, secret: str) -> tuple[Round, ...]:
    """Return the movement of a field that nobody leaves: exact where one is known and long enough."""
    whole = () if alone or rounds < players - 2 else exact(players)
    if len(whole) >= rounds:
        return whole
    chance = Stream(b"movement").derive(secret or "open", players, rounds)
    seating = _seating(list(range(players)), Counter(), rounds)
    return annealed(Meetings({}, {}, alone), seating, chance)


def _is_on(state: State, plan: tuple[Round, ...]) -> bool:
    """Return whether everybody is there and always was, and all rounds so far were those of the movement."""
    players = state.seeded
    there = [{entry for pairing in round_ for entry in _together(pairing)} for round_ in state.rounds]
    if (
        len(state.active) < len(players)
        or len(there) >= len(plan)
        or any(one != set(players) for one in there)
    ):
        return False
    return all(
        {_together(pairing) for pairing in played if len(pairing.sides) > 1}
        == {frozenset(players[at] for at in table) for table in round_}
        for played, round_ in zip(state.rounds, plan, strict=False)
    )


def _together(pairing: Pairing) -> frozenset[EntryId]:
    return frozenset(entry for side in pairing.sides for entry in side)


def _sat_out(state: State) -> Counter[int]:
    """Return how often each player, by number, has sat out."""
    number = {entry: at for at, entry in enumerate(state.seeded)}
    alone = (pairing.sides[0] for pairing in state.pairings() if len(pairing.sides) == 1)
    return Counter(number[entry] for side in alone for entry in side)


def _seating(active: list[int], sat_out: Counter[int], rounds: int) -> list[list[int]]:
    """Return who plays in each round to come: nobody sits out again before all others have."""
    out, seating = Counter(sat_out), []
    for _ in range(rounds):
        leaving = sorted(active, key=lambda at: (out[at], -at))[: len(active) % 4]
        out.update(leaving)
        seating.append([at for at in active if at not in leaving])
    return seating


def _met(state: State, *, alone: bool) -> Meetings:
    number = {entry: at for at, entry in enumerate(state.seeded)}
    meetings = Meetings({}, {}, alone)
    for pairing in state.pairings():
        if len(pairing.sides) > 1 and pairing.kind in ("played", "adjudicated", "postponed"):
            meetings.change([number[entry] for side in pairing.sides for entry in side], 1)
    return meetings


def _round(state: State, number: int, round_: Round, players: Sequence[EntryId]) -> NextRound:
    seated = {at for table in round_ for at in table}
    byes = [entry for at, entry in enumerate(players) if at not in seated and entry in state.active]
    matches = []
    for table in round_:
        four = [players[at] for at in table]
        alone = state.format == "solo-swiss"
        sides = tuple((entry,) for entry in four) if alone else ((four[0], four[1]), (four[2], four[3]))
        matches.append(Match(sides))
    return NextRound(number, tuple(matches), tuple(byes))


# ---- many who play alone


def _swiss(state: State, number: int) -> NextRound:
    """Return tables of those with as many points as can be, with as few as can be who have met."""
    lines = results_of(state)
    points = {entry: points_of(lines[entry]) for entry in state.active}
    ranked = sorted(state.active, key=lambda entry: (-points[entry], state.seed_of[entry]))
    byes = _left_over(state, ranked)
    seated = [entry for entry in ranked if entry not in byes]
    met = {entry: {other for line in lines[entry] for other in line.opponents} for entry in seated}
    tables = _parted(seated, met)
    matches = tuple(
        Match(tuple((entry,) for entry in table), {"met_before": _again(table, met)}) for table in tables
    )
    return NextRound(number, matches, tuple(byes))


def _left_over(state: State, ranked: Sequence[EntryId]) -> list[EntryId]:
    """Return who sits out: the lowest of those who have sat out least."""
    sat, number = _sat_out(state), {entry: at for at, entry in enumerate(state.seeded)}
    worst_first = ranked[::-1]
    return sorted(worst_first, key=lambda entry: sat[number[entry]])[: len(ranked) % 4]


Met = dict[EntryId, set[EntryId]]


def _parted(seated: list[EntryId], met: Met) -> list[list[EntryId]]:
    """Return tables by rank, after those who have met have changed places with the nearest who helps."""
    order = list(seated)
    for reach in (REACH, 2 * REACH, 4 * REACH):
        for at in range(len(order)):
            if any(order[at] in met[other] for other in _table(order, at)):
                _exchange(order, at, met, reach)
    return [order[at : at + 4] for at in range(0, len(order), 4)]


def _exchange(order: list[EntryId], at: int, met: Met, reach: int) -> None:
    """Let one change places with whom the fewest at both tables have met, the nearest of these."""
    best, found = 0, at
    for away in range(1, reach + 1):
        for other in (at + away, at - away):
            if not 0 <= other < len(order) or other // 4 == at // 4:
                continue
            before = _again(_table(order, at), met) + _again(_table(order, other), met)
            order[at], order[other] = order[other], order[at]
            change = _again(_table(order, at), met) + _again(_table(order, other), met) - before
            order[at], order[other] = order[other], order[at]
            if change < best:
                best, found = change, other
    order[at], order[found] = order[found], order[at]


def _table(order: Sequence[EntryId], at: int) -> Sequence[EntryId]:
    begin = at // 4 * 4
    return order[begin : begin + 4]


def _again(table: Sequence[EntryId], met: Met) -> int:
    """Return how many couples at a table have met before."""
    return sum(other in met[one] for at, one in enumerate(table) for other in table[at + 1 :])
