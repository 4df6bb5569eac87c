"""Tables where pages are asked to put something into the deals, and pages that do."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from games.models import Table, User
from games.rules import SEATS
from games.services import play
from games.services.clocks import TablePolicy
from games.services.entropy import Entropy, PutHash, PutValue
from tests.cast import NOW
from tests.games.scene import log_of, opened, stored

VALUES = ("00", "11" * 32, "22" * 64, "33")
WAIT = TablePolicy.people().entropy_seconds


def hash_of(value: str) -> str:
    """Return the hash a page gives of its value."""
    return sha256(bytes.fromhex(value)).hexdigest()


def asked(four: Sequence[User | None], **details: Any) -> Table:
    """Open a table where everybody has sat down, and pages are asked for their hashes."""
    return opened(four, entropy_seconds=WAIT, **details)


def put(table: Table, user: User, part: PutHash | PutValue, *, name: str = "", now: Any = NOW) -> int:
    """Let a page put in its part; return the number of the event."""
    act = play.Part(user.pk, part, name or f"{user.pk} {part}"[:40])
    seat = next(SEATS[n] for n, one in enumerate(stored(table).seats) if one.user_id == user.pk)
    return play.submit_now(table.pk, act, seat=seat, now=now).first_seq


def put_hashes(table: Table, four: Sequence[User], seats: Sequence[int] = (0, 1, 2, 3)) -> None:
    """Let the pages of these seats give their hashes."""
    for seat in seats:
        put(table, four[seat], PutHash(hash_of(VALUES[seat])))


def put_values(table: Table, four: Sequence[User], seats: Sequence[int] = (0, 1, 2, 3)) -> None:
    """Let the pages of these seats tell their values."""
    for seat in seats:
        put(table, four[seat], PutValue(VALUES[seat]))


def kinds(table: Table) -> list[str]:
    """Return what happened at a table, sitting down left out."""
    return [entry.event.kind for entry in log_of(table) if entry.event.kind != "sit"]


def last(table: Table, kind: str) -> dict[str, Any]:
    """Return what the log says of the last event of a kind."""
    return next(dict(one.event.data) for one in reversed(log_of(table)) if one.event.kind == kind)


def state_of(table: Table) -> Entropy:
    """Return how far a table is with it."""
    return Entropy.from_json(stored(table).entropy)
