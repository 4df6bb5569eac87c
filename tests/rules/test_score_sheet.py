"""A score sheet comes to what the same match at a table comes to, and says which line cannot be."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    SEATS,
    BadSheetLine,
    Line,
    RuleSet,
    Side,
    Suit,
    Terms,
    line_from,
    lines_from,
    score_sheet,
)
from games.rules.score_sheet import Written
from tests.rules.playing import match
from tests.rules.presets import EGYPTIAN, KIBBI, LEVANTINE, MOVING_TRUMP, PLAYED_OUT, SOLO


def terms(rules: RuleSet, **different: Any) -> Terms:
    """Return how a match by these rules is begun, seat 3 dealing first."""
    return replace(Terms(rules, rules.target, rules.round_cap, SEATS[3]), **different)


def line(bid: int, took: int, declarer: int = 0, **more: Any) -> Line:
    """Return the line of a deal between two sides, whose declarer's side took so many tricks."""
    tricks = (took, 13 - took) if declarer % 2 == 0 else (13 - took, took)
    return Line(SEATS[declarer], bid, tricks, **more)


@pytest.mark.parametrize("rules", PLAYED_OUT)
@pytest.mark.parametrize("seed", range(3))
def test_the_sheet_of_any_match_equals_the_match(rules: RuleSet, seed: int) -> None:
    happened = match(rules, seed, cap=9)
    course = happened[-1][3].course
    given = terms(rules, dealer=happened[0][0].dealer, cap=course.cap, adjustments=course.adjustments)
    scored = iter(course.sheet)
    written = [None if points is None else Line.of(next(scored), rules) for points in course.deals]

    sheet = score_sheet(given, written, time_up=course.time_up)

    assert sheet.outcome == course.outcome
    assert [row.points for row in sheet.rows] == list(course.deals)
    assert sheet.rows[-1].dealer == course.dealer
    assert lines_from([one and one.to_data() for one in written]) == tuple(written)


def test_each_line_has_its_points_and_the_totals_after_it() -> None:
    sheet = score_sheet(terms(LEVANTINE), [line(8, 10), None, line(7, 5, declarer=1)])

    assert [row.points for row in sheet.rows] == [(8, 0), None, (8, -7)]
    assert [row.totals for row in sheet.rows] == [(8, 0), (8, 0), (16, -7)]
    assert sheet.outcome.state == "open"
    assert sheet.scored == 2


def test_the_deal_goes_on_by_the_rules_of_the_match() -> None:
    passed: list[Written] = [None]

    assert score_sheet(terms(LEVANTINE), passed).dealer == 0
    assert score_sheet(terms(MOVING_TRUMP), passed).dealer == 3


def test_the_match_ends_with_the_line_that_reaches_the_target() -> None:
    sheet = score_sheet(terms(LEVANTINE), [line(13, 13), line(13, 13), line(7, 7)])

    assert (sheet.outcome.state, sheet.outcome.winner, sheet.outcome.by) == ("won", 0, "target")


def test_level_when_time_is_up_goes_to_the_side_that_gained_last() -> None:
    written = [line(8, 8), line(8, 8, declarer=1)]

    assert score_sheet(terms(LEVANTINE), written).outcome.state == "open"
    outcome = score_sheet(terms(LEVANTINE), written, time_up=True).outcome

    assert (outcome.state, outcome.advances, outcome.by) == ("drawn", 1, "clock")


def test_what_a_director_gave_is_in_the_totals() -> None:
    given = terms(LEVANTINE, adjustments=((0, Side(1), 12), (1, Side(0), -3)))

    sheet = score_sheet(given, [line(8, 8)])

    assert sheet.rows[0].totals == (5, 12)


def test_the_bonus_is_paid_to_a_side_that_gains_by_itself() -> None:
    paid = score_sheet(terms(MOVING_TRUMP), [line(8, 9, honour=Side(0))])
    lapsed = score_sheet(terms(MOVING_TRUMP), [line(8, 9, honour=Side(1))])

    assert (paid.rows[0].points, lapsed.rows[0].points) == ((14, 0), (9, 0))


IMPOSSIBLE = [
    pytest.param(LEVANTINE, line(6, 8), "bad_sheet_bid", id="a bid below the lowest"),
    pytest.param(LEVANTINE, line(14, 13), "bad_sheet_bid", id="a bid above the highest"),
    pytest.param(LEVANTINE, line(8, 14), "bad_sheet_tricks", id="fourteen tricks"),
    pytest.param(LEVANTINE, Line(SEATS[0], 8, (8, 4)), "bad_sheet_tricks", id="a trick missing"),
    pytest.param(LEVANTINE, Line(SEATS[0], 8, (8, 5, 0, 0)), "bad_sheet_tricks", id="tricks of four sides"),
    pytest.param(KIBBI, line(8, 9, trump=Suit.SPADES), "bad_sheet_trump", id="spades where hearts are fixed"),
    pytest.param(LEVANTINE, line(8, 9, honour=Side(0)), "bad_sheet_bonus", id="a bonus the rules know not"),
    pytest.param(MOVING_TRUMP, line(8, 13, honour=Side(1)), "bad_sheet_bonus", id="a bonus without a trick"),
    pytest.param(MOVING_TRUMP, line(8, 9, honour=Side(2)), "bad_sheet_bonus", id="a bonus for nobody"),
    pytest.param(SOLO, None, "dealer_has_to_bid", id="all passed where the dealer has to bid"),
]


@pytest.mark.parametrize(("rules", "wrong", "code"), IMPOSSIBLE)
def test_a_line_that_cannot_be_is_named(rules: RuleSet, wrong: Written, code: str) -> None:
    right = Line(SEATS[0], 8, (8, 5, 0, 0)[: rules.seating.sides])

    with pytest.raises(BadSheetLine) as refused:
        score_sheet(terms(rules), [right, wrong])

    assert (refused.value.code, refused.value.params["line"]) == (code, 2)


def test_no_line_follows_the_end() -> None:
    with pytest.raises(BadSheetLine) as refused:
        score_sheet(terms(LEVANTINE), [line(13, 13)] * 4)

    assert (refused.value.code, refused.value.params) == ("line_after_the_end", {"line": 4, "last": 3})


def test_everyone_passing_too_often_ends_the_sheet_without_a_result() -> None:
    assert score_sheet(terms(LEVANTINE), [line(8, 8)] + [None] * 8).outcome.state == "void"


def test_no_trump_is_a_line_where_the_rules_know_it() -> None:
    values = {"declarer": 2, "bid": 9, "tricks": [9, 4], "trump": "N"}

    assert score_sheet(terms(EGYPTIAN), [line_from(values)]).rows[0].points == (9, 0)


UNREADABLE = [
    "a line",
    8,
    [],
    {},
    {"declarer": 4, "bid": 8, "tricks": [8, 5]},
    {"declarer": 0, "bid": "8", "tricks": [8, 5]},
    {"declarer": 0, "bid": 8, "tricks": 8},
    {"declarer": 0, "bid": 8, "tricks": [8.0, 5]},
    {"declarer": 0, "bid": 8, "tricks": [8, 5], "trump": "X"},
    {"declarer": 0, "bid": 8, "tricks": [8, 5], "trump": 1},
    {"declarer": 0, "bid": 8, "tricks": [8, 5], "points": 99},
    {"declarer": True, "bid": 8, "tricks": [8, 5]},
]


@pytest.mark.parametrize("values", UNREADABLE, ids=str)
def test_values_that_are_no_line_are_refused_by_number(values: object) -> None:
    with pytest.raises(BadSheetLine) as refused:
        lines_from([None, values])

    assert (refused.value.code, refused.value.params["line"]) == ("unreadable_line", 2)


@pytest.mark.parametrize("values", [None, {}, "[]", [None] * 501])
def test_what_is_no_list_of_lines_is_refused(values: object) -> None:
    with pytest.raises(BadSheetLine):
        lines_from(values)


numbers = st.integers(-2, 15)
anything = st.none() | st.builds(
    Line,
    declarer=st.sampled_from(SEATS),
    bid=numbers,
    tricks=st.lists(numbers, min_size=1, max_size=4).map(tuple)
    | st.integers(0, 13).map(lambda n: (n, 13 - n)),
    trump=st.none() | st.sampled_from(list(Suit)),
    honour=st.none() | st.integers(-1, 4).map(Side),
)


@given(st.lists(anything, max_size=8), st.sampled_from([LEVANTINE, MOVING_TRUMP, SOLO]), st.booleans())
def test_whatever_is_written_is_a_sheet_or_is_refused_by_its_line(
    written: list[Written], rules: RuleSet, time_up: bool
) -> None:
    with suppress(BadSheetLine):
        sheet = score_sheet(terms(rules), written, time_up=time_up)

        gained = [row.points for row in sheet.rows if row.points]
        assert sheet.outcome.totals == tuple(map(sum, zip(*gained, strict=True))) or not gained
        assert not time_up or sheet.outcome.state != "open"


@pytest.mark.parametrize(
    ("rules", "wrong", "params"),
    [
        (LEVANTINE, line(14, 13), {"line": 1, "bid": 14, "lowest": 7, "highest": 13}),
        (LEVANTINE, Line(SEATS[0], 8, (8, 4)), {"line": 1, "total": 12}),
        (KIBBI, line(8, 9, trump=Suit.SPADES), {"line": 1, "trump": "S"}),
        (SOLO, None, {"line": 1, "lowest": SOLO.bid_min}),
    ],
)
def test_a_refusal_of_a_line_says_what_is_wrong_with_it(
    rules: RuleSet, wrong: Written, params: dict[str, Any]
) -> None:
    with pytest.raises(BadSheetLine) as refused:
        score_sheet(terms(rules), [wrong])

    assert refused.value.params == params


@pytest.mark.parametrize("honour", [None, Side(0), Side(1)])
@pytest.mark.parametrize("trump", [None, Suit.SPADES])
def test_a_line_reads_back_with_its_trump_and_its_bonus(trump: Suit | None, honour: Side | None) -> None:
    written = line(8, 9, trump=trump, honour=honour)

    assert line_from(written.to_data()) == written


def test_what_nobody_wrote_down_may_be_left_out() -> None:
    assert line_from({"declarer": 0, "bid": 8, "tricks": [9, 4]}) == line(8, 9)


def test_a_line_that_stands_alone_is_the_first() -> None:
    with pytest.raises(BadSheetLine) as refused:
        line_from("no line")

    assert refused.value.params["line"] == 1


def test_five_hundred_lines_are_a_sheet_and_one_more_is_none() -> None:
    assert len(lines_from([None] * 500)) == 500
    with pytest.raises(BadSheetLine) as refused:
        lines_from([None] * 501)

    assert refused.value.params["line"] == 1


def test_a_deal_at_a_table_is_written_down_with_its_trump_and_its_bonus() -> None:
    deals = [deal for seed in range(12) for deal in match(MOVING_TRUMP, seed)[-1][3].course.sheet]

    written = [Line.of(deal, MOVING_TRUMP) for deal in deals]

    assert [(one.trump, one.honour) for one in written] == [(deal.trump, deal.honour) for deal in deals]
    assert any(one.honour is not None for one in written)


def test_a_single_trick_is_enough_for_the_bonus() -> None:
    earned = line(8, 1, honour=Side(0))

    assert score_sheet(terms(MOVING_TRUMP), [earned]).rows[0].line == earned


def test_the_match_is_played_to_the_target_of_its_table() -> None:
    long = terms(SOLO, target=61)
    ten = [Line(SEATS[0], 10, (10, 3, 0, 0))] * 4

    sheet = score_sheet(long, ten)

    assert sheet.rows[-1].totals[0] >= SOLO.target
    assert sheet.outcome.state == "open"


def test_what_a_director_gave_can_end_the_match() -> None:
    given = terms(LEVANTINE, adjustments=((1, Side(0), 23),))

    assert score_sheet(given, [line(8, 10)]).outcome.state == "won"
