"""What moves by itself: clocks, bots, forced passes and pauses, and a sweep that nothing stops."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import OperationalError

from games import sweep
from games.models import Table, User
from games.rules import SEATS, Phase, Ready
from games.services import opening, play, rulings
from games.services.clocks import RESULT_SECONDS_OF_BOTS, Clock, TablePolicy
from games.sweep import Sweep
from tests.cast import NOW
from tests.games.scene import SECOND, bots_table, log_of, opened, plan, play_on, stored

PEOPLE = TablePolicy.people()


def test_a_call_that_does_not_come_in_time_is_a_pass(four: list[User]) -> None:
    table = opened(four)
    late = NOW + PEOPLE.call_seconds * SECOND

    assert sweep.sweep(late - SECOND) == 0
    assert sweep.sweep(late) == 1

    assert (log_of(table)[-1].event.kind, log_of(table)[-1].by) == ("pass", "timeout")


def test_a_timeout_is_played_once_however_many_sweep(four: list[User]) -> None:
    table = opened(four)
    late = NOW + 60 * SECOND
    before = stored(table).seq

    moved = [sweep.sweep(late), play.play_due(NOW)]

    assert (moved, stored(table).seq) == ([1, 0], before + 1)


def test_an_act_that_comes_in_time_stops_the_clock_it_was_up_against(four: list[User]) -> None:
    table = opened(four)
    due = stored(table).due_at
    assert due is not None

    play_on(table, four, 1)

    assert play.play_at([table.pk], now=NOW + SECOND) == 0
    assert stored(table).seq == log_of(table).__len__()


def test_who_can_only_pass_is_passed_at_the_pace_of_a_bot(four: list[User]) -> None:
    table = opened(four)
    seat = stored(table).position.turn
    assert seat is not None
    act = play.Act(four[seat].pk, play.action_of("bid", {"bid": 13}), "a", stored(table).seq)
    play.submit_now(table.pk, act, seat=seat, now=NOW)
    due = stored(table).due_at
    assert due is not None
    assert PEOPLE.bot_seconds[0] * SECOND <= due - NOW <= PEOPLE.bot_seconds[1] * SECOND

    sweep.sweep(due)

    assert (log_of(table)[-1].event.kind, log_of(table)[-1].by) == ("pass", "forced")


def to_the_result(table: Table, people: list[User]) -> None:
    """Play a deal to its end."""
    while stored(table).position.phase is not Phase.RESULT:
        play_on(table, people, 1)


def test_the_next_deal_comes_when_all_four_are_ready(four: list[User]) -> None:
    table = opened(four)
    to_the_result(table, four)

    for seat in (2, 0, 3, 1):
        act = play.Act(four[seat].pk, Ready(), f"r{seat}", 0)
        play.submit_now(table.pk, act, seat=SEATS[seat], now=NOW)

    assert stored(table).position.deal_number == 2
    assert [entry.event.kind for entry in log_of(table)[-5:]] == ["ready"] * 4 + ["deal"]


def test_the_next_deal_comes_by_itself_when_the_pause_is_over(four: list[User]) -> None:
    table = opened(four)
    to_the_result(table, four)
    due = stored(table).due_at
    assert due == NOW + (PEOPLE.ready_seconds + PEOPLE.trick_seconds) * SECOND

    assert sweep.sweep(due) == 1

    assert stored(table).position.deal_number == 2
    assert {entry.by for entry in log_of(table)[-5:-1]} == {"timeout"}


def test_bots_are_ready_as_soon_as_their_one_person_is(bob: User) -> None:
    table = opened([bob, None, None, None], policy=TablePolicy.people(bots_after=0))
    now = NOW
    while stored(table).position.phase is not Phase.RESULT:
        now = max(now, stored(table).due_at or now)
        play.play_due(now)

    play.submit_now(table.pk, play.Act(bob.pk, Ready(), "r", 0), seat=SEATS[0], now=now)

    assert stored(table).position.deal_number == 2


def test_time_that_is_called_lets_the_deal_in_hand_end_and_then_the_match(four: list[User]) -> None:
    table = opened(four)
    play_on(table, four, 6)

    rulings.no_new_deal([table.pk], now=NOW)
    while stored(table).position.outcome.state == "open":
        play_on(table, four, 1)

    assert (stored(table).position.outcome.by, len(stored(table).position.deals)) == ("clock", 1)
    assert Table.objects.get(pk=table.pk).state == Table.State.OVER


def test_time_that_is_called_where_nothing_was_dealt_ends_the_match_at_once(four: list[User]) -> None:
    (table,) = opening.open_tables([plan(four)], now=NOW)

    rulings.no_new_deal([table.pk], now=NOW)

    assert stored(table).position.outcome.state == "drawn"
    assert Table.objects.get(pk=table.pk).state == Table.State.OVER


@pytest.mark.parametrize("pace", [TablePolicy.people(), TablePolicy.fast(), TablePolicy.practice()])
def test_a_policy_is_stored_and_read_back_as_it_was(pace: TablePolicy) -> None:
    assert TablePolicy.from_json(pace.to_json()) == pace
    assert TablePolicy.from_json({}) == TablePolicy()


def test_the_pace_of_bots_is_even_between_its_limits_and_the_same_each_time(db: None) -> None:
    table = bots_table()
    now = stored(table)
    clock = Clock(TablePolicy.people(), now.seats, now.public_id)

    def seconds(seq: int) -> float:
        due = clock.due_at(now.position, seq=seq, now=NOW, trick_ended=False)
        assert due is not None
        return (due - NOW).total_seconds()

    taken = [seconds(seq) for seq in range(300)]
    assert min(taken) >= 0.6
    assert max(taken) <= 1.5
    assert 1.0 < sum(taken) / 300 < 1.1
    assert taken == [seconds(seq) for seq in range(300)]


def test_bots_among_themselves_show_a_result_for_a_moment(db: None) -> None:
    (table,) = opening.open_tables([plan(policy=TablePolicy.people(bots_after=0))], now=NOW)
    now = NOW
    while stored(table).position.phase is not Phase.RESULT:
        now = stored(table).due_at or now
        play.play_due(now)
    due = stored(table).due_at
    assert due is not None
    assert (due - now).total_seconds() <= RESULT_SECONDS_OF_BOTS + PEOPLE.trick_seconds


# ---- nothing stops the sweep --------------------------------------------------------------------


@pytest.fixture
def two(transactional_db: None) -> tuple[Table, Table]:
    """Two tables of bots that are due."""
    return bots_table(), bots_table()


@pytest.mark.parametrize("fault", [ZeroDivisionError("a fault of ours"), OperationalError("disk")])
def test_a_table_that_cannot_be_moved_is_put_aside_and_the_others_go_on(
    two: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """Planted: one such table ended the thread, and no table moved by itself any more."""
    bad, good = two
    choose = play._prepare_due

    def fail_at_one(known: Any, **due: Any) -> Any:
        if known.table_id == bad.pk:
            raise fault
        return choose(known, **due)

    monkeypatch.setattr(play, "_prepare_due", fail_at_one)
    before = {table.pk: stored(table).seq for table in two}
    thread = Sweep()

    assert [thread.once(NOW) for _ in range(3)] == [1, 1, 1]

    assert stored(bad).seq == before[bad.pk]
    assert stored(good).seq >= before[good.pk] + 3


def test_a_table_put_aside_is_tried_again_after_a_while(
    two: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = Sweep()
    with monkeypatch.context() as broken:
        broken.setattr(play, "_prepare_due", lambda known, *, now: 1 / 0)
        assert thread.once(NOW) == 0
    assert thread.once(NOW) == 0

    clock = time.monotonic() + sweep.ASIDE_SECONDS + 1
    monkeypatch.setattr("games.sweep.time.monotonic", lambda: clock)

    assert thread.once(NOW) == 2


@pytest.fixture
def running(transactional_db: None) -> Iterator[Sweep]:
    """The thread itself."""
    thread = Sweep()
    thread.start()
    yield thread
    thread.stop()
    assert not thread.is_alive()


def test_the_thread_plays_what_is_due_soon_after_it_is(running: Sweep) -> None:
    (table,) = opening.open_tables([plan(policy=TablePolicy.fast())], now=NOW)
    before = stored(table).seq

    for _ in range(100):
        if stored(table).seq > before + 10:
            return
        time.sleep(0.05)
    raise AssertionError(stored(table).seq)


def test_the_thread_outlives_a_database_that_does_not_answer(
    running: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[datetime] = []

    def down(now: datetime, **_: Any) -> int:
        tried.append(now)
        raise OperationalError("down")

    with monkeypatch.context() as outage:
        outage.setattr(sweep, "sweep", down)
        outage.setattr(play, "due", down)
        for _ in range(100):
            if len(tried) > 3:
                break
            time.sleep(0.05)
    assert len(tried) > 3
    test_the_thread_plays_what_is_due_soon_after_it_is(running)
