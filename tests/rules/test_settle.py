"""When a match is over, and for whom."""

from dataclasses import replace
from typing import Any

from games.rules import SEATS, Level, Outcome, Position, Side, settle
from tests.rules.presets import LEVANTINE, SOLO

ALL_PASS = None


def levantine(*deals: tuple[int, int] | None, **limits: Any) -> Outcome:
    """Return the outcome of a levantine match after these deals."""
    return settle(LEVANTINE, deals, **limits)


def test_a_match_nobody_has_begun_is_open() -> None:
    assert levantine() == Outcome("open", None, None, None, (0, 0), 0)


def test_the_first_side_to_reach_thirty_one_wins() -> None:
    assert levantine((12, 0), (12, 0), (7, 0)) == Outcome("won", Side(0), None, "target", (31, 0), 3)


def test_thirty_is_not_enough() -> None:
    assert levantine((10, 0), (10, 0), (10, 0)).state == "open"


def test_defenders_can_cross_the_line_on_a_set_contract() -> None:
    outcome = levantine((9, 0), (9, 0), (8, 0), (7, -7))

    assert (outcome.winner, outcome.totals) == (0, (33, -7))


def test_totals_go_below_zero_without_a_floor() -> None:
    outcome = levantine((-13, 13), (-13, 13))

    assert outcome.totals == (-26, 26)


def test_after_fifty_scored_deals_the_higher_score_wins() -> None:
    deals = [(7, 0), (-7, 7)] * 24 + [(-7, 7), (7, 0)]

    outcome = levantine(*deals, target=1000)

    assert (outcome.state, outcome.by, outcome.at) == ("won", "cap", 50)
    assert outcome.winner == 1


def test_level_after_fifty_scored_deals_is_a_draw_and_no_fifty_first_is_looked_at() -> None:
    deals = [(7, -7), (-7, 7)] * 25

    outcome = levantine(*deals, (13, 0))

    assert (outcome.state, outcome.by, outcome.at) == ("drawn", "cap", 50)
    assert outcome.totals == (0, 0)


def test_deals_everyone_passed_do_not_count_toward_the_cap() -> None:
    outcome = levantine(ALL_PASS, (7, 0), ALL_PASS, cap=2)

    assert outcome.state == "open"


def test_of_a_drawn_match_the_winner_of_the_last_scored_deal_advances() -> None:
    outcome = levantine((0, 7), (7, 0), cap=2)

    assert (outcome.state, outcome.winner, outcome.advances) == ("drawn", None, 0)


def test_defenders_who_set_the_last_contract_won_that_deal() -> None:
    outcome = levantine((0, 9), (0, 8), (0, 8), (9, 0), (7, -9), cap=5)

    assert (outcome.totals, outcome.advances) == ((16, 16), 0)


def test_a_deal_everyone_passed_after_the_last_scored_one_changes_nothing() -> None:
    outcome = levantine((0, 7), (7, 0), ALL_PASS, time_up=True)

    assert (outcome.state, outcome.advances, outcome.by) == ("drawn", 0, "clock")


def test_the_target_reached_in_the_last_deal_of_the_cap_is_a_win_by_the_target() -> None:
    outcome = levantine((12, 0), (12, 0), (7, 0), cap=3)

    assert outcome.by == "target"


def test_eight_deals_everyone_passed_in_a_row_close_the_match_with_no_result() -> None:
    outcome = levantine((7, 0), *[ALL_PASS] * 8)

    assert outcome == Outcome("void", None, None, "all_pass", (7, 0), 9)


def test_seven_do_not_and_any_bid_begins_the_count_again() -> None:
    outcome = levantine(*[ALL_PASS] * 7, (7, 0), *[ALL_PASS] * 7)

    assert outcome.state == "open"


def test_when_time_is_up_the_higher_score_wins() -> None:
    outcome = levantine((7, 0), time_up=True)

    assert outcome == Outcome("won", Side(0), None, "clock", (7, 0), 1)


def test_when_time_is_up_before_any_deal_was_scored_nobody_advances() -> None:
    outcome = levantine(ALL_PASS, time_up=True)

    assert outcome == Outcome("drawn", None, None, "clock", (0, 0), 1)


def test_a_match_is_settled_by_the_target_and_cap_it_was_begun_with() -> None:
    course = Position.begin(SOLO, dealer=SEATS[0], target=51, cap=2).course
    deals = ((40, 0, 0, 0), (0, 7, 0, 0))

    assert replace(course, deals=deals[:1]).settled().state == "open"
    assert replace(course, deals=deals).settled().by == "cap"


def test_a_match_decided_by_the_target_is_not_decided_again_by_the_clock() -> None:
    outcome = levantine((13, 0), (13, 0), (13, 0), time_up=True)

    assert outcome.by == "target"


def test_solo_players_level_at_the_top_play_another_deal() -> None:
    outcome = settle(SOLO, [(26, 0, 0, 0), (0, 26, 0, 0), (5, 5, -8, 3)])

    assert outcome.state == "open"


def test_where_the_rules_draw_level_leaders_no_other_deal_is_played() -> None:
    rules = replace(SOLO, level=Level.DRAW)

    outcome = settle(rules, [(26, 0, 0, 0), (0, 26, 0, 0), (5, 5, -8, 3)])

    assert (outcome.state, outcome.by) == ("drawn", "target")


def test_of_solo_players_level_for_good_the_last_deal_that_parts_them_decides() -> None:
    outcome = settle(SOLO, [(9, 8, 0, 0), (8, 9, 0, 0), (0, 0, 7, 7)], time_up=True)

    assert (outcome.state, outcome.advances) == ("drawn", 1)


def test_sides_that_are_level_share_a_place_and_the_next_place_is_left_out() -> None:
    outcome = settle(SOLO, [(9, 0, 0, -7)], time_up=True)

    assert outcome.places == (1, 2, 2, 4)


def test_the_winner_is_first_whatever_the_totals() -> None:
    retired = replace(levantine((7, 0)), state="won", winner=Side(1), by="retirement")

    assert levantine((7, 0), time_up=True).places == (1, 2)
    assert retired.places == (2, 1)


def test_players_nothing_parts_stay_level() -> None:
    outcome = settle(SOLO, [(0, 0, 7, 7)], time_up=True)

    assert (outcome.state, outcome.advances) == ("drawn", None)
