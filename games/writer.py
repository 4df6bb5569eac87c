"""The thread that batches what sockets ask for into ``store.carry_out``, and alone checkpoints SQLite.

``await writer.submit(request)`` exists on the event loop only, so nobody waits for this thread while
holding a transaction. A full queue is a refusal the client may try again.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from games import store
from games.rules import Refusal

QUEUE_LENGTH = 4096
CHECKPOINT_SECONDS = 2.0
log = structlog.get_logger(__name__)


class WriterBusy(Refusal):
    """Nothing was written: too much waits, or the database does not answer. Try again."""

    code = "retry"


class SecondWriter(RuntimeError):
    """Another web process writes this SQLite file; two would corrupt or block each other."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    request: store.Request
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[store.Answer]


class Writer:
    """One thread a web process. ``start`` begins it, ``stop`` drains and ends it."""

    def __init__(self) -> None:
        """Prepare the queue; there is no thread before ``start``."""
        self._queue: queue.SimpleQueue[_Waiting | store.Stored | None] = queue.SimpleQueue()
        self._checkpointed = time.monotonic()
        self._recent = store.Recent()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to write."""
        self._recent = store.Recent()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def submit(self, request: store.Request) -> store.Committed | store.Acknowledged:
        """Return when the request is on disk.

        :raises Refusal: when it was refused; nothing of it was written then.
        """
        if self._queue.qsize() >= QUEUE_LENGTH:
            raise WriterBusy()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[store.Answer] = loop.create_future()
        self._queue.put(_Waiting(request, loop, future))
        answer = await future
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def offer(self, tables: Iterable[store.Stored]) -> None:
        """Save reading these tables again: somebody has come there who will act, and was shown them."""
        if self._thread is None or not self._thread.is_alive():
            return
        for stored in tables:
            self._queue.put(stored)

    def stop(self) -> None:
        """Write what waits, then end the thread."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(timeout=10)

    def _run(self) -> None:
        """Take what waits, at most a batch of different tables, and write it; until stopped."""
        running = True
        kept: list[_Waiting] = []
        while running or kept:
            running, batch, kept = self._take(kept, running)
            if batch:
                self._write(batch)
            self._checkpoint()
        connection.close()

    def _take(self, kept: list[_Waiting], running: bool) -> tuple[bool, list[_Waiting], list[_Waiting]]:
        """Return whether to go on, one request a table, and what must wait for the next batch."""
        found: list[_Waiting | None] = list(kept)
        try:
            while len(found) < store.BATCH:
                block = running and not found
                item = self._queue.get(block=block, timeout=CHECKPOINT_SECONDS)
                if isinstance(item, store.Stored):
                    self._recent.offer(item)
                else:
                    found.append(item)
        except queue.Empty:
            pass
        waiting = [item for item in found if item is not None]
        batch: dict[int, _Waiting] = {}
        for item in waiting:
            batch.setdefault(item.request.table_id, item)
        taken = set(map(id, batch.values()))
        return (
            running and len(waiting) == len(found),
            list(batch.values()),
            [item for item in waiting if id(item) not in taken],
        )

    def _write(self, batch: list[_Waiting]) -> None:
        """Write a batch; one that fails is halved until the bad request is alone."""
        requests = [item.request for item in batch]
        try:
            answers = store.carry_out(requests, now=timezone.now(), recent=self._recent)
        except store.FAULTS as fault:
            log.exception("batch failed", size=len(batch))
            self._recent.forget(request.table_id for request in requests)
            close_old_connections()
            self._write_halves(batch, fault)
            return
        _resolve(batch, answers)

    def _write_halves(self, batch: list[_Waiting], fault: Exception) -> None:
        if len(batch) == 1:
            _resolve(batch, [WriterBusy() if isinstance(fault, DatabaseError) else Refusal()])
            return
        middle = len(batch) // 2
        self._write(batch[:middle])
        self._write(batch[middle:])

    def _checkpoint(self) -> None:
        if connection.vendor != "sqlite" or not due_again(self._checkpointed):
            return
        self._checkpointed = time.monotonic()
        try:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except DatabaseError:  # somebody copies the file, say: there is another time
            log.exception("checkpoint failed")


def due_again(since: float) -> bool:
    """Return whether the time between two checkpoints has passed since that monotonic moment."""
    return time.monotonic() - since >= CHECKPOINT_SECONDS


def _resolve(batch: Sequence[_Waiting], answers: Sequence[store.Answer]) -> None:
    """Give everybody his answer; a loop is woken once a batch, for that costs more than an answer."""

    def settle(loop: asyncio.AbstractEventLoop) -> None:
        for item, answer in zip(batch, answers, strict=True):
            if item.loop is loop and not item.future.done():
                item.future.set_result(answer)

    for loop in {item.loop for item in batch}:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, loop)


def take_database_lock() -> int | None:
    """Hold the lock of the one web process on a SQLite file for as long as this process lives.

    :returns: the open file, to keep; None where the database is no SQLite file.
    :raises SecondWriter: when another web process holds it.
    """
    if connection.vendor != "sqlite":
        return None
    import fcntl  # noqa: PLC0415 - SQLite installations run on Linux and macOS, others anywhere

    path = f"{settings.DATABASES['default']['NAME']}.web-lock"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise SecondWriter(f"another web process holds {path}") from None
    return descriptor


WRITER = Writer()
"""The writer of this process; ``tarneeb_site.lifespan`` starts and stops it."""
