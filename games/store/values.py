"""What goes into the store and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import DatabaseError

from games.hub import Committed, Logged
from games.models import Table
from games.rules import Position, Refusal

BATCH = 256

FAULTS = (
    DatabaseError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a fault of ours or of the database raises. The threads that serve every table outlive these:
they log one, put the table it came from aside, and go on with the others.
"""


class TableMoved(Refusal):
    """The table is no longer where the one who acted saw it."""

    code = "stale"


class NoSuchTable(Refusal):
    """There is no such table, or no match has begun at it."""

    code = "no_table"


class TableClosed(Refusal):
    """The table was closed for good: nothing is played there any more."""

    code = "table_closed"


# These two are tuples with names because the writer makes one for nearly every card.
class SeatNow(NamedTuple):
    """Who plays a seat: ``kind`` is ``open``, ``user`` or ``bot``.

    ``rematch`` is what its person said to another match, None while he has said nothing; ``missed``
    how many turns in a row the clock has played for it, ``bank_used`` its seconds of the match's bank,
    ``absent_since`` when its person was marked as away or got up.
    """

    kind: str
    name: str
    user_id: int | None
    rematch: bool | None = None
    missed: int = 0
    bank_used: float = 0
    absent_since: datetime | None = None


class Stored(NamedTuple):
    """All that is known of a table, hidden cards and secret included: never leaves the server."""

    table_id: int
    public_id: str
    match_id: int
    match_number: int
    seq: int
    position: Position
    due_at: datetime | None
    policy: dict[str, Any]
    master: bytes
    entropy: str
    seats: tuple[SeatNow, ...]
    is_closed: bool = False
    series: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """What is to be written of one act: the events and the position after them.

    :param entropy: what the players have put into the deals, when that has changed.
    :param late: the seats whose clocks this act has changed, as they are after it, by number.
    :param closes: whether nothing is played at the table any more.
    :param bank: how many of the seconds until ``due_at`` are those of the bank of the seat to move.
    """

    table_id: int
    match_id: int
    expected: int
    position: Position
    events: tuple[Logged, ...]
    due_at: datetime | None
    seat: int | None = None
    client_id: str | None = None
    entropy: str | None = None
    late: Mapping[int, SeatNow] = field(default_factory=dict)
    closes: bool = False
    bank: float = 0


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The act was written before; ``first_seq`` is the number it got then."""

    first_seq: int


@dataclass(frozen=True, slots=True)
class Request:
    """An act still to be decided: ``prepare`` turns what is stored into a move, or refuses."""

    table_id: int
    prepare: Callable[[Stored], Move]
    seat: int | None = None
    client_id: str | None = None


Answer = Committed | Acknowledged | Refusal


@dataclass(frozen=True, slots=True)
class Opening:
    """The first match of a table, or another one: what is frozen, and what has happened so far."""

    table: Table
    position: Position
    master: bytes
    entropy: str
    events: tuple[Logged, ...]
    due_at: datetime | None
    bank: float
