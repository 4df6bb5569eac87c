"""A director is told what a ruling does before he gives it: the totals, and what becomes of the match."""

import pytest

from games.rules import Adjust, Position, Retire, Side, WrongPhase, apply, outlook
from tests.rules.playing import contracted, dealt, play_out
from tests.rules.presets import LEVANTINE, SOLO

US, THEM = Side(0), Side(1)
TARGET = LEVANTINE.target


def given(position: Position, *rulings: Adjust) -> Position:
    """Return the position after rulings."""
    for ruling in rulings:
        position, _ = apply(position, None, ruling)
    return position


def test_the_totals_before_and_after_are_told() -> None:
    seen = outlook(contracted(), Adjust(THEM, -5))

    assert (seen.before.totals, seen.after.totals) == ((0, 0), (0, -5))
    assert (seen.ends, seen.reopens, seen.at_once) == (False, False, False)


def test_between_two_deals_points_that_reach_the_target_are_told_to_end_the_match_at_once() -> None:
    paused = play_out(contracted(8))
    leader = Side(paused.totals.index(max(paused.totals)))

    seen = outlook(paused, Adjust(leader, TARGET - paused.totals[leader]))

    assert seen.ends
    assert seen.at_once
    assert (seen.after.state, seen.after.winner) == ("won", leader)


def test_in_a_deal_points_that_reach_the_target_are_told_to_end_the_match_with_the_deal() -> None:
    seen = outlook(contracted(), Adjust(US, TARGET))

    assert seen.ends
    assert not seen.at_once


def test_points_taken_in_the_same_deal_are_told_to_let_the_match_go_on() -> None:
    ending = given(contracted(), Adjust(US, TARGET))

    seen = outlook(ending, Adjust(US, -1))

    assert seen.reopens
    assert not seen.ends


def test_points_that_make_both_level_at_the_target_are_told_to_let_the_match_go_on() -> None:
    ending = given(contracted(), Adjust(US, TARGET))

    assert outlook(ending, Adjust(THEM, TARGET)).reopens


def test_who_retires_is_told_to_lose_at_once() -> None:
    seen = outlook(contracted(), Retire(US))

    assert (seen.at_once, seen.ends, seen.after.winner, seen.after.by) == (True, True, THEM, "retirement")


def test_what_is_told_is_what_happens_and_asking_changes_nothing() -> None:
    position = play_out(contracted(8))
    for points in (-40, -1, 1, TARGET, 2 * TARGET):
        seen = outlook(position, Adjust(US, points))

        ruled, _ = apply(position, None, Adjust(US, points))

        assert seen.after == ruled.outcome


def test_a_match_that_is_over_has_no_outlook() -> None:
    over, _ = apply(contracted(), None, Retire(US))

    with pytest.raises(WrongPhase):
        outlook(over, Adjust(US, 5))


def test_what_is_told_is_by_the_target_of_the_table() -> None:
    long = dealt(rules=SOLO, target=61)

    assert not outlook(long, Adjust(US, SOLO.target)).ends
    assert outlook(long, Adjust(US, 61)).ends
