"""Who is at a table just now: the seats whose people have it open, told soon after that has changed.

A reload closes a socket and opens another, so a change is told only when it has lasted. However many
pages somebody has open, and at however many web processes, he is one presence. The processes tell each
other by hints: when one is lost another follows, and without them each knows of its own sockets only.
Nothing of it is stored, and it says nothing of the cards. Belongs to the event loop.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games import hints
from games.frames import encode
from games.rules import SEATS

LASTS_SECONDS = 3.0
"""How long after a change the seats are told: longer than a page takes to load again."""
SAID_WITHIN_SECONDS = 0.2
"""How long after a change the other processes are told, together with what changes meanwhile."""
SAID_AGAIN_SECONDS = 20.0
KEPT_SECONDS = 3 * SAID_AGAIN_SECONDS
"""How long a process is believed that says nothing more: it may have been killed."""

TOPIC = "here:"
"""What hints about presence begin with; then the process, then tables, each with the seats open there."""
GONE = -1
"""Said of a table that a process has no socket at any more."""


def here(seats: Collection[Any]) -> dict[str, Any]:
    """Return the frame that names the seats whose people have the table open."""
    return {"t": "here", "seats": [int(seat) for seat in SEATS if seat in seats]}


@dataclass(frozen=True, slots=True)
class Heard:
    """What another process has said of a table, one bit a seat, and until when it is believed."""

    seats: int
    until: float


class Presence:
    """The tables that are open in this process, and what others have said of them."""

    def __init__(
        self,
        open_at: Callable[[int], Collection[Any]],
        tell: Callable[[int, str], None],
        *,
        process: str = f"{socket.gethostname()}-{os.getpid()}",
    ) -> None:
        """Ask ``open_at`` who has a table open here, and ``tell`` everybody there.

        :param process: what the others know this one by.
        """
        self._open_at, self._tell, self._process = open_at, tell, process
        self._telling: dict[int, asyncio.TimerHandle] = {}
        self._said: dict[int, int] = {}
        self._unsaid: set[int] = set()
        self._elsewhere: dict[int, dict[str, Heard]] = {}
        self._saying: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None

    def changed(self, table_id: int, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody has come to a table or gone: tell soon, once for all who do meanwhile."""
        self._tell_soon(table_id, loop)
        self._say_soon(table_id, loop)
        if self._again is None:
            self._again = loop.call_later(SAID_AGAIN_SECONDS, self._say_again, loop)

    def heard(self, topic: str, loop: asyncio.AbstractEventLoop) -> None:
        """Another process has said who has tables open there; of those open here it is told as much."""
        process, found = _read(topic)
        if process == self._process:
            return
        for table_id, seats in found:
            if table_id in self._said:
                self._hear(table_id, process, seats, loop)

    def _hear(self, table_id: int, process: str, seats: int, loop: asyncio.AbstractEventLoop) -> None:
        others = self._elsewhere.setdefault(table_id, {})
        before = others.pop(process, None)
        if seats != GONE:
            others[process] = Heard(seats, loop.time() + KEPT_SECONDS)
            if before is None:  # it has just come, and knows nothing of us
                self._said[table_id] = GONE
                self._say_soon(table_id, loop)
        if (0 if before is None else before.seats) != max(seats, 0):
            self._tell_soon(table_id, loop)

    def stop(self) -> None:
        """Tell nobody any more, and the other processes that nobody is here."""
        self._publish(dict.fromkeys(self._said, GONE))
        for timer in (*self._telling.values(), self._saying, self._again):
            if timer is not None:
                timer.cancel()
        self._saying = self._again = None
        for kept in (self._telling, self._said, self._unsaid, self._elsewhere):
            kept.clear()

    def _tell_soon(self, table_id: int, loop: asyncio.AbstractEventLoop) -> None:
        if table_id not in self._telling:
            self._telling[table_id] = loop.call_later(LASTS_SECONDS, self._now, table_id)

    def _now(self, table_id: int) -> None:
        del self._telling[table_id]
        elsewhere = self._elsewhere.get(table_id, {}).values()
        seats = {seat for heard in elsewhere for seat in SEATS if heard.seats >> seat & 1}
        self._tell(table_id, encode(here({*self._open_at(table_id), *seats})))

    def _say_soon(self, table_id: int, loop: asyncio.AbstractEventLoop) -> None:
        self._unsaid.add(table_id)
        if self._saying is None:
            self._saying = loop.call_later(SAID_WITHIN_SECONDS, self._say)

    def _say(self) -> None:
        """Say to the other processes what has changed at these tables, if it has."""
        self._saying = None
        now = {table_id: self._seats_open(table_id) for table_id in self._unsaid}
        self._unsaid.clear()
        self._publish({table: seats for table, seats in now.items() if self._said.get(table, GONE) != seats})
        self._said |= now
        for table_id in (table for table, seats in now.items() if seats == GONE):
            self._said.pop(table_id)
            self._elsewhere.pop(table_id, None)

    def _seats_open(self, table_id: int) -> int:
        viewers = self._open_at(table_id)
        return sum(1 << seat for seat in SEATS if seat in viewers) if viewers else GONE

    def _say_again(self, loop: asyncio.AbstractEventLoop) -> None:
        """Say all of it for whom a hint was lost, and forget who says nothing more."""
        self._again = loop.call_later(SAID_AGAIN_SECONDS, self._say_again, loop)
        self._publish(self._said)
        for table_id, others in self._elsewhere.items():
            silent = [process for process, heard in others.items() if heard.until <= loop.time()]
            for process in silent:
                del others[process]
            if silent:
                self._tell_soon(table_id, loop)

    def _publish(self, seats: Mapping[int, int]) -> None:
        if seats:
            hints.publish(_topic(self._process, seats.items()), 0)


def _topic(process: str, seats: Iterable[tuple[int, int]]) -> str:
    return f"{TOPIC}{process}:" + ",".join(f"{table_id}={open_at}" for table_id, open_at in seats)


def _read(topic: str) -> tuple[str, Iterator[tuple[int, int]]]:
    """Return who says it, and of which tables which seats."""
    process, _, found = topic.removeprefix(TOPIC).rpartition(":")
    pairs = (pair.split("=") for pair in found.split(","))
    return process, ((int(table_id), int(seats)) for table_id, seats in pairs)
