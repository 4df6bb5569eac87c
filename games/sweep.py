"""Every 250 ms, play what is due: timeouts, bots, ready clocks, bots in empty seats, next matches.

There are no local timers: everything scheduled is a row with a time, and any process may sweep.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection
from datetime import datetime, timedelta

import structlog
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from games.hub import HUB
from games.services import chance, downtime, play, rematch, tables, watch
from games.services.clocks import LAG
from games.services.minds import Minds, ThinkingAhead

PERIOD_SECONDS = 0.25
BUSY_SECONDS = 0.005  # bots without a pace are due again at once
ASIDE_SECONDS = 30.0
log = structlog.get_logger(__name__)


def sweep(
    now: datetime,
    *,
    without: Collection[int] = (),
    lag: timedelta = play.NO_LAG,
    minds: Minds = play.UNWATCHED,
) -> int:
    """Play all that is due at ``now``, one move a table; return how many tables moved."""
    begun = rematch.begin_due(now, stream=chance.fresh(), without=without)
    return tables.seat_due_bots(now) + begun + play.play_due(now, without=without, lag=lag, minds=minds)


class Sweep(threading.Thread):
    """The thread of a web process that sweeps.

    It outlives whatever goes wrong: a database that does not answer is tried again, and a table that
    cannot be moved is put aside for a while, so that it stops nobody else's game.
    """

    def __init__(self) -> None:
        """Prepare the thread; ``start`` begins, ``stop`` ends it."""
        super().__init__(name="sweep", daemon=True)
        self._stopped = threading.Event()
        self._aside: dict[int, float] = {}
        self._alive_at: datetime | None = None
        self._minds = ThinkingAhead()
        self._began, self._thought_in = time.monotonic(), -1

    def run(self) -> None:
        """Sweep until stopped."""
        pause = PERIOD_SECONDS
        while not self._stopped.wait(pause):
            pause = self.turn()
        connection.close()

    def turn(self) -> float:
        """Sweep, once a period let bots think, and return in how many seconds to sweep again.

        After they have thought that is when the next period begins, however long it took them: nobody
        can tell from when a table moves what they had to think about.
        """
        moved = self.once(timezone.now())
        if self._period() != self._thought_in:
            self._thought_in = self._period()
            if self._let_think(timezone.now()):
                return self._until_next_period()
        return BUSY_SECONDS if moved else self._until_next_period()

    def _period(self) -> int:
        return int((time.monotonic() - self._began) / PERIOD_SECONDS)

    def _until_next_period(self) -> float:
        return PERIOD_SECONDS - (time.monotonic() - self._began) % PERIOD_SECONDS

    def _let_think(self, now: datetime) -> int:
        """Let bots think of what they do next; return how many did."""
        try:
            return self._minds.think(now)
        except play.FAULTS:
            log.exception("thinking failed")
            close_old_connections()
        return 0

    def once(self, now: datetime) -> int:
        """Sweep, and if something is wrong find out with which table; return how many moved."""
        aside = self._still_aside()
        if not self._beats(now):
            return 0
        try:
            return sweep(now, without=aside, lag=LAG, minds=self._minds)
        except play.FAULTS:
            log.exception("sweep failed")
            close_old_connections()
        return self._one_by_one(now, aside)

    def _beats(self, now: datetime) -> bool:
        """Say that this server is alive, before anything is played that may have waited for one.

        :returns: False when it could not be said: then nothing is played either.
        """
        before = self._alive_at
        if before is not None and now - before < downtime.BEAT:
            return True
        try:
            given = downtime.alive(now, most=downtime.SHORT if before is None else downtime.LONG)
        except DatabaseError:
            log.exception("heartbeat failed")
            close_old_connections()
            return False
        if given:
            log.warning("clocks moved on, no server was alive", tables=given)
        if given or (before is not None and now - before > downtime.LONG):  # another process may have given
            watch.tell_clocks(HUB.watched(), now=now)
        self._alive_at = now
        return True

    def _still_aside(self) -> Collection[int]:
        until = time.monotonic() - ASIDE_SECONDS
        self._aside = {table: since for table, since in self._aside.items() if since > until}
        return self._aside.keys()

    def _one_by_one(self, now: datetime, aside: Collection[int]) -> int:
        try:
            due = play.due(now, without=aside)
        except DatabaseError:
            return 0
        return sum(self._alone(table_id, now) for table_id in due)

    def _alone(self, table_id: int, now: datetime) -> int:
        try:
            begun = rematch.begin_at(table_id, now=now, stream=chance.fresh())
            return begun + play.play_at([table_id], now=now, lag=LAG, minds=self._minds)
        except play.FAULTS:
            log.exception("table put aside", table=table_id)
            close_old_connections()
            self._aside[table_id] = time.monotonic()
        return 0

    def stop(self) -> None:
        """End the thread; returns when it has ended."""
        self._stopped.set()
        self.join(timeout=10)
