"""A real web process beside clients that keep to no protocol: they are cut, and others play on."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import pytest

from games import sockets
from games.doors import DOORS
from games.frames import CLOSE_FLOOD, CLOSE_TOO_SLOW
from games.hub import HUB
from games.models import Table, User
from games.services import tickets
from tarneeb_site import serve
from tests.cast import client_of
from tests.games.scene import in_database, opened
from tests.live import Player, serving, socket_of, until

PING = '{"t":"ping","c":7,"s":1}'
CLOSE = b"\x88"
CUT_SECONDS = 5.0
"""What a cut may take on a busy machine; it is a second, and without our doing ten or for ever."""


@pytest.fixture
def address(transactional_db: None) -> Iterator[str]:
    """Where the web process is."""
    with serving() as found:
        yield found


class Stranger:
    """The other end of a socket, by hand: it answers no ping and no close, and reads when told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Begin after the handshake."""
        self._reader, self._writer = reader, writer

    async def say(self, text: str, *, times: int = 1) -> None:
        """Send a text frame, some times; masked with zeros, which changes nothing."""
        said = text.encode()
        size = bytes([0x80 | len(said)]) if len(said) < 126 else b"\xfe" + len(said).to_bytes(2, "big")
        self._writer.write((b"\x81" + size + bytes(4) + said) * times)
        await self._writer.drain()

    async def read_until_cut(self, seconds: float) -> tuple[bytes, float]:
        """Return all that comes until the server cuts the line, and how long that took."""
        began, heard = time.monotonic(), b""
        with suppress(ConnectionError):
            async with asyncio.timeout(seconds):
                while part := await self._reader.read(65536):
                    heard += part
        return heard, time.monotonic() - began


@asynccontextmanager
async def stranger(address: str) -> AsyncIterator[Stranger]:
    """Open a socket by hand."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    key = base64.b64encode(bytes(16)).decode()
    lines = ["GET /ws/table HTTP/1.1", f"Host: {host}:{port}", f"Origin: {address}", "Upgrade: websocket"]
    lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
    writer.write("\r\n".join(lines).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    yield Stranger(reader, writer)
    writer.close()


async def flood(line: Stranger) -> None:
    """Send five thousand frames a second until the line is cut."""
    with suppress(ConnectionError):
        while True:
            await line.say(PING, times=50)
            await asyncio.sleep(0.01)


async def test_a_flood_is_closed_within_a_second_and_cut_and_others_play_on(
    address: str, four: list[User]
) -> None:
    """T26. Planted: no rate; the flood is answered, frame by frame, for as long as it lasts."""
    table = await in_database(opened)(four, cap=1)
    sessions = [(await in_database(client_of)(user)).cookies["sessionid"].value for user in four]
    phones = [Player(address, table.public_id, session) for session in sessions]
    playing = [asyncio.create_task(phone.run()) for phone in phones]
    await until(lambda: all(phone.have for phone in phones))
    async with stranger(address) as loud:
        before = sum(len(phone.acked) for phone in phones)
        flooding = asyncio.create_task(flood(loud))
        heard, took = await loud.read_until_cut(10)
        flooding.cancel()
        await until(lambda: sum(len(phone.acked) for phone in phones) > before + 4)
    for task in playing:
        task.cancel()

    assert CLOSE + b"\x02" + CLOSE_FLOOD.to_bytes(2, "big") in heard
    assert took < CUT_SECONDS
    assert heard.count(b'"pong"') <= sockets.RATE_FRAMES


async def test_who_reads_nothing_is_cut_and_leaves_nothing_behind(
    address: str, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """T26. Planted: a close that waits for the reader; the socket stays for ever."""
    table = await in_database(opened)(four)
    before = len(DOORS)  # other tests of this process may have left some
    async with stranger(address) as deaf:
        await deaf.say(hello(table))
        await until(lambda: table.pk in HUB.watched())
        (listener,) = [one for group in HUB._rooms[table.pk].listeners.values() for one in group]
        loop = HUB._loop
        assert loop is not None
        closed: list[int] = []
        shut = listener.shut  # type: ignore[attr-defined]  # the hub knows less of it

        def shut_and_tell(code: int) -> None:
            closed.append(code)
            shut(code)

        monkeypatch.setattr(listener, "shut", shut_and_tell)

        async def fill() -> None:
            while not closed:
                listener.deliver("x" * 4000)
                await asyncio.sleep(0)

        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(fill(), loop))
        took = await until(lambda: len(DOORS) <= before)

    assert closed[0] == CLOSE_TOO_SLOW
    assert table.pk not in HUB.watched()
    assert took < CUT_SECONDS


def hello(table: Table) -> str:
    """Return what a visitor's page says first."""
    ticket = tickets.issue(table=table.public_id, user_id=None)
    known = {"ticket": ticket, "table": table.public_id, "have": None, "tab": "t"}
    return json.dumps({"t": "hello", "v": 1} | known)


async def test_a_phone_that_has_left_the_network_is_found_and_forgotten(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: no heartbeat; a line of which one end is dead is kept for hours."""
    monkeypatch.setattr(serve, "PING_SECONDS", 0.2)
    before = len(DOORS)
    with serving() as address:
        async with socket_of(address) as alive, stranger(address) as gone:
            await until(lambda: len(DOORS) == before + 2)

            _, took = await gone.read_until_cut(10)

            await until(lambda: len(DOORS) == before + 1)
            await alive.send(PING)
            assert json.loads(await alive.recv())["t"] == "pong"
    assert took < CUT_SECONDS
