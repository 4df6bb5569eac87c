"""Brackets and rounds beside what others make of the same field; bench/oracles/ writes their facts down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.formats.stages import by_seed, final, meetings, stage, won
from tournaments.formats import double_knockout, single_knockout
from tournaments.formats.bracket import Seed
from tournaments.formats.bracket_places import real_meetings
from tournaments.formats.stages import next_round
from tournaments.formats.swiss import Field, pair
from tournaments.formats.swiss.field import Player
from tournaments.state import State

ORACLES = Path(__file__).parent / "oracles"
BRACKETS: list[dict[str, Any]] = json.loads((ORACLES / "brackets.json").read_text())
FIELDS: list[dict[str, Any]] = json.loads((ORACLES / "swisspair.json").read_text())


@pytest.mark.parametrize("fact", BRACKETS, ids=lambda fact: fact["entries"])
def test_a_knockout_has_as_many_matches_as_brackets_manager_makes(fact: dict[str, Any]) -> None:
    entries = fact["entries"]

    real = real_meetings(single_knockout.bracket(entries), entries)

    assert len(real) == fact["single"] == entries - 1


@pytest.mark.parametrize("fact", BRACKETS, ids=lambda fact: fact["entries"])
def test_seeds_stand_where_brackets_manager_puts_them(fact: dict[str, Any]) -> None:
    entries = fact["entries"]
    first = [meeting for meeting in single_knockout.bracket(entries) if meeting.step == 1]

    seeds = [[_seed(side, entries) for side in meeting.sides] for meeting in first]

    assert seeds == fact["first"]


def _seed(side: object, entries: int) -> int | None:
    assert isinstance(side, Seed)
    return side.number if side.number <= entries else None


@pytest.mark.parametrize("fact", BRACKETS[1:], ids=lambda fact: fact["entries"])
def test_a_double_knockout_has_as_many_matches_as_brackets_manager_makes(fact: dict[str, Any]) -> None:
    entries = fact["entries"]
    bracket = double_knockout.bracket(entries)

    second_finals = [meeting for meeting in bracket if meeting.only_if_lower_won]

    assert len(real_meetings(bracket, entries)) + len(second_finals) == fact["double"]
    assert fact["double"] == 2 * entries - 1


@pytest.mark.parametrize("entries", range(3, 65))
def test_with_its_second_final_a_double_knockout_plays_one_match_less_than_twice_its_entries(
    entries: int,
) -> None:
    state = final(stage("double-knockout", entries), decide=by_seed)

    upset = _with_the_final_upset(state)

    assert len(meetings(upset)) == 2 * entries - 1


def _with_the_final_upset(state: State) -> State:
    """Return the stage with its final won by the other side, and the second final that follows played."""
    *before, last = state.rounds
    (one, other) = (side[0] for side in last[0].sides)
    loser = other if last[0].winner == (one,) else one
    winner = one if loser == other else other
    again = State(state.format, state.entries, rounds=(*before, (won(loser, winner),)))
    found = next_round(again)
    assert found is not None
    return State(state.format, state.entries, rounds=(*again.rounds, (won(loser, winner),)))


@pytest.mark.parametrize("fact", FIELDS, ids=lambda fact: len(fact["points"]))
def test_no_round_has_a_larger_sum_of_squared_differences_than_swisspairs(fact: dict[str, Any]) -> None:
    field = Field(_players(fact), 9)

    round_ = pair(field)

    assert round_ is not None
    assert field.total(round_).differences <= fact["differences"]
    assert {one for couple in round_ for one in couple} == set(range(len(field.players)))
    assert not {tuple(couple) for couple in fact["met"]} & set(round_)


def _players(fact: dict[str, Any]) -> list[Player]:
    met: dict[int, dict[str | int, int]] = {at: {} for at in range(len(fact["points"]))}
    for one, other in fact["met"]:
        met[one][other] = met[other][one] = 1
    return [
        Player(
            entry=at,
            seed=at + 1,
            points=points,
            club="",
            met=met[at],
            forbidden=frozenset(),
            floats=(),
            first=0,
            byes=0,
            had_last_bye=False,
        )
        for at, points in enumerate(fact["points"])
    ]
