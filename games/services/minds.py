"""Which bot plays a seat, and that nobody can tell from when it plays what it had to think about.

A strong bot thinks for tens of milliseconds, and longer about some hands than about others. So where
people watch it thinks ahead: what it does is known before its table is due, and done when it is. Who
was not thought for in time waits whole periods of the sweep more; who waits too long plays as a club bot
does, so that no number of strong ones stops a table.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games import store
from games.bots import BOTS, THINKERS, Bot
from games.dealing import Stream
from games.models import Table
from games.rules import Action, Seat, view
from games.store import Stored

AT_ONCE = 4
"""How many think in one period of the sweep: all of them together for less than it lasts."""
AHEAD = timedelta(seconds=1.5)
PATIENCE = timedelta(seconds=2)
CLUB = "club"


def chosen_by(bot: Bot, stored: Stored, turn: Seat) -> Action:
    """Return what a bot does at the seat to move: the same, whenever and wherever it is asked."""
    chance = Stream(stored.master).derive("bot", stored.seq)
    return bot(view(stored.position, turn), chance, stored.position.rules)


class Minds:
    """The bots of tables that nobody watches: who thinks does it when it is his turn."""

    def bot_at(self, stored: Stored, now: datetime) -> Bot | None:
        """Return the bot to play at a table that is due; None when it has to wait for a later sweep."""
        del now
        return BOTS[stored.policy.bot]


Moment = tuple[int, int]
"""A table, and the number of its last event."""


class ThinkingAhead(Minds):
    """The bots of a process that people watch; what those have made up their minds to do is kept here."""

    def __init__(self) -> None:
        """Begin with nothing thought of."""
        self._made_up: dict[Moment, Action | None] = {}

    def bot_at(self, stored: Stored, now: datetime) -> Bot | None:
        """Return the bot to play at a table that is due; None when it has not thought yet."""
        bot = super().bot_at(stored, now)
        if stored.policy.bot not in THINKERS:
            return bot
        made_up = self._made_up.get((stored.table_id, stored.seq))
        if made_up is not None:
            return lambda *_: made_up
        late = stored.due_at is not None and now - stored.due_at > PATIENCE
        return BOTS[CLUB] if late else None

    def think(self, now: datetime) -> int:
        """Think for the tables that are due next; return for how many, ``AT_ONCE`` at most."""
        soon = Table.objects.in_play().overdue(now + AHEAD).with_bots(THINKERS)
        moments: list[Moment] = list(soon.values_list("pk", "position__seq"))
        self._made_up = {one: self._made_up[one] for one in moments if one in self._made_up}
        new = store.read(table_id for table_id, seq in moments if (table_id, seq) not in self._made_up)
        thinking = [stored for stored in map(new.get, dict(moments)) if stored and self._has_to(stored)]
        for stored in thinking[:AT_ONCE]:
            self._think(stored)
        return len(thinking[:AT_ONCE])

    def _has_to(self, stored: Stored) -> bool:
        """Return whether a bot is to move there; where none is, nobody looks again before the table moves."""
        turn = stored.position.turn
        bots = turn is not None and stored.policy.bot_plays(stored.seats[turn])
        if not bots:
            self._made_up[stored.table_id, stored.seq] = None
        return bots

    def _think(self, stored: Stored) -> None:
        """Make up one's mind; who fails at it is not asked again, and plays as a club bot when he is late."""
        turn, moment = stored.position.turn, (stored.table_id, stored.seq)
        assert turn is not None
        self._made_up[moment] = None
        self._made_up[moment] = chosen_by(BOTS[stored.policy.bot], stored, turn)
