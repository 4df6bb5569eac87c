"""What a director does to a match: points given and taken, and a side that has left."""

from dataclasses import replace

import pytest

from games.rules import (
    SEATS,
    Adjust,
    Event,
    Level,
    NoSuchSide,
    NotASeatsAction,
    Outcome,
    Phase,
    Position,
    Retire,
    Side,
    TimeUp,
    WrongPhase,
    apply,
    replay,
    settle,
)
from tests.rules.playing import all_ready, contracted, dealt, log, match, play_out
from tests.rules.presets import LEVANTINE, SOLO

US, THEM = Side(0), Side(1)


def ruled(position: Position, *actions: Adjust | Retire | TimeUp) -> Position:
    """Return the position after rulings."""
    for action in actions:
        position, _ = apply(position, None, action)
    return position


# ---- points given and taken ----


def test_points_count_in_the_totals_from_the_moment_they_are_given() -> None:
    position = ruled(contracted(), Adjust(THEM, -5))

    assert position.totals == (0, -5)
    assert play_out(position).totals == (7, -5)


def test_points_between_two_deals_end_the_match_at_once() -> None:
    paused = play_out(contracted(8))
    needed = LEVANTINE.target - max(paused.totals)
    leader = Side(paused.totals.index(max(paused.totals)))

    position, events = apply(paused, None, Adjust(leader, needed))

    assert (position.phase, position.outcome.winner, position.outcome.by) == (Phase.OVER, leader, "target")
    assert [event.kind for event in events] == ["adjust", "over"]


def test_points_before_the_first_deal_that_reach_the_target_end_the_match_at_once() -> None:
    waiting = Position.begin(LEVANTINE, dealer=SEATS[0])

    position, events = apply(waiting, None, Adjust(THEM, LEVANTINE.target))

    assert position.phase is Phase.OVER
    assert position.outcome == Outcome("won", THEM, None, "target", (0, LEVANTINE.target), 0)
    assert [event.kind for event in events] == ["adjust", "over"]


def test_level_at_the_target_before_the_first_deal_is_as_the_rules_have_it() -> None:
    given = [(0, US, 40), (0, THEM, 40)]
    drawing = replace(LEVANTINE, level=Level.DRAW)

    assert settle(LEVANTINE, [], cap=1, adjustments=given).state == "open"
    assert settle(drawing, [], adjustments=given) == Outcome("drawn", None, None, "target", (40, 40), 0)


def test_points_between_two_deals_that_reach_nothing_leave_it_open() -> None:
    position, events = apply(play_out(contracted(8)), None, Adjust(US, 1))

    assert (position.phase, position.outcome.state) == (Phase.RESULT, "open")
    assert [event.kind for event in events] == ["adjust"]


def test_points_in_a_deal_are_settled_with_the_deal() -> None:
    position = ruled(contracted(), Adjust(US, 40))

    assert (position.phase, position.totals) == (Phase.PLAY, (40, 0))
    assert play_out(position).outcome.by == "target"


def test_points_taken_in_a_deal_keep_a_match_from_ending() -> None:
    deals = [(12, 0), (12, 0), (7, 0)]

    assert settle(LEVANTINE, deals).state == "won"
    assert settle(LEVANTINE, deals, adjustments=[(3, US, -1)]).state == "open"


def test_with_both_at_the_target_the_higher_total_wins_and_level_totals_play_on() -> None:
    deals = [(12, 0), (12, 0), (7, 0)]

    assert settle(LEVANTINE, deals, adjustments=[(3, THEM, 40)]).winner == THEM
    assert settle(LEVANTINE, deals, adjustments=[(3, THEM, 31)]).state == "open"
    assert settle(LEVANTINE, [*deals, (7, 0)], adjustments=[(3, THEM, 31)]).winner == US


def test_what_was_given_can_be_taken_back() -> None:
    position = ruled(contracted(), Adjust(US, -5), Adjust(US, 5))

    assert position.totals == (0, 0)


# ---- a side that has left ----


def test_a_side_that_retires_has_lost_with_the_score_as_it_was() -> None:
    paused = all_ready(play_out(contracted(8)))

    for leaving, winner in ((US, THEM), (THEM, US)):
        position = ruled(paused, Retire(leaving))

        assert position.phase is Phase.OVER
        assert position.outcome == Outcome("won", winner, None, "retirement", paused.totals, 1)


def test_in_solo_nobody_has_won_when_one_has_left() -> None:
    with pytest.raises(WrongPhase) as refused:
        apply(dealt(rules=SOLO), None, Retire(Side(2)))

    assert refused.value.params == {"phase": "auction"}


# ---- both ----


@pytest.mark.parametrize("action", [Adjust(Side(2), 5), Retire(Side(7))])
def test_a_ruling_names_a_side_of_the_table(action: Adjust | Retire) -> None:
    with pytest.raises(NoSuchSide) as refused:
        apply(contracted(), None, action)

    assert refused.value.params == {"side": action.side}


@pytest.mark.parametrize("action", [Adjust(US, 5), Retire(US), TimeUp()])
def test_nothing_is_ruled_about_a_match_that_is_over(action: Adjust | Retire | TimeUp) -> None:
    over = ruled(contracted(), Retire(US))

    with pytest.raises(WrongPhase) as refused:
        apply(over, None, action)

    assert refused.value.params == {"phase": "over"}


def test_a_log_with_rulings_replays_and_reads_back() -> None:
    happened = match(LEVANTINE, 1, 2)
    events = list(log(happened))
    before = happened[-1][0]
    position, ruling = apply(before, None, Adjust(US, 4))
    ended, end = apply(position, None, Retire(THEM))

    *earlier, last = (event for *_, following in happened for event in following)
    kept = events[: len(events) - len(happened[-1][4])]
    again = replay([*kept, *ruling, *end])

    assert last.kind == "over"
    assert earlier
    assert again == ended
    assert Position.from_json(ended.to_json(), ended.rules) == ended


def test_an_adjustment_tells_the_totals_it_leads_to() -> None:
    _, events = apply(contracted(), None, Adjust(THEM, -5))

    assert events == (Event("adjust", None, {"side": 1, "points": -5, "entry": 1, "totals": [0, -5]}),)


def test_rulings_are_not_for_seats() -> None:
    with pytest.raises(NotASeatsAction) as refused:
        apply(contracted(), SEATS[0], Retire(US))

    assert refused.value.params == {"seat": SEATS[0], "action": "Retire"}


def test_a_course_without_rulings_settles_as_the_deals_do() -> None:
    course = play_out(contracted(8)).course

    assert replace(course, adjustments=()).settled() == settle(LEVANTINE, course.deals)
