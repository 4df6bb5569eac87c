"""What closes a socket, and with which code."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from typing import Any

import pytest

from games import frames, sockets
from games.frames import (
    CLOSE_FLOOD,
    CLOSE_RESTART,
    CLOSE_TOO_LARGE,
    CLOSE_TOO_SLOW,
)
from games.hub import HUB
from games.models import Table, User
from games.rules import Seat
from tests.games.scene import Phone, in_database, play_on


async def test_a_flood_of_frames_closes_the_socket_and_no_other(table: Table, four: list[User]) -> None:
    loud, quiet = Phone(four[0]), Phone(four[1])
    await loud.watch(table)
    await quiet.watch(table)

    for _ in range(int(sockets.RATE_FRAMES) + 5):
        await loud.say({"t": "ping", "c": 1, "s": 1})

    assert await loud.closed_with() == CLOSE_FLOOD
    await quiet.say({"t": "ping", "c": 1, "s": 1})
    assert (await quiet.hear())["t"] == "pong"


async def test_the_allowance_comes_back_with_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    await phone.watch(table)
    clock = time.monotonic()
    monkeypatch.setattr("games.sockets.time.monotonic", lambda: clock)
    for _ in range(3 * int(sockets.RATE_FRAMES)):
        clock += sockets.RATE_SECONDS / sockets.RATE_FRAMES
        await phone.say({"t": "ping", "c": 1, "s": 1})
        assert (await phone.hear())["t"] == "pong"


async def test_a_socket_that_does_not_read_is_closed_and_the_others_go_on(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "OUT_QUEUE", 8)
    slow, quick = Phone(four[0]), Phone(four[1])
    await slow.watch(table)
    await quick.watch(table)
    (listener,) = HUB._rooms[table.pk].listeners[Seat(0)]
    stuck = asyncio.Event()

    async def never_ready(message: Any) -> None:
        if message["type"] == "websocket.send":
            await stuck.wait()
        await send(message)

    send = listener.base_send  # type: ignore[attr-defined]  # a listener is more than the hub knows of it
    monkeypatch.setattr(listener, "base_send", never_ready)
    await in_database(play_on)(table, four, 12)
    for _ in range(12):
        await quick.hear()
    stuck.set()

    assert await slow.closed_with() == CLOSE_TOO_SLOW


async def test_a_frame_of_more_than_four_thousand_characters_closes_the_socket(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    await phone.say(" " * (frames.MAX_CHARACTERS + 1))

    assert await phone.closed_with() == CLOSE_TOO_LARGE


async def test_a_binary_frame_closes_the_socket(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    await phone.say_bytes(b"\x00\xff")

    assert await phone.closed_with() == CLOSE_TOO_LARGE


async def test_a_server_that_stops_says_when_to_come_back(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    HUB.close()

    assert await phone.hear() == {"t": "bye", "code": CLOSE_RESTART, "retry": [100, 2000]}
    assert await phone.closed_with() == CLOSE_RESTART


@pytest.mark.parametrize("waiting", [7, 8])
async def test_a_server_that_stops_tells_everybody_even_beside_a_slow_socket(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch, waiting: int
) -> None:
    monkeypatch.setattr(sockets, "OUT_QUEUE", 8)
    slow, quick = Phone(four[0]), Phone(four[1])
    await slow.watch(table)
    (listener,) = HUB._rooms[table.pk].listeners[Seat(0)]
    stuck = asyncio.Event()

    async def never_ready(**_: Any) -> None:
        await stuck.wait()

    monkeypatch.setattr(listener, "send", never_ready)
    for _ in range(waiting + 1):
        listener.deliver("{}")
        await asyncio.sleep(0)
    await quick.watch(table)

    HUB.close()

    assert (await quick.hear_until("bye"))[-1]["t"] == "bye"


async def test_bye_closes_the_socket(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)

    await phone.say({"t": "bye"})

    assert await phone.closed_with() == 1000


async def test_a_socket_that_has_gone_is_in_no_room(table: Table) -> None:
    phone = Phone()
    await phone.watch(table)
    assert table.pk in HUB.watched()

    await phone.hang_up()

    assert table.pk not in HUB.watched()


async def test_a_pong_says_the_time_and_how_far_the_table_is(table: Table) -> None:
    phone = Phone()
    state = await phone.watch(table)

    await phone.say({"t": "ping", "c": 123456, "s": 1})
    pong = await phone.hear()

    assert (pong["t"], pong["c"], pong["s"]) == ("pong", 123456, state["s"])
    assert abs(pong["now"] - state["now"]) < timedelta(minutes=1).total_seconds() * 1000
