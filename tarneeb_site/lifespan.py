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

from games import hints, presence, sweep, writer
from games.doors import DOORS, Pass
from games.hub import HUB
from games.services import sessions, watch
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
    """The threads and the two polls of one web process: of tables, and of the sessions of its sockets."""

    def __init__(self) -> None:
        """Prepare; nothing runs before ``start``."""
        self._wake, self._revoked = asyncio.Event(), asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._listener = hints.Listener(self._heard)
        self._sweep = sweep.Sweep()
        self._polls: list[asyncio.Task[None]] = []
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
        self._polls = [
            asyncio.create_task(self._poll_for_ever()),
            asyncio.create_task(self._see_out_for_ever()),
        ]

    async def stop(self) -> None:
        """Say bye to the sockets, write what waits, stop the threads."""
        HUB.close()
        notices.close()
        for poll in self._polls:
            poll.cancel()
        await asyncio.to_thread(self._sweep.stop)
        await asyncio.to_thread(writer.WRITER.stop)
        await asyncio.to_thread(self._listener.stop)
        if self._lock is not None:
            os.close(self._lock)

    def _heard(self, topic: str, version: int) -> None:
        """A hint: look at once whether somebody here is behind; called on the listener's thread."""
        del version  # a poll asks for everything that is watched, in one statement
        if topic.startswith(presence.TOPIC):
            HUB.heard_here(topic)
            return
        woken = self._revoked if topic.startswith(sessions.TOPIC) else self._wake
        self._loop.call_soon_threadsafe(woken.set)

    async def _poll_for_ever(self) -> None:
        """Ask once a second, and at every hint, for what other processes have committed."""
        while True:
            await _woken(self._wake)
            await asyncio.to_thread(_catch_up, HUB.watched())

    async def _see_out_for_ever(self) -> None:
        """Ask once a second, and at every hint of it, who has signed out or may less than before."""
        while True:
            await _woken(self._revoked)
            DOORS.lapsed(await asyncio.to_thread(_lapsed, DOORS.passes()))


async def _woken(event: asyncio.Event) -> None:
    """Wait for the event, a second at most."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), POLL_SECONDS)
    event.clear()


def _catch_up(watched: dict[int, int]) -> None:
    try:
        watch.catch_up(watched, now=timezone.now())
        notices.poll()
    except DatabaseError:
        log.exception("poll failed")
    finally:
        close_old_connections()


def _lapsed(passes: set[Pass]) -> dict[Pass, int]:
    """Return the passes that are good no more; none while the database does not answer."""
    try:
        return sessions.lapsed(passes, now=timezone.now())
    except DatabaseError:
        log.exception("poll of sessions failed")
        return {}
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
