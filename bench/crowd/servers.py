"""The servers that are measured: ``python -m bench.crowd.servers raw|ours|watched|uncached PORT [TIMES]``.

``raw`` sends what it reads on to the four sockets of a table, by Channels and a dict, and stores nothing.
``ours`` is the web process. ``watched`` is the same with a clock at its door: when it has been stopped,
``TIMES`` holds, for every act in order, the milliseconds from its frame read to the last frame written
because of it. ``uncached`` is the web process that keeps nothing, so that every page is made anew.
"""

# ruff: noqa: E402 - Django is set up before anything that needs it

from __future__ import annotations

import gc
import json
import os
import sys
import time
from bisect import bisect_left
from collections import defaultdict
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

import django

django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.cache import caches
from django.urls import path

from games.sockets import TEXT_NOW
from tarneeb_site import serve
from tarneeb_site.lifespan import GC_THRESHOLD
from tournaments.services.board import Kept

FRAME = '{"t":"ev","s":184,"k":"card","seat":2,"by":"user","d":{"card":"QH","won":2},"turn":2,"phase":"play",'
FRAME += '"now":1790000000000,"dl":1790000020000,"legal":["AS","KS","9H","3D","2D"],"must":0 }'
assert len(FRAME) == 184


class Passing(AsyncWebsocketConsumer):
    """A socket that passes what it reads on to its table."""

    tables: dict[bytes, list[Passing]] = defaultdict(list)

    async def connect(self) -> None:
        """Come to the table that the address names."""
        await self.accept()
        self.tables[self.scope["query_string"]].append(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Send a frame to everybody at the table."""
        for socket in self.tables[self.scope["query_string"]]:
            await socket.send(text_data=FRAME)


async def started(_scope: Any, receive: Any, send: Any) -> None:
    """Answer the lifespan protocol as our web process does, starting nothing."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)
    for _ in range(2):
        await send({"type": f"{(await receive())['type']}.complete"})


class Watched:
    """An application with a clock at its door."""

    def __init__(self, application: Any, times: Path) -> None:
        """Begin with nothing seen; ``times`` is written at the end."""
        self._application, self._times = application, times
        self._read: dict[tuple[str, str], float] = {}
        self._written: dict[str, dict[int, float]] = defaultdict(dict)
        self._acks: list[tuple[str, str, int, float]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass everything on, and look at the frames of tables."""
        if scope["type"] == "websocket":
            door = Door(self, scope, receive, send)
            await self._application(door.scope, door.read, door.write)
            return
        await self._application(scope, receive, send)
        if scope["type"] == "lifespan":
            self._times.write_text(json.dumps(self.milliseconds()))

    def heard(self, table: str, frame: Any) -> None:
        """Note when an act at this table was read."""
        if frame["t"] == "do":
            self._read[table, frame["id"]] = time.perf_counter()

    def said(self, table: str, frame: Any) -> None:
        """Note when a frame was written to somebody at this table."""
        now = time.perf_counter()
        if frame["t"] == "ev":
            self._written[table][frame["s"]] = now
        elif frame["t"] == "ack":
            self._acks.append((table, frame["id"], frame["s"], now))

    def milliseconds(self) -> list[float]:
        """Return how long each act took, in the order in which they were read."""
        firsts: dict[str, list[int]] = defaultdict(list)
        for table, _, first, _ in self._acks:
            firsts[table].append(first)
        for numbers in firsts.values():
            numbers.sort()
        took = []
        for table, name, first, acked in self._acks:
            numbers, written = firsts[table], self._written[table]
            following = bisect_left(numbers, first + 1)
            end = numbers[following] if following < len(numbers) else max(written, default=first) + 1
            last = max(acked, *(written.get(number, acked) for number in range(first, end)))
            took.append((self._read[table, name], 1000 * (last - self._read[table, name])))
        return [round(each, 3) for _, each in sorted(took)]


class Door:
    """One socket on its way through: what is read and written is noted, and passed on."""

    def __init__(self, watched: Watched, scope: Any, receive: Any, send: Any) -> None:
        """Stand between the server and the application."""
        self._watched, self._receive, self._send, self._table = watched, receive, send, ""
        self._write_now = scope["extensions"][TEXT_NOW]["send"]
        self.scope = scope | {"extensions": scope["extensions"] | {TEXT_NOW: {"send": self.write_now}}}

    async def read(self) -> Any:
        """Return the next message; the first frame names the table."""
        message = await self._receive()
        if text := message.get("text"):
            frame = json.loads(text)
            self._table = frame.get("table", self._table)
            self._watched.heard(self._table, frame)
        return message

    async def write(self, message: Any) -> None:
        """Write a message."""
        await self._send(message)
        if text := message.get("text"):
            self._watched.said(self._table, json.loads(text))

    def write_now(self, text: str) -> bool:
        """Write a text, if there is room."""
        done = bool(self._write_now(text))
        if done:
            self._watched.said(self._table, json.loads(text))
        return done


def main() -> None:
    """Serve until told to stop."""
    kind, port = sys.argv[1], int(sys.argv[2])
    configuration = serve.configuration()
    if kind == "raw":
        configuration.ws = "websockets-sansio"  # as it comes: our own socket is a part of our path
        sockets = URLRouter([path("ws/table", Passing.as_asgi())])  # type: ignore[arg-type]  # Channels' stub knows views only
        configuration.app = ProtocolTypeRouter({"websocket": sockets, "lifespan": started})
    elif kind == "uncached":
        caches.settings["default"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
        Kept.__call__ = lambda _self, _name, _moment, make: make()  # type: ignore[method-assign]  # to keep nothing is what this server is for
    elif kind == "watched":
        from tarneeb_site.asgi import application  # noqa: PLC0415 - it loads all that ``raw`` has no need of

        configuration.app = Watched(application, Path(sys.argv[3]))
    serve.Server(configuration).run(sockets=[serve.listen("127.0.0.1", port)])


if __name__ == "__main__":
    main()
