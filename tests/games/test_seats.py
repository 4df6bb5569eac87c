"""Seats: who may sit where, who plays for whom, and when that makes a match begin."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection

from games.models import Seat, Table, User
from games.rules import Phase
from games.services import opening, play, practice, rulings, tables
from games.services.clocks import TablePolicy
from games.services.tables import AlreadySeated, SeatTaken
from tests.cast import NOW
from tests.games.scene import SECOND, bots_table, log_of, opened, plan, stored
from tests.rules.presets import LEVANTINE

PEOPLE = TablePolicy.people()


def test_the_cards_are_dealt_when_the_last_of_the_four_sits_down(four: list[User]) -> None:
    table = opened([*four[:3], None])
    assert (stored(table).position.phase, state_of(table)) == (Phase.DEAL, Table.State.WAITING)
    tables.hold_seats(user_id=four[3].pk, seat_ids=[table.seats.get(number=3).pk])

    tables.sit(table_id=table.pk, number=3, user=four[3], now=NOW)

    assert (stored(table).position.phase, state_of(table)) == (Phase.AUCTION, Table.State.PLAYING)
    assert stored(table).due_at == NOW + PEOPLE.call_seconds * SECOND


def state_of(table: Table) -> str:
    """Return what a table's row says of it."""
    return Table.objects.get(pk=table.pk).state


def test_a_seat_kept_for_somebody_is_nobody_elses(four: list[User], charlie: User) -> None:
    (table,) = opening.open_tables([plan(four)], now=NOW)
    before = stored(table)

    with pytest.raises(SeatTaken) as refused:
        tables.sit(table_id=table.pk, number=0, user=charlie, now=NOW)

    assert refused.value.params == {"seat": 0}
    assert stored(table) == before


def test_a_person_sits_at_a_table_once(four: list[User]) -> None:
    table = opened([four[0], None, None, None])
    second = table.seats.get(number=2)
    tables.hold_seats(user_id=four[0].pk, seat_ids=[second.pk])

    with pytest.raises(AlreadySeated):
        tables.sit(table_id=table.pk, number=2, user=four[0], now=NOW)

    assert Seat.objects.filter(user=four[0]).count() == 1


def test_bots_take_the_empty_seats_when_their_time_has_come(bob: User) -> None:
    table = opened([bob, None, None, None], policy=TablePolicy.people(bots_after=60))

    assert tables.seat_due_bots(NOW + 59 * SECOND) == 0
    assert tables.seat_due_bots(NOW + 60 * SECOND) == 1
    assert tables.seat_due_bots(NOW + 61 * SECOND) == 0

    assert [seat.kind for seat in stored(table).seats] == ["user", "bot", "bot", "bot"]
    assert stored(table).position.phase is Phase.AUCTION
    assert [entry.by for entry in log_of(table) if entry.event.kind == "sit"] == ["user", "bot", "bot", "bot"]


def test_a_seat_a_bot_has_is_taken_back_by_its_holder_and_by_nobody_else(bob: User, charlie: User) -> None:
    table = opened([bob, None, None, None], policy=TablePolicy.people(bots_after=0))
    tables.leave(table_id=table.pk, user=bob, now=NOW)
    assert stored(table).seats[0].kind == "bot"

    with pytest.raises(SeatTaken):
        tables.sit(table_id=table.pk, number=0, user=charlie, now=NOW)
    tables.sit(table_id=table.pk, number=0, user=bob, now=NOW)

    assert (stored(table).seats[0].kind, stored(table).seats[0].user_id) == ("user", bob.pk)


def test_where_no_bots_may_play_the_clock_plays_for_who_has_left(four: list[User]) -> None:
    table = opened(four)
    turn = stored(table).position.turn
    assert turn is not None
    tables.leave(table_id=table.pk, user=four[turn], now=NOW)
    due = stored(table).due_at
    assert due == NOW + PEOPLE.call_seconds * SECOND

    assert play.play_due(due) == 1

    assert (log_of(table)[-1].event.seat, log_of(table)[-1].by) == (turn, "timeout")


def test_who_leaves_a_table_that_still_waits_leaves_an_empty_seat(bob: User) -> None:
    table = opened([bob, None, None, None], policy=TablePolicy.people(bots_after=60))

    tables.leave(table_id=table.pk, user=bob, now=NOW)

    assert [seat.kind for seat in stored(table).seats] == ["open"] * 4
    assert state_of(table) == Table.State.WAITING


def test_a_change_of_anothers_seat_gives_the_one_to_move_no_more_time(four: list[User]) -> None:
    """Planted: a partner who got up and sat down again wound up the clock each time."""
    table = opened(four)
    before = stored(table)
    assert before.position.turn is not None
    other = four[(before.position.turn + 2) % 4]

    tables.leave(table_id=table.pk, user=other, now=NOW + 20 * SECOND)
    tables.sit(table_id=table.pk, number=(before.position.turn + 2) % 4, user=other, now=NOW + 21 * SECOND)

    assert stored(table).due_at == before.due_at


def test_practice_begins_at_once_and_waits_for_its_one_person(bob: User, stream: object) -> None:
    table = practice.open_table(bob, rules=LEVANTINE, stream=stream, now=NOW)  # type: ignore[arg-type]
    now = NOW
    for _ in range(10):
        if (due := stored(table).due_at) is None:
            break
        now = due
        play.play_due(now)

    assert [seat.kind for seat in stored(table).seats] == ["user", "bot", "bot", "bot"]
    assert stored(table).position.turn == 0
    assert not Table.objects.get(pk=table.pk).is_public


def test_opening_tables_for_a_round_keeps_the_write_lock_for_a_moment_only(db: None) -> None:
    """The fixture of the longest transaction is what fails here."""
    plans = [plan(policy=TablePolicy.fast(), public_id=f"round{n}") for n in range(16)]

    assert len(opening.open_tables(plans, now=NOW)) == 16


# ---- at the same moment -------------------------------------------------------------------------


def at_once(*verbs: Callable[[], object]) -> list[Exception | None]:
    """Do these things at the same moment, each on a connection of its own; return how each ended."""
    ended: dict[int, Exception | None] = {}
    start = threading.Barrier(len(verbs))

    def run(n: int, verb: Callable[[], object]) -> None:
        try:
            start.wait(10)
            verb()
            ended[n] = None
        except Exception as fault:  # noqa: BLE001 - how it ended is what the test asks
            ended[n] = fault
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(verbs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return [ended[n] for n in range(len(verbs))]


def sitting(table: Table, number: int, user: User) -> Callable[[], object]:
    """Return the act of sitting down."""
    return lambda: tables.sit(table_id=table.pk, number=number, user=user, now=NOW)


def test_when_the_last_two_sit_down_at_the_same_moment_the_match_begins(
    transactional_db: None, four: list[User]
) -> None:
    """Planted: each saw the other's seat empty, and the table waited for ever (on PostgreSQL)."""
    for _ in range(8):
        (table,) = opening.open_tables([plan(four)], now=NOW)
        for number in (0, 1):
            tables.sit(table_id=table.pk, number=number, user=four[number], now=NOW)

        assert at_once(sitting(table, 2, four[2]), sitting(table, 3, four[3])) == [None, None]

        assert (stored(table).position.phase, state_of(table)) == (Phase.AUCTION, Table.State.PLAYING)


def test_of_two_phones_of_one_person_that_sit_down_at_once_one_does(
    transactional_db: None, bob: User
) -> None:
    for _ in range(8):
        (table,) = opening.open_tables([plan([bob, None, bob, None])], now=NOW)

        ended = at_once(sitting(table, 0, bob), sitting(table, 2, bob))

        assert sorted(type(fault).__name__ for fault in ended) == ["AlreadySeated", "NoneType"]
        assert Seat.objects.filter(table=table, user=bob).count() == 1


def test_of_two_people_who_want_one_seat_one_gets_it(transactional_db: None, four: list[User]) -> None:
    for _ in range(8):
        (table,) = opening.open_tables([plan()], now=NOW)
        Seat.objects.filter(table=table).update(is_held=False)

        ended = at_once(sitting(table, 0, four[0]), sitting(table, 0, four[1]))

        assert sorted(type(fault).__name__ for fault in ended) == ["NoneType", "SeatTaken"]
        sat = [entry for entry in log_of(table) if entry.event.kind == "sit"]
        assert len(sat) == 1


def test_a_person_who_sits_down_as_the_bots_come_has_his_seat_or_finds_a_bot_in_it(
    transactional_db: None, bob: User
) -> None:
    for _ in range(8):
        policy = TablePolicy.people(bots_after=60)
        (table,) = opening.open_tables([plan([bob, None, None, None], policy=policy)], now=NOW)
        late = NOW + timedelta(seconds=60)

        ended = at_once(sitting(table, 0, bob), partial(tables.seat_due_bots, late))
        tables.seat_due_bots(late)

        assert ended == [None, None]
        assert [seat.kind for seat in stored(table).seats] == ["user", "bot", "bot", "bot"]
        assert (stored(table).position.phase, state_of(table)) == (Phase.AUCTION, Table.State.PLAYING)


def test_a_table_that_is_closed_as_somebody_acts_stays_where_one_of_them_left_it(
    transactional_db: None,
) -> None:
    for _ in range(8):
        table = bots_table()

        ended = at_once(lambda: play.play_due(NOW), partial(tables.close_tables, [table.pk]))

        assert ended == [None, None]
        assert stored(table).due_at is None
        assert play.play_due(NOW + timedelta(days=1)) == 0


def test_who_sits_down_as_another_match_is_opened_finds_it_begun(
    transactional_db: None, four: list[User]
) -> None:
    for _ in range(6):
        table = opened(four)
        rulings.no_new_deal([table.pk], now=NOW)
        while stored(table).position.outcome.state == "open":
            play.play_due(play.next_due() or NOW)
        tables.leave(table_id=table.pk, user=four[3], now=NOW)

        again = partial(opening.play_again, [table.pk], masters=[b"2" * 32], now=NOW)
        assert at_once(sitting(table, 3, four[3]), again) == [None, None]

        assert (stored(table).position.phase, state_of(table)) == (Phase.AUCTION, Table.State.PLAYING)
