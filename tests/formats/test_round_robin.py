"""The round robin: everybody meets everybody once, whoever leaves on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.stages import after, entries_in, final, meetings, played, stage, won
from tournaments.formats.stages import next_round, table
from tournaments.state import State


@given(st.integers(2, 24))
def test_everybody_meets_everybody_once(entries: int) -> None:
    state = final(stage("round-robin", entries))

    assert sorted(map(sorted, meetings(state))) == sorted(map(list, combinations(range(1, entries + 1), 2)))
    assert len(state.rounds) == entries - 1 + entries % 2


@given(st.integers(2, 24))
def test_everybody_is_in_every_round_once(entries: int) -> None:
    for _, found in played(stage("round-robin", entries)):
        assert sorted(entries_in(found)) == list(range(1, entries + 1))


def test_the_rounds_of_four_are_those_of_the_berger_table() -> None:
    rounds = [
        [tuple(side[0] for side in match.sides) for match in found.matches]
        for _, found in played(stage("round-robin", 4))
    ]

    assert rounds == [[(1, 4), (2, 3)], [(1, 2), (3, 4)], [(3, 1), (4, 2)]]


def test_where_rounds_were_played_in_another_order_the_draw_says_that_some_meet_again() -> None:
    second_first = after(stage("round-robin", 4), [won(4, 3), won(1, 2)])

    found = next_round(second_first)

    assert found is not None
    assert found.notes == ({"code": "rematches", "matches": 2},)
    assert found.number == 2


def test_a_stage_may_end_after_fewer_rounds() -> None:
    assert len(final(stage("round-robin", 6, rounds=2)).rounds) == 2


def test_the_next_round_does_not_wait_for_a_result() -> None:
    """K-10: in a round robin who meets whom does not depend on results."""
    state = after(stage("round-robin", 4), [won(1, 4)])

    found = next_round(state)

    assert found is not None
    assert found.number == 2


def left(state: State, entry: int) -> State:
    """Return the stage after somebody has withdrawn."""
    return replace(state, withdrawn=frozenset([entry]))


def test_the_opponent_of_who_has_left_has_a_bye() -> None:
    found = next_round(left(stage("round-robin", 4), 4))

    assert found is not None
    assert found.byes == (1,)


def test_who_leaves_before_half_of_his_matches_counts_for_nobody() -> None:
    state = left(after(stage("round-robin", 4), [won(4, 1), won(2, 3)]), 4)

    lines = {line.entry: line for line in table(state)}

    assert lines[4].rank is None
    assert lines[4].points == 0
    assert lines[1].points == 0
    assert [line.entry for line in table(state)][-1] == 4


def test_who_leaves_later_has_lost_the_rest() -> None:
    state = after(stage("round-robin", 4), [won(4, 1), won(2, 3)], [won(1, 2), won(4, 3)])

    lines = {line.entry: line for line in table(left(state, 4))}

    assert [lines[4].points, lines[2].points] == [4, 4]
    assert lines[4].rank is not None


@pytest.mark.parametrize(("way", "points"), [("annul", 0), ("forfeit", 2)])
def test_a_stage_may_settle_on_one_way_for_everybody(way: str, points: int) -> None:
    state = left(after(stage("round-robin", 4, withdrawn=way), [won(4, 1), won(2, 3)]), 4)

    lines = {line.entry: line for line in table(state)}

    assert lines[4].points == points


def test_two_who_have_left_both_lose_their_match() -> None:
    state = after(stage("round-robin", 4, withdrawn="forfeit"), [won(1, 4), won(2, 3)])
    state = replace(state, withdrawn=frozenset([2, 4]))

    lines = {line.entry: line for line in table(state)}

    assert [lines[n].points for n in (1, 2, 3, 4)] == [4, 2, 2, 0]


@given(st.integers(3, 12), st.integers(0, 1000))
def test_nobody_begins_much_more_often_than_another(entries: int, seed: int) -> None:
    state = final(stage("round-robin", entries), seed=seed)

    first = Counter(pairing.sides[0][0] for pairing in state.pairings() if len(pairing.sides) == 2)

    assert max(first.values()) - min(first[n] for n in range(1, entries + 1)) <= 1 + entries % 2
