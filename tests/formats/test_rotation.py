"""Partners that rotate, and Solo: as few as can be meet again, and sitting out goes round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from games.dealing import Stream
from tests.formats.stages import after, by_chance, entries_in, stage
from tournaments.formats.movements import Meetings, annealed, exact
from tournaments.formats.next_round import NextRound
from tournaments.formats.stages import next_round
from tournaments.state import EntryId, FormatKey, Pairing, State


def sat_out(found: NextRound) -> list[Pairing]:
    """Return a line for everybody who does not play."""
    return [Pairing(((entry,),), kind="sit_out") for entry in found.byes]


def final(state: State) -> State:
    """Return a stage played to its end."""
    chance = Stream(b"rotation")
    while (found := next_round(state)) is not None:
        assert set(entries_in(found)) == set(state.active)
        results = [by_chance(match, chance) for match in found.matches]
        state = after(state, [*results, *sat_out(found)])
    return state


def partners(state: State) -> Counter[frozenset[EntryId]]:
    """Return how often two have been partners."""
    sides = [side for pairing in state.pairings() for side in pairing.sides]
    return Counter(frozenset(side) for side in sides if len(side) == 2)


def opponents(state: State) -> Counter[frozenset[EntryId]]:
    """Return how often two have been opponents."""
    return Counter(
        frozenset((one, other))
        for pairing in state.pairings()
        for first, second in combinations(pairing.sides, 2)
        for one in first
        for other in second
    )


@pytest.mark.parametrize("players", [5, 8, 12, 13, 16, 17, 20, 24, 28, 29, 32, 37])
def test_in_an_exact_movement_all_are_partners_once_and_opponents_twice(players: int) -> None:
    couples = set(map(frozenset, combinations(range(players), 2)))

    rounds = exact(players)

    tables = [table for round_ in rounds for table in round_]
    together = Counter(frozenset(side) for a, b, c, d in tables for side in ((a, b), (c, d)))
    assert together == dict.fromkeys(couples, 1)
    met = Counter(frozenset((one, other)) for a, b, c, d in tables for one in (a, b) for other in (c, d))
    assert met == dict.fromkeys(couples, 2)
    assert all(len({player for table in round_ for player in table}) == 4 * len(round_) for round_ in rounds)


def test_a_long_individual_is_the_exact_movement() -> None:
    state = final(stage("individual", 8, rounds=7))

    assert set(partners(state).values()) == {1}
    assert set(opponents(state).values()) == {2}


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 6), (30, 5), (18, 4)])
def test_in_a_short_individual_nobody_has_a_partner_or_an_opponent_twice(players: int, rounds: int) -> None:
    state = final(stage("individual", players, rounds=rounds))

    assert set(partners(state).values()) == {1}
    assert set(opponents(state).values()) == {1}


@pytest.mark.parametrize("format_", ["individual", "solo-swiss"])
def test_nobody_sits_out_twice_before_everybody_has_once(format_: FormatKey) -> None:
    state = final(stage(format_, 9, rounds=6))

    alone = [pairing.sides[0] for pairing in state.pairings() if len(pairing.sides) == 1]
    had = Counter(entry for side in alone for entry in side)
    assert max(had.values()) == 1
    assert sum(had.values()) == 6


def test_when_somebody_leaves_what_was_played_stands_and_nobody_has_a_partner_twice() -> None:
    state = stage("individual", 16, rounds=5)
    chance = Stream(b"leaving")
    while (found := next_round(state)) is not None:
        if len(state.rounds) == 2 and not state.withdrawn:
            state = replace(state, withdrawn=frozenset([3, 4, 7, 9]))
            continue
        assert not state.withdrawn & set(entries_in(found))
        state = after(state, [by_chance(match, chance) for match in found.matches] + sat_out(found))

    assert len(state.rounds) == 5
    assert set(partners(state).values()) == {1}


def test_in_a_small_solo_field_nobody_meets_anybody_twice() -> None:
    state = final(stage("solo-swiss", 16, rounds=5))

    assert set(opponents(state).values()) == {1}
    assert len(opponents(state)) == 16 * 15 // 2


def test_in_a_large_solo_field_those_with_as_many_points_meet_and_few_meet_again() -> None:
    state = final(stage("solo-swiss", 64, rounds=3))

    assert sum(count - 1 for count in opponents(state).values()) <= 2
    winners = {pairing.winner for pairing in state.rounds[0]} - {None}
    at_top = [set(pairing.sides) & winners for pairing in state.rounds[1]]
    assert max(map(len, at_top)) == 4


def test_fewer_than_four_cannot_play() -> None:
    state = replace(stage("solo-swiss", 5), withdrawn=frozenset([1, 2]))

    assert next_round(state) is None


def test_the_same_stage_gives_the_same_tables_and_another_secret_gives_others() -> None:
    state = stage("individual", 24, rounds=6)

    assert next_round(state) == next_round(replace(state))
    assert next_round(state) != next_round(stage("individual", 24, rounds=6, lot_secret="cedar"))


def test_what_is_wrong_with_a_movement_is_counted_the_same_in_steps_and_at_once() -> None:
    meetings = Meetings({}, {}, alone=False)
    chance = Stream(b"counted")

    rounds = annealed(meetings, [list(range(12))] * 4, chance)
    wrong = sum(meetings.change(table, 1) for round_ in rounds for table in round_)

    assert wrong == meetings.wrong()
    assert sum(meetings.change(table, -1) for round_ in rounds for table in round_) == -wrong
