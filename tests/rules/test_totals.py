"""Totals alone say how a match ended where they can, ask where they cannot, and are refused otherwise."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules import BadTotals, Level, RuleSet, Side, totals_only
from tests.rules.playing import match
from tests.rules.presets import LEVANTINE, MOVING_TRUMP, ONE_ROUND, PLAYED_OUT, SOLO
from tests.rules.test_score_sheet import terms


def refused(rules: RuleSet, totals: tuple[int, ...], **more: Any) -> str:
    """Return the code of the refusal of these totals."""
    with pytest.raises(BadTotals) as refusal:
        totals_only(terms(rules), totals, **more)
    return refusal.value.code


@pytest.mark.parametrize("rules", PLAYED_OUT)
@pytest.mark.parametrize("seed", range(3))
def test_the_totals_of_any_match_say_who_won(rules: RuleSet, seed: int) -> None:
    course = match(rules, seed, cap=9)[-1][3].course
    played, given = course.outcome, terms(rules, cap=9)

    told = totals_only(given, played.totals, last=played.advances, time_up=course.time_up)

    assert (told.state, told.winner, told.advances) == (played.state, played.winner, played.advances)


def test_below_the_target_the_side_in_front_has_won_by_the_clock_or_the_cap() -> None:
    assert totals_only(terms(MOVING_TRUMP), (20, 12), time_up=True).by == "clock"
    assert totals_only(replace(terms(MOVING_TRUMP), cap=6), (20, 12)).by == "cap"


def test_without_clock_or_cap_somebody_has_to_reach_the_target() -> None:
    assert refused(MOVING_TRUMP, (40, 12)) == "totals_too_low"
    assert refused(MOVING_TRUMP, (43, 43)) == "totals_level"


def test_level_totals_name_the_side_that_gained_last() -> None:
    drawn = totals_only(terms(LEVANTINE), (24, 24), last=Side(0), time_up=True)

    assert (drawn.state, drawn.advances, drawn.by) == ("drawn", 0, "clock")


def test_level_totals_without_it_are_a_draw_that_sends_nobody_on() -> None:
    assert totals_only(terms(LEVANTINE), (24, 24), time_up=True).advances is None


def test_who_gained_last_is_one_of_those_that_are_level() -> None:
    assert refused(SOLO, (20, 20, 3, 4), last=Side(2), time_up=True) == "last_gain_missing"


def test_level_at_the_target_is_a_draw_where_the_rules_say_so() -> None:
    assert totals_only(terms(replace(LEVANTINE, level=Level.DRAW)), (31, 31)).by == "target"


@pytest.mark.parametrize(
    ("rules", "totals"),
    [
        pytest.param(LEVANTINE, (31,), id="one side"),
        pytest.param(SOLO, (31, 20), id="two of four sides"),
        pytest.param(LEVANTINE, (44, 0), id="more than the last deal can bring"),
        pytest.param(MOVING_TRUMP, (72, 20), id="more than the last deal can bring, with the bonus"),
        pytest.param(ONE_ROUND, (31, -1), id="below nought where no deal costs anything"),
        pytest.param(LEVANTINE, (31, -700), id="more lost than the deals there are"),
    ],
)
def test_totals_no_match_ends_with_are_refused(rules: RuleSet, totals: tuple[int, ...]) -> None:
    assert refused(rules, totals) == "bad_totals"


def test_the_last_deal_may_bring_as_much_as_a_deal_pays() -> None:
    assert totals_only(terms(LEVANTINE), (43, 30)).state == "won"
    assert totals_only(terms(MOVING_TRUMP), (71, 40)).state == "won"


def test_totals_at_the_very_edge_of_what_deals_can_bring_are_taken_and_kept() -> None:
    won = totals_only(terms(LEVANTINE), (43, 0))

    assert (won.state, won.winner, won.by, won.totals, won.at) == ("won", 0, "target", (43, 0), 0)
    assert totals_only(terms(LEVANTINE), (56, 30)).state == "won"
    assert refused(LEVANTINE, (57, 30)) == "bad_totals"
    assert totals_only(terms(LEVANTINE, cap=6), (31, -78)).state == "won"


def test_what_a_director_gave_widens_both_edges() -> None:
    given = terms(LEVANTINE, cap=6, adjustments=((0, Side(0), 10),))

    assert totals_only(given, (53, 0)).state == "won"
    assert totals_only(given, (31, -88)).state == "won"
    with pytest.raises(BadTotals):
        totals_only(given, (54, 0))
    with pytest.raises(BadTotals):
        totals_only(given, (31, -89))


def test_a_draw_keeps_its_totals() -> None:
    drawn = totals_only(terms(LEVANTINE), (24, 24), last=Side(1), time_up=True)

    assert (drawn.totals, drawn.at) == ((24, 24), 0)


@pytest.mark.parametrize(("totals", "code"), [((31, 31), "totals_level"), ((30, 12), "totals_too_low")])
def test_a_refusal_names_the_target(totals: tuple[int, ...], code: str) -> None:
    with pytest.raises(BadTotals) as refusal:
        totals_only(replace(terms(LEVANTINE), cap=None), totals)

    assert (refusal.value.code, refusal.value.params["target"]) == (code, 31)
