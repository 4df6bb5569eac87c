"""Every 250 ms, play what is due: timeouts, bots, ready clocks, bots in empty seats.

There are no local timers: everything scheduled is a row with a time, and any process may sweep.
"""

from __future__ import annotations

import threading
from datetime import datetime

import structlog
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from games.services import play, tables

PERIOD_SECONDS = 0.25
BUSY_SECONDS = 0.005  # bots without a pace are due again at once
log = structlog.get_logger(__name__)


def sweep(now: datetime) -> int:
    """Play all that is due at ``now``, one move a table; return how many tables moved."""
    return tables.seat_due_bots(now) + play.play_due(now)


class Sweep(threading.Thread):
    """The thread of a web process that sweeps; a database that does not answer is tried again."""

    def __init__(self) -> None:
        """Prepare the thread; ``start`` begins, ``stop`` ends it."""
        super().__init__(name="sweep", daemon=True)
        self._stopped = threading.Event()

    def run(self) -> None:
        """Sweep until stopped."""
        pause = PERIOD_SECONDS
        while not self._stopped.wait(pause):
            try:
                moved = sweep(timezone.now())
            except DatabaseError:
                log.exception("sweep failed")
                close_old_connections()
                moved = 0
            pause = BUSY_SECONDS if moved else PERIOD_SECONDS
        connection.close()

    def stop(self) -> None:
        """End the thread; returns when it has ended."""
        self._stopped.set()
        self.join(timeout=10)
