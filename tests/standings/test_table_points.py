"""What each result is worth in the table of a stage, and what a stage may change of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.formats.stages import after, bye, level, stage, won
from tests.standings.test_ranking import lines
from tournaments.state import Pairing, TablePoints


def test_a_bye_is_worth_a_win_and_a_round_sat_out_nothing() -> None:
    table = lines(after(stage("swiss", 2), [bye(1), Pairing(((2,),), kind="sit_out")]))

    assert [table[1].points, table[2].points] == [2, 0]


def test_a_stage_may_change_the_points() -> None:
    state = stage("swiss", 3, points=TablePoints(win=1, draw=0.5, loss=0, bye=0.5))

    table = lines(after(state, [level(1, 2), bye(3)], [won(1, 2), bye(3)]))

    assert [table[n].points for n in (1, 2, 3)] == [1.5, 0.5, 1]


@pytest.mark.parametrize(
    ("points", "there", "away", "neither"),
    [
        (TablePoints(), 2, 0, 0),
        (TablePoints(win=3, loss=1), 3, 0, 0),
        (TablePoints(win=3, walkover=2, forfeit=0.5), 2, Fraction(1, 2), Fraction(1, 2)),
    ],
)
def test_a_walkover_is_worth_a_win_to_who_was_there_and_nothing_to_who_was_not(
    points: TablePoints, there: Fraction, away: Fraction, neither: Fraction
) -> None:
    walkover = Pairing(((1,), (2,)), winner=(1,), kind="walkover")
    nobody = Pairing(((3,), (4,)), kind="double_walkover")

    table = lines(after(stage("swiss", 4, points=points), [walkover, nobody]))

    assert [table[n].points for n in (1, 2, 3, 4)] == [there, away, neither, neither]


def test_a_requested_bye_and_a_missed_round_have_points_of_their_own() -> None:
    points = TablePoints(loss=1, sit_out=0.5, missed=0.25)
    asked = Pairing(((3,),), kind="sit_out")

    table = lines(after(stage("swiss", 4, points=points), [won(1, 2), asked], [won(1, 4), won(2, 3)]))

    assert [table[n].points for n in (3, 4)] == [Fraction(3, 2), Fraction(5, 4)]


def test_who_has_left_has_nothing_for_rounds_after_and_who_comes_back_what_a_missed_one_is_worth() -> None:
    state = after(stage("swiss", 3, points=TablePoints(missed=1)), [won(3, 1)], [won(1, 2)])

    gone = lines(replace(state, withdrawn=frozenset({3})))
    back = lines(state)

    assert [gone[3].points, back[3].points] == [2, 3]


def test_points_add_up_as_they_are_written() -> None:
    """Three draws at 0.1 are one win at 0.3."""
    state = stage("swiss", 4, points=TablePoints(win=0.3, draw=0.1, loss=0, bye=0))

    table = lines(after(state, [level(1, 2), won(3, 4)], [level(1, 2)], [level(1, 2)]))

    assert [(table[n].points, table[n].rank) for n in (1, 2, 3)] == [(Fraction(3, 10), 1)] * 3
