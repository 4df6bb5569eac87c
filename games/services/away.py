"""What the clock does to who is late: his bank, the mark that he is away, and what ends it.

A bank is time of one's own for a whole match, used when the time for a call or a card is up. Who let
both run out several times in a row is away; the first act of his own, or taking his seat back, ends
that.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.hub import Logged
from games.rules import SEATS, Event, Seat
from games.services.clocks import Clock, TablePolicy
from games.store import SeatNow, Stored

CLOCKED = frozenset({"user", "timeout"})
"""Whose acts a clock was running for; a bot's pace and a forced pass are none."""


def after_act(stored: Stored, seat: Seat, *, by: str, now: datetime) -> SeatNow:
    """Return how the seat to move is left by its act: turns missed in a row, and bank used."""
    before = stored.seats[seat]
    if by not in CLOCKED or stored.position.turn != seat or before.kind == "bot":
        return before
    clock = Clock.of(stored)
    missed = before.missed + 1 if by == "timeout" else 0
    after = before._replace(missed=missed, bank_used=_bank_used(clock, stored, before, now))
    return after._replace(absent_since=_absent_since(clock.policy, after, now))


def _absent_since(policy: TablePolicy, after: SeatNow, now: datetime) -> datetime | None:
    if not policy.is_away(after):
        return None if after.kind == "user" else after.absent_since
    return after.absent_since or now


def _bank_used(clock: Clock, stored: Stored, before: SeatNow, now: datetime) -> float:
    bank = clock.bank(stored.position)
    if not bank or stored.due_at is None:
        return before.bank_used
    over = (now - (stored.due_at - timedelta(seconds=bank))).total_seconds()
    return before.bank_used + round(min(max(over, 0), bank), 3)


def marks(policy: TablePolicy, seat: Seat, before: SeatNow, after: SeatNow) -> list[Logged]:
    """Return what everybody is told when the mark of a seat comes or goes; mostly nothing."""
    was, is_away = policy.is_away(before), policy.is_away(after)
    return [] if was == is_away else [mark(seat, is_away=is_away)]


def mark(number: int, *, is_away: bool) -> Logged:
    """Return the entry of the log that says whether who has a seat is away."""
    return Logged(Event("away", SEATS[number], {"seat": number, "away": is_away}), "table")
