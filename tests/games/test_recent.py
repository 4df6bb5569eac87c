"""What the writer keeps of the tables that moved last saves reading, and refuses nobody wrongly."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import store
from games.models import Table, User
from games.rules import SEATS, Phase, Ready
from games.services import play, tables
from games.store import Acknowledged, Committed, Recent
from tests.cast import NOW
from tests.games.scene import SECOND, next_act, opened, play_on, stored


def acted(table: Table, people: list[User], recent: Recent, now: datetime = NOW) -> store.Answer:
    """Let whose turn it is act through the writer's way in."""
    seat, act = next_act(table, people)
    (answer,) = store.carry_out([play._request(table.pk, act, seat, now)], now=now, recent=recent)
    return answer


def test_what_is_kept_of_a_table_is_what_is_stored(four: list[User]) -> None:
    table, recent = opened(four), Recent()

    for _ in range(30):
        acted(table, four, recent)

    assert table.pk in recent
    assert recent.read([table.pk])[table.pk] == stored(table)


def test_what_a_late_act_took_of_a_bank_is_kept_too(four: list[User]) -> None:
    """Planted: seats as they were; who is late twice pays for the second time only."""
    table, recent = opened(four, bank_seconds=90), Recent()
    now = NOW

    for _ in range(12):
        now += 30 * SECOND
        acted(table, four, recent, now)

    assert recent.read([table.pk])[table.pk] == stored(table)
    assert max(seat.bank_used for seat in stored(table).seats) > 10


def test_a_table_that_moved_last_is_not_read_again(four: list[User]) -> None:
    table, recent = opened(four), Recent()
    acted(table, four, recent)
    seat, act = next_act(table, four)

    with CaptureQueriesContext(connection) as queries:
        store.carry_out([play._request(table.pk, act, seat, NOW)], now=NOW, recent=recent)

    assert not [query for query in queries if "games_seat" in query["sql"]]


def test_the_first_act_at_a_table_somebody_came_to_reads_it_no_more(four: list[User]) -> None:
    table, recent = opened(four), Recent()
    recent.offer(stored(table))

    with CaptureQueriesContext(connection) as queries:
        answer = acted(table, four, recent)

    assert isinstance(answer, Committed)
    reads = [query["sql"] for query in queries if "games_seat" in query["sql"]]
    assert len(reads) == 1  # that of the test, to know whose turn it is


def test_what_was_read_before_others_moved_refuses_nobody(four: list[User]) -> None:
    table, recent = opened(four), Recent()
    read_before = stored(table)
    play_on(table, four, 2)
    recent.offer(read_before)

    assert isinstance(acted(table, four, recent), Committed)


def test_who_acts_at_a_table_that_others_have_moved_is_not_refused(four: list[User]) -> None:
    table, recent = opened(four), Recent()
    acted(table, four, recent)
    play_on(table, four, 2)

    assert isinstance(acted(table, four, recent), Committed)


def test_who_has_got_up_meanwhile_is_refused(four: list[User]) -> None:
    table, recent = opened(four), Recent()
    acted(table, four, recent)
    seat, act = next_act(table, four)
    tables.leave(table_id=table.pk, user=four[seat], now=NOW)

    (answer,) = store.carry_out([play._request(table.pk, act, seat, NOW)], now=NOW, recent=recent)

    assert isinstance(answer, play.NotSeated)


def test_at_a_table_closed_meanwhile_nothing_is_written(four: list[User]) -> None:
    table, recent = opened(four), Recent()
    acted(table, four, recent)
    tables.close_tables([table.pk])

    assert isinstance(acted(table, four, recent), store.TableClosed)


def test_only_so_many_tables_are_kept_the_last_ones(four: list[User]) -> None:
    recent, both = Recent(1), [opened(four), opened(four)]

    for table in (*both, both[0]):
        acted(table, four, recent)

    assert both[0].pk in recent
    assert both[1].pk not in recent


@pytest.mark.parametrize("keeps", [0, 8])
def test_being_ready_that_comes_again_at_the_next_pause_gets_its_first_answer(
    four: list[User], keeps: int
) -> None:
    """A resend that the rules would allow again; planted: the database's own word for it came out."""
    table, recent = opened(four), Recent(keeps)
    until_the_pause(table, four)
    act = play.Act(four[0].pk, Ready(), "tab-ready", stored(table).seq)
    request = play._request(table.pk, act, play.seat_of(stored(table), four[0].pk), NOW)
    (first,) = store.carry_out([request], now=NOW, recent=recent)
    until_the_pause(table, four)

    (again,) = store.carry_out([request], now=NOW, recent=recent)

    assert isinstance(first, Committed)
    assert again == Acknowledged(first.first_seq)


def until_the_pause(table: Table, people: list[User]) -> None:
    """Play on to the pause after a deal; from one, to the next, when the others are ready too."""
    now = stored(table)
    if now.position.phase is Phase.RESULT:
        for seat in set(SEATS) - now.position.ready:
            act = play.Act(people[seat].pk, Ready(), f"ready-{now.seq}", now.seq)
            play.submit_now(table.pk, act, seat=seat, now=NOW)
    while stored(table).position.phase is not Phase.RESULT:
        play_on(table, people, 1)
