"""Who is late: the bank of a match, the mark that somebody is away, and what ends it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import TestCase

from games.bots import BOTS
from games.hub import HUB, Committed, event_frames
from games.models import Seat as Seats
from games.models import Table, User
from games.rules import SPECTATOR, Call, Phase, Seat
from games.services import minds, opening, play, rulings, tables, watch
from games.services.clocks import TablePolicy
from tests.cast import NOW
from tests.games.scene import SECOND, log_of, next_act, opened, over, stored
from tests.games.test_rematch import say

PEOPLE = TablePolicy.people()
CASUAL = replace(PEOPLE, casual=True, bots_after=60)


def run_out(table: Table) -> datetime:
    """Let the time of the table run out; return when that was."""
    due = stored(table).due_at
    assert due is not None
    assert play.play_at([table.pk], now=due) == 1
    return due


def until_away(table: Table, seat: Seat) -> None:
    """Let everybody's time run out until this seat is marked as away."""
    while not is_away(table, seat):
        run_out(table)


def is_away(table: Table, seat: Seat) -> bool:
    """Return whether a seat is marked as away."""
    return PEOPLE.is_away(stored(table).seats[seat])


def seat_to_move(table: Table) -> Seat:
    """Return whose turn it is."""
    turn = stored(table).position.turn
    assert turn is not None
    return turn


def marks(table: Table) -> list[tuple[Any, Any]]:
    """Return the marks that came and went, by seat, as the log has them."""
    kinds = [entry.event for entry in log_of(table) if entry.event.kind == "away"]
    return [(event.data["seat"], event.data["away"]) for event in kinds]


# ---- the bank -----------------------------------------------------------------------------------


def test_a_bank_of_ninety_seconds_a_match_stands_beside_the_time_for_a_call(four: list[User]) -> None:
    table = opened(four, bank_seconds=90)

    assert PEOPLE.bank_seconds == 90
    assert stored(table).due_at == NOW + (25 + 90) * SECOND


def test_an_act_in_time_costs_nothing_of_the_bank_and_a_late_one_what_it_took(four: list[User]) -> None:
    table = opened(four, bank_seconds=90)
    first, act = next_act(table, four)
    play.submit_now(table.pk, act, seat=first, now=NOW + 25 * SECOND)
    second, act = next_act(table, four)

    play.submit_now(table.pk, act, seat=second, now=NOW + (25 + 25 + 12) * SECOND)

    assert stored(table).seats[first].bank_used == 0
    assert stored(table).seats[second].bank_used == 12


def test_what_is_left_of_the_bank_is_all_there_is_beside_the_next_turn(four: list[User]) -> None:
    table = opened(four, bank_seconds=90)
    seat, act = next_act(table, four)
    play.submit_now(table.pk, act, seat=seat, now=NOW + (25 + 60) * SECOND)
    now = NOW + 85 * SECOND
    while seat_to_move(table) != seat or stored(table).position.phase is Phase.AUCTION:
        other, act = next_act(table, four)
        play.submit_now(table.pk, act, seat=other, now=now)

    due = stored(table).due_at

    regular = {Phase.TRUMP: PEOPLE.trump_seconds, Phase.PLAY: PEOPLE.card_seconds + PEOPLE.trick_seconds}
    assert due is not None
    assert due - now <= timedelta(seconds=regular[stored(table).position.phase] + 30)
    assert due - now >= timedelta(seconds=PEOPLE.card_seconds + 30)


def test_a_time_that_runs_out_has_taken_the_whole_bank_and_the_next_match_gives_it_back(
    four: list[User],
) -> None:
    table = over(four, policy=replace(CASUAL, bots_after=None), bank_seconds=90)
    for user in four:
        say(table, user)
    seat = seat_to_move(table)
    run_out(table)
    assert stored(table).seats[seat].bank_used == 90
    rulings.no_new_deal([table.pk], now=NOW)
    while stored(table).position.phase is not Phase.OVER:
        run_out(table)

    opening.play_again([table.pk], masters=[b"3" * 32], now=NOW)

    assert {(seat.bank_used, seat.missed) for seat in stored(table).seats} == {(0, 0)}


def test_frames_say_how_much_of_the_time_left_is_the_bank_of_the_seat_to_move(four: list[User]) -> None:
    table = opened(four, bank_seconds=90)
    _, act = next_act(table, four)
    play.submit_now(table.pk, act, seat=seat_to_move(table), now=NOW + 25 * SECOND)
    seat = seat_to_move(table)
    Seats.objects.filter(table=table, number=seat).update(bank_used=12)

    state = watch.snapshot(table.pk, SPECTATOR, now=NOW)
    *_, event = watch.missed(table.pk, SPECTATOR, have=state["s"] - 1, now=NOW)
    (clock,) = watch.missed(table.pk, SPECTATOR, have=state["s"], now=NOW)

    assert {frame["bank"] for frame in (state, event, clock)} == {78_000}
    assert state["dl"] == event["dl"] == clock["dl"]


def test_a_move_is_told_with_the_bank_of_who_comes_next(
    four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Committed] = []
    monkeypatch.setattr(HUB, "publish", sent.extend)
    table = opened(four, bank_seconds=90)
    seat, act = next_act(table, four)

    with TestCase.captureOnCommitCallbacks(execute=True):
        play.submit_now(table.pk, act, seat=seat, now=NOW)

    assert event_frames(sent[-1], SPECTATOR)[-1]["bank"] == 90_000


def test_where_nobody_has_a_bank_frames_say_nothing_of_it(four: list[User]) -> None:
    table = opened(four, bank_seconds=0)

    assert "bank" not in watch.snapshot(table.pk, SPECTATOR, now=NOW)


# ---- the mark -----------------------------------------------------------------------------------


def test_who_lets_the_time_run_out_twice_in_a_row_is_away_and_has_three_seconds_then(
    four: list[User],
) -> None:
    table = opened(four)
    seat = seat_to_move(table)
    run_out(table)
    assert not is_away(table, seat)

    until_away(table, seat)
    begun = NOW
    while seat_to_move(table) != seat:
        begun = run_out(table)

    assert stored(table).seats[seat].missed == 2
    assert (seat, True) in marks(table)
    assert stored(table).due_at == begun + 3 * SECOND


def test_two_timeouts_with_an_act_of_his_own_between_are_none_in_a_row(four: list[User]) -> None:
    table = opened(four)
    seat = seat_to_move(table)
    run_out(table)
    while seat_to_move(table) != seat:
        run_out(table)
    _, act = next_act(table, four)

    play.submit_now(table.pk, act, seat=seat, now=NOW)

    assert stored(table).seats[seat].missed == 0


def test_the_first_act_of_his_own_ends_the_mark_and_all_are_told(four: list[User]) -> None:
    table = opened(four)
    seat = seat_to_move(table)
    until_away(table, seat)
    while seat_to_move(table) != seat:
        run_out(table)
    _, act = next_act(table, four)

    play.submit_now(table.pk, act, seat=seat, now=NOW)

    assert not is_away(table, seat)
    assert [away for number, away in marks(table) if number == seat] == [True, False]


def test_taking_the_seat_back_ends_the_mark_and_gives_the_whole_time_again(four: list[User]) -> None:
    table = opened(four)
    seat = seat_to_move(table)
    until_away(table, seat)
    while seat_to_move(table) != seat:
        run_out(table)

    tables.take_back(table_id=table.pk, user=four[seat], now=NOW)

    assert not is_away(table, seat)
    assert stored(table).due_at in (NOW + 20 * SECOND, NOW + 25 * SECOND)


def test_a_pass_that_nobody_could_refuse_is_not_a_turn_missed(four: list[User]) -> None:
    table = opened(four)
    seat = seat_to_move(table)
    act = play.Act(four[seat].pk, Call("13"), "thirteen", stored(table).seq)
    play.submit_now(table.pk, act, seat=seat, now=NOW)

    for _ in range(3):
        run_out(table)

    assert [entry.by for entry in log_of(table) if entry.event.kind == "pass"] == ["forced"] * 3
    assert {seat.missed for seat in stored(table).seats} == {0}


@pytest.mark.parametrize(("policy", "stands_in"), [(CASUAL, True), (PEOPLE, False)])
def test_a_bot_chooses_for_who_is_away_where_bots_may_and_nowhere_else(
    four: list[User], policy: TablePolicy, stands_in: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = []
    club = BOTS["club"]

    def watched(*asked: Any) -> Any:
        chosen.append(asked)
        return club(*asked)

    monkeypatch.setattr(minds, "BOTS", {"club": watched})
    table = opened(four, policy=policy)
    seat = seat_to_move(table)

    until_away(table, seat)
    while seat_to_move(table) != seat:
        run_out(table)
    run_out(table)

    assert bool(chosen) is stands_in
    assert stored(table).seats[seat].user_id == four[seat].pk
