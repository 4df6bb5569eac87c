"""Clocks are credited for the time in which no server of ours was alive."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError

from games import sweep
from games.hub import milliseconds
from games.models import Heartbeat, Table, User
from games.services import downtime
from games.services.clocks import TablePolicy
from games.sweep import Sweep
from tests.cast import NOW
from tests.games.scene import SECOND, Phone, in_database, log_of, opened, stored

CALL = TablePolicy.people().call_seconds * SECOND
CRASH = NOW + 10 * SECOND
BACK = CRASH + 60 * SECOND


def test_a_clock_that_ran_out_while_no_server_was_alive_goes_on_with_what_was_left(four: list[User]) -> None:
    table = opened(four)
    before = stored(table).seq
    Sweep().once(CRASH)

    Sweep().once(BACK)

    assert stored(table).due_at == BACK + CALL - 10 * SECOND + downtime.GRACE
    assert stored(table).seq == before
    sweep.sweep(BACK + CALL - 10 * SECOND + downtime.GRACE)
    assert log_of(table)[-1].by == "timeout"


def test_time_is_given_back_once_however_many_servers_start(four: list[User]) -> None:
    table = opened(four)
    Sweep().once(CRASH)

    for _ in range(3):
        Sweep().once(BACK)

    assert stored(table).due_at == NOW + CALL + (BACK - CRASH) + downtime.GRACE


def test_who_sees_the_outage_second_gives_nothing(four: list[User]) -> None:
    """Two read the same heartbeat; planted: without the claim the clock moved on twice."""
    table = opened(four)
    downtime.alive(CRASH, most=downtime.SHORT)
    seen = Heartbeat.objects.get()
    downtime.alive(BACK, most=downtime.SHORT)
    once = stored(table).due_at

    late = Heartbeat.objects.filter(pk=seen.pk, at=seen.at)

    assert not late.exists()
    assert downtime.alive(BACK, most=downtime.SHORT) == 0
    assert stored(table).due_at == once


@pytest.mark.parametrize("pause", [downtime.BEAT, downtime.SHORT])
def test_a_restart_nobody_notices_moves_no_clock(four: list[User], pause: timedelta) -> None:
    table = opened(four)
    Sweep().once(CRASH)

    Sweep().once(CRASH + pause)

    assert stored(table).due_at == NOW + CALL


def test_a_server_that_was_frozen_gives_the_time_back_too(four: list[User]) -> None:
    table = opened(four)
    server = Sweep()
    server.once(CRASH)

    server.once(BACK)

    assert stored(table).due_at == NOW + CALL + (BACK - CRASH) + downtime.GRACE


def test_a_server_that_is_alive_moves_no_clock(four: list[User]) -> None:
    table = opened(four)
    server = Sweep()

    for second in range(24):
        server.once(NOW + second * SECOND)

    assert stored(table).due_at == NOW + CALL


async def test_everybody_at_a_table_is_told_at_once_that_its_clock_was_moved_on(
    table: Table, four: list[User]
) -> None:
    """Planted: told with the next event only; until then the page counts down to a time that is past."""
    phone = Phone(four[0])
    await phone.watch(table)

    await in_database(Sweep().once)(CRASH)
    await in_database(Sweep().once)(BACK)

    heard = await phone.hear()
    due = (await in_database(stored)(table)).due_at
    assert due is not None
    assert (heard["t"], heard["now"], heard["dl"]) == ("clock", milliseconds(BACK), milliseconds(due))


async def test_so_are_those_whose_own_server_slept_while_another_moved_the_clocks_on(
    table: Table, four: list[User]
) -> None:
    phone, mine = Phone(four[0]), Sweep()
    await phone.watch(table)
    await in_database(mine.once)(CRASH)
    await in_database(downtime.alive)(BACK, most=downtime.SHORT)

    await in_database(mine.once)(BACK)

    assert (await phone.hear())["t"] == "clock"


def test_nothing_is_played_before_the_clocks_were_set_right(
    four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(four)
    before = stored(table).seq
    Sweep().once(CRASH)

    def down(*_: object, **__: object) -> int:
        raise OperationalError

    restarted = Sweep()
    with monkeypatch.context() as patch:
        patch.setattr(downtime, "alive", down)
        patch.setattr(sweep, "close_old_connections", lambda: None)  # the test's own is one of them
        assert restarted.once(BACK) == 0

    restarted.once(BACK + SECOND)
    assert stored(table).seq == before
