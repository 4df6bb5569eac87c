"""What goes into the store and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple, Self

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


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """The clocks of a table in seconds; 0 is no clock.

    :param bot_seconds: shortest and longest time a bot takes for a call or card.
    :param trick_seconds: pause after a trick, so that people see it.
    :param entropy_seconds: for each of the two steps in which pages put their part into the deals.
    :param bank_seconds: for each seat and match, beside the time for calls and cards.
    :param away_after: turns in a row that the clock has played, after which somebody is away.
    :param away_seconds: for a call or card of who is away.
    :param no_show_seconds: from the call of a tournament's table until its director is told who has not
        come and a substitute may sit; ``report_seconds`` until he is told who has been away, and
        ``substitute_seconds`` until a substitute may sit there.
    :param bot: name of the bots that play here (``games.bots.BOTS``).
    :param bots_after: seconds after which bots take the seats nobody has taken; None is never.
    :param casual: whether its people settle when the next deal comes, and whether another match does;
        a tournament settles both for them.
    :param spectators: who may watch: ``all``, whoever has the table's address (``link``), or ``none``.
    :param deals_behind: how many whole deals spectators are kept behind the table; 0 is live, which
        shows them no hand either.
    :param free_chat: whether people at a casual table may write what they like.
    """

    call_seconds: float = 25
    trump_seconds: float = 20
    card_seconds: float = 20
    bank_seconds: float = 90
    ready_seconds: float = 15
    away_after: int = 2
    away_seconds: float = 3
    no_show_seconds: float = 300
    report_seconds: float = 120
    substitute_seconds: float = 300
    bot: str = "club"
    bot_seconds: tuple[float, float] = (0.6, 1.5)
    trick_seconds: float = 1.0
    entropy_seconds: float = 3.0
    bots_after: float | None = None
    casual: bool = False
    spectators: Literal["all", "link", "none"] = "all"
    deals_behind: int = 0
    free_chat: bool = False

    @classmethod
    def people(cls, *, bots_after: float | None = None) -> Self:
        """Return the pace of people."""
        return cls(bots_after=bots_after)

    @classmethod
    def fast(cls, *, bots_after: float | None = 0) -> Self:
        """Return bots that do not wait: for samples and simulations."""
        return cls(
            ready_seconds=1,
            bot_seconds=(0, 0),
            trick_seconds=0,
            entropy_seconds=0,
            bots_after=bots_after,
        )

    @classmethod
    def practice(cls) -> Self:
        """Return the pace of bots with no clock for people."""
        return cls(
            call_seconds=0,
            trump_seconds=0,
            card_seconds=0,
            ready_seconds=0,
            bots_after=0,
            casual=True,
        )

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs for people at all."""
        return bool(self.call_seconds or self.trump_seconds or self.card_seconds)

    def is_away(self, seat: SeatNow) -> bool:
        """Return whether the clock has played for who has this seat too often in a row."""
        return seat.kind != "bot" and seat.missed >= self.away_after

    def bot_plays(self, seat: SeatNow) -> bool:
        """Return whether a bot chooses for this seat: its own, or that of who is away where bots may."""
        stands_in = self.casual and self.bots_after is not None and self.is_away(seat)
        return seat.kind == "bot" or stands_in

    def to_json(self) -> dict[str, Any]:
        """Return JSON values."""
        return asdict(self) | {"bot_seconds": list(self.bot_seconds)}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Self:
        """Read a policy back; what is missing has its default."""
        values = dict(found)
        if "bot_seconds" in values:
            values["bot_seconds"] = tuple(values["bot_seconds"])
        return cls(**values)


class Stored(NamedTuple):
    """All that is known of a table, hidden cards and secret included: never leaves the server."""

    table_id: int
    public_id: str
    match_id: int
    match_number: int
    seq: int
    position: Position
    due_at: datetime | None
    policy: TablePolicy
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
