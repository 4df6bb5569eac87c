"""Which bot plays a seat, and how many may think in one sweep.

A strong bot thinks for tens of milliseconds, outside any transaction, and the moves found due with it
wait as long. So few think in a sweep, those that have waited longest; the others are still due in the
next one. Who waits too long plays as a club bot does, so that no number of them stops a table.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.bots import BOTS, THINKERS, Bot
from games.services.clocks import TablePolicy
from games.store import Stored

AT_ONCE = 2
PATIENCE = timedelta(seconds=2)
CLUB = "club"


class Minds:
    """The bots of one sweep; each that thinks leaves fewer to think."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        """Let so many think."""
        self._left = at_once

    def bot_at(self, stored: Stored, now: datetime) -> Bot | None:
        """Return the bot to play at a table that is due; None when it has to wait for the next sweep."""
        name = TablePolicy.from_json(stored.policy).bot
        late = stored.due_at is not None and now - stored.due_at > PATIENCE
        if name in THINKERS and late:
            return BOTS[CLUB]
        if name in THINKERS:
            if not self._left:
                return None
            self._left -= 1
        return BOTS[name]
