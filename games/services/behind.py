"""The view of spectators who are kept whole deals behind their table.

What they may see is read off the log: every deal that lies far enough back, and of the next one as
many acts as the deal in hand has had, so that they watch one card by card while another is played.
What happened before the first card, and all of a match that is over, is for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any

from games import store
from games.hub import TABLE_EVENTS, Committed, Logged, event_frames
from games.rules import SPECTATOR, Event, Phase, Position, replayed
from games.store import Stored


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done and what followed from it: ``deal`` is the one in hand, 0 before the first."""

    deal: int
    first_seq: int
    events: tuple[Logged, ...]
    position: Position

    @property
    def last_seq(self) -> int:
        """The number of its last event."""
        return self.first_seq + len(self.events) - 1

    def committed(self, table_id: int, now: datetime) -> Committed:
        """Return it as a move that is told now; when the table moves next is not for these viewers."""
        return Committed(table_id, self.first_seq, self.events, self.position, None, now)


def is_behind(stored: Stored) -> bool:
    """Return whether spectators are kept from what is on the table now."""
    in_play = stored.position.phase not in (Phase.DEAL, Phase.OVER)
    return in_play and stored.policy.deals_behind > 0


def shown(stored: Stored) -> tuple[Act, ...]:
    """Return what spectators of a table in play have been shown of its match by now, in order."""
    acts = _acts(stored.match_id, stored.seq)
    deals = [act.deal for act in acts]
    in_hand = deals[-1]
    last = in_hand - stored.policy.deals_behind
    before = sum(deal < max(last, 1) for deal in deals)
    return acts[: before + min(deals.count(last), deals.count(in_hand)) * (last > 0)]


def missed(stored: Stored, *, have: int, now: datetime) -> list[dict[str, Any]] | None:
    """Return the frames of what was shown after ``have``; None for who knows another match, or the future."""
    acts = shown(stored)
    if not acts[0].first_seq - 1 <= have <= acts[-1].last_seq:
        return None
    later = [act.committed(stored.table_id, now) for act in acts if act.last_seq > have]
    frames = [frame for move in later for frame in event_frames(move, SPECTATOR)]
    return [frame for frame in frames if frame["s"] > have]


@lru_cache(maxsize=64)
def _acts(match_id: int, seq: int) -> tuple[Act, ...]:
    """Return all that was done in a match up to an event; every spectator of it asks for the same."""
    log = store.numbered_log(match_id, until=seq)
    course = list(replayed(logged.event for _, logged in log if logged.event.kind not in TABLE_EVENTS))
    return tuple(_told(log, course))


def _told(log: list[tuple[int, Logged]], course: list[tuple[Position, tuple[Event, ...]]]) -> Iterator[Act]:
    """Yield the acts of a log; what happened at the table beside the match stands alone."""
    entries, steps, deal, (position, _) = iter(log), iter(course), 0, course[0]
    for seq, logged in entries:
        events: tuple[Logged, ...] = (logged,)
        if logged.event.kind not in TABLE_EVENTS:
            position, caused = next(steps)
            events += tuple(one for _, one in islice(entries, len(caused) - 1))
            deal = logged.event.data["deal"] if logged.event.kind == "deal" else deal
        yield Act(deal, seq, events, position)
