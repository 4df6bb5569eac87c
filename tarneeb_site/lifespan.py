"""What a web process starts and stops, in order: hints, writer thread, sweep. Nothing else starts a thread.

Channels' router has no lifespan of its own; without this, uvicorn would start no writer.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import structlog
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from games import hints, sweep, writer
from games.hub import HUB
from games.services import watch
from tournaments import notices

POLL_SECONDS = 1.0
GC_THRESHOLD = (
    20_000,
    20,
    100,
)  # full collections over thousands of sockets cost a second each
log = structlog.get_logger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class WebProcess:
    """The threads and the poll of one web process."""

    def __init__(self) -> None:
        """Prepare; nothing runs before ``start``."""
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._listener = hints.Listener(self._heard)
        self._sweep = sweep.Sweep()
        self._poll: asyncio.Task[None] | None = None
        self._lock: int | None = None

    async def start(self) -> None:
        """Start hints, writer, sweep and the poll.

        :raises games.writer.SecondWriter: beside another web process on SQLite.
        """
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLD)
        self._lock = await asyncio.to_thread(writer.take_database_lock)
        HUB.open(self._loop)
        HUB.behind = self._wake.set
        self._listener.start()
        writer.WRITER.start()
        self._sweep.start()
        self._poll = asyncio.create_task(self._poll_for_ever())

    async def stop(self) -> None:
        """Say bye to the sockets, write what waits, stop the threads."""
        HUB.close()
        notices.close()
        if self._poll is not None:
            self._poll.cancel()
        await asyncio.to_thread(self._sweep.stop)
        await asyncio.to_thread(writer.WRITER.stop)
        await asyncio.to_thread(self._listener.stop)
        if self._lock is not None:
            os.close(self._lock)

    def _heard(self, topic: str, version: int) -> None:
        """A hint: look at once whether somebody here is behind; called on the listener's thread."""
        del (
            topic,
            version,
        )  # the poll asks for everything that is watched, in one statement
        self._loop.call_soon_threadsafe(self._wake.set)

    async def _poll_for_ever(self) -> None:
        """Ask once a second, and at every hint, for what other processes have committed."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL_SECONDS)
            self._wake.clear()
            await asyncio.to_thread(_catch_up, HUB.watched())


def _catch_up(watched: dict[int, int]) -> None:
    try:
        watch.catch_up(watched, now=timezone.now())
        notices.poll()
    except DatabaseError:
        log.exception("poll failed")
    finally:
        close_old_connections()


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer the server's lifespan protocol."""
    del scope
    process = WebProcess()
    steps = {"lifespan.startup": process.start, "lifespan.shutdown": process.stop}
    while True:
        kind = (await receive())["type"]
        try:
            await steps[kind]()
        except writer.SecondWriter as error:
            await send({"type": f"{kind}.failed", "message": str(error)})
            return
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return
