"""Who is at a table just now: the seats whose people have it open, told soon after that has changed.

A reload closes a socket and opens another, so a change is told only when it has lasted. However many
pages somebody has open, he is one presence. Nothing of it is stored, and it says nothing of the cards.
Belongs to the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from games.frames import encode
from games.rules import SEATS

LASTS_SECONDS = 3.0
"""How long after a change the seats are told: longer than a page takes to load again."""


def here(seats: Collection[Any]) -> dict[str, Any]:
    """Return the frame that names the seats whose people have the table open."""
    return {"t": "here", "seats": [int(seat) for seat in SEATS if seat in seats]}


class Presence:
    """The tables at which somebody has come or gone since his presence was told."""

    def __init__(self, open_at: Callable[[int], Collection[Any]], tell: Callable[[int, str], None]) -> None:
        """Ask ``open_at`` who has a table open, and ``tell`` everybody there."""
        self._open_at, self._tell = open_at, tell
        self._telling: dict[int, asyncio.TimerHandle] = {}

    def changed(self, table_id: int, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody has come to a table or gone: tell soon, once for all who do meanwhile."""
        if table_id not in self._telling:
            self._telling[table_id] = loop.call_later(LASTS_SECONDS, self._now, table_id)

    def stop(self) -> None:
        """Tell nobody any more."""
        for timer in self._telling.values():
            timer.cancel()
        self._telling.clear()

    def _now(self, table_id: int) -> None:
        del self._telling[table_id]
        self._tell(table_id, encode(here(self._open_at(table_id))))
