"""A real web process: sockets over the network, the lifespan, and what another process writes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from games.frames import MAX_CHARACTERS
from games.hub import TABLE_EVENTS
from games.models import Table, User
from games.rules import replay
from games.services import play
from tests.cast import client_of
from tests.games.scene import log_of, next_act, opened, stored
from tests.games.shuffling import put_hashes, state_of
from tests.live import Player, serving, socket_of, until


@pytest.fixture
def address(transactional_db: None) -> Iterator[str]:
    """Where the web process is."""
    with serving() as found:
        yield found


@pytest.fixture
def table(address: str, four: list[User]) -> Table:
    """A table where four people sit for one deal, now: a sweep runs here, and it looks at the clock."""
    return opened(four, cap=1)


@pytest.fixture
def sessions(four: list[User]) -> list[str]:
    """The sessions of four browsers where the four are signed in."""
    return [client_of(user).cookies["sessionid"].value for user in four]


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost:9999",
        "https://localhost:8000",
        "ftp://localhost:8000",
        "http://127.0.0.1",
        "null",
    ],
)
async def test_a_page_of_another_origin_opens_no_socket(address: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with socket_of(address, origin=origin):
            pass

    assert refused.value.response.status_code == 403


async def test_a_page_of_our_own_origin_does(address: str) -> None:
    async with socket_of(address) as line:
        await line.send('{"t":"ping","c":7,"s":1}')
        assert json.loads(await line.recv())["t"] == "pong"


async def test_four_people_play_a_deal_over_the_network_and_a_stranger_watches(
    address: str, table: Table, sessions: list[str]
) -> None:
    phones = [Player(address, table.public_id, session) for session in sessions]
    watcher = Player(address, table.public_id)
    running = [asyncio.create_task(phone.run()) for phone in (*phones, watcher)]

    await until(lambda: watcher.view.get("phase") == "over")
    await until(lambda: not any(phone.waiting or phone.hand for phone in phones))

    for task in running:
        task.cancel()
    now = await database_sync_to_async(stored)(table)
    log = await database_sync_to_async(log_of)(table)
    assert watcher.numbers == list(range(watcher.numbers[0], now.seq + 1))
    events = [entry.event for entry in log]
    assert replay(event for event in events if event.kind not in TABLE_EVENTS) == now.position
    for phone in phones:
        for seq in phone.acked.values():
            assert events[seq - 1].seat == phone.seat


async def test_what_another_process_plays_is_seen_within_two_seconds(
    address: str, table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Player(address, table.public_id)
    running = asyncio.create_task(watcher.run())
    await until(lambda: watcher.have is not None)
    before = watcher.have
    assert before is not None
    # As if this test were another process: what it commits is told to no socket here.
    monkeypatch.setattr("games.hub.HUB.publish", lambda moves: None)
    seat, act = await database_sync_to_async(next_act)(table, four)
    await database_sync_to_async(play.submit_now)(table.pk, act, seat=seat, now=timezone.now())
    monkeypatch.undo()

    took = await until(lambda: watcher.have != before, seconds=5)

    running.cancel()
    assert took < 2


async def test_a_table_that_was_asking_its_pages_when_the_process_ended_is_dealt_by_the_next(
    transactional_db: None, four: list[User]
) -> None:
    table = await database_sync_to_async(opened)(four, entropy_seconds=1)
    await database_sync_to_async(put_hashes)(table, four, [0, 2])

    with serving() as address:
        watcher = Player(address, table.public_id)
        running = asyncio.create_task(watcher.run())
        await until(lambda: watcher.view.get("phase") == "auction")
        running.cancel()

    found = await database_sync_to_async(state_of)(table)
    assert (found.asked, found.missing) == ((0, 1, 2, 3), (0, 1, 2, 3))
    assert [bool(hash_) for hash_ in found.hashes] == [True, False, True, False]


async def test_a_frame_far_too_large_is_not_even_read(address: str) -> None:
    async with socket_of(address) as line:
        await line.send("x" * (5 * MAX_CHARACTERS))
        with pytest.raises(ConnectionClosedError) as closed:
            await line.recv()

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


async def test_a_web_process_that_stops_says_bye_and_leaves_nobody_waiting(
    transactional_db: None, four: list[User]
) -> None:
    with serving() as address:
        table = await database_sync_to_async(opened)(four)
        watcher = Player(address, table.public_id)
        running = asyncio.create_task(watcher.run())
        await until(lambda: watcher.have is not None)
        running.cancel()
        async with socket_of(address) as line:
            await line.send('{"t":"ping","c":7,"s":1}')
            await line.recv()

    with serving() as again:
        back = Player(again, table.public_id, have=watcher.have)
        running = asyncio.create_task(back.run())
        await until(lambda: back.opened == 1)
        running.cancel()
