"""Reading what is stored: tables as they are, and the logs of their matches."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from django.db.models import Q

from games.hub import Logged
from games.models import Seat
from games.models.sealed import Event as EventRow
from games.models.sealed import Position as PositionRow
from games.models.sealed import Secret
from games.rules import SEATS, Event, Position, RuleSet
from games.store.values import BATCH, SeatNow, Stored, TablePolicy

_STORED = (
    "table_id",
    "table__public_id",
    "match_id",
    "match__number",
    "seq",
    "text",
    "match__rules_json",
    "due_at",
    "table__policy",
    "match__secret__master",
    "match__secret__entropy",
    "is_closed",
    "table__series",
)


_SEAT = ("kind", "name", "user_id", "rematch", "missed", "bank_used", "absent_since")


def read(table_ids: Iterable[int]) -> dict[int, Stored]:
    """Return what is stored of the tables that have a match, in two queries.

    By values: making model objects of the rows would take as long as all the rest of a move.
    """
    ids = list(table_ids)
    # The number first: seats that change after it was read make the swap from it fail. Read the other
    # way round, two who take the last two seats would each find the other's empty.
    rows = list(PositionRow.objects.filter(table_id__in=ids).values_list(*_STORED))
    seats = _seats(ids)
    return {row[0]: _stored(row, seats[row[0]]) for row in rows}


def _seats(table_ids: list[int]) -> dict[int, list[SeatNow]]:
    found: dict[int, list[SeatNow]] = {}
    rows = Seat.objects.filter(table_id__in=table_ids).order_by("number")
    for table_id, *seat in rows.values_list("table_id", *_SEAT):
        found.setdefault(table_id, []).append(SeatNow(*seat))
    return found


def _stored(row: tuple[Any, ...], seats: list[SeatNow]) -> Stored:
    table_id, public_id, match_id, match_number, seq, text, rules, due_at, *more = row
    policy, master, entropy, *table = more
    return Stored(
        table_id=table_id,
        public_id=public_id,
        match_id=match_id,
        match_number=match_number,
        seq=seq,
        position=Position.from_json(text, _rules(rules)),
        due_at=due_at,
        policy=TablePolicy.from_json(policy),
        master=bytes(master),
        entropy=entropy,
        seats=tuple(seats),
        is_closed=table[0],
        series=table[1],
    )


@lru_cache(maxsize=256)
def _rules(text: str) -> RuleSet:
    return RuleSet.from_json(text)


def seqs(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of the last event of each table, in one statement."""
    rows = PositionRow.objects.filter(table_id__in=list(table_ids))
    return dict(rows.values_list("table_id", "seq"))


def due(now: datetime, *, limit: int = BATCH, without: Collection[int] = ()) -> list[int]:
    """Return the tables that should have moved by themselves by now, the longest overdue first.

    :param without: tables not to be named.
    """
    rows = PositionRow.objects.filter(due_at__lte=now).exclude(table_id__in=list(without))
    return list(rows.order_by("due_at", "table_id").values_list("table_id", flat=True)[:limit])


def next_due() -> datetime | None:
    """Return the next time a table moves by itself."""
    rows = PositionRow.objects.filter(due_at__isnull=False).order_by("due_at")
    return rows.values_list("due_at", flat=True).first()


def events_of_match(match_id: int, *, after: int = 0, until: int | None = None) -> list[Logged]:
    """Return the log of a match in order, hidden cards included; ``until`` is the last number wanted."""
    rows = EventRow.objects.filter(match_id=match_id, seq__gt=after).order_by("seq")
    return [_logged(row) for row in (rows if until is None else rows.filter(seq__lte=until))]


def count_events(table_id: int, *, until: int) -> int:
    """Return how many events a table has up to a number: as many as that number, if none is missing."""
    return EventRow.objects.filter(table_id=table_id, seq__lte=until).count()


def numbered_log(match_id: int, *, until: int) -> list[tuple[int, Logged]]:
    """Return the log of a match up to an event, each entry with its number, hidden cards included."""
    rows = EventRow.objects.filter(match_id=match_id, seq__lte=until).order_by("seq")
    return [(row.seq, _logged(row)) for row in rows]


def secret_of_match(match_id: int) -> tuple[bytes, str]:
    """Return a match's master secret, and what the players have put into its deals."""
    master, entropy = Secret.objects.values_list("master", "entropy").get(match=match_id)
    return bytes(master), entropy


def sitters(match_id: int) -> dict[int, str]:
    """Return the names of those who had sat down by the end of a match, by seat, the last of each."""
    end = EventRow.objects.get(match_id=match_id, kind="over")
    rows = EventRow.objects.filter(table_id=end.table_id, kind="sit", seq__lt=end.seq)
    events = [_logged(row).event for row in rows.order_by("seq")]
    return {event.data["seat"]: event.data["name"] for event in events}


def events_after(table_id: int, seq: int, *, until: int) -> list[Logged]:
    """Return the events of a table with numbers from ``seq + 1`` to ``until``."""
    rows = EventRow.objects.filter(table_id=table_id, seq__gt=seq, seq__lte=until)
    return [_logged(row) for row in rows.order_by("seq")]


Numbered = tuple[int, Logged]
"""An entry of a log with its number."""


def events_since(after: Mapping[int, int]) -> dict[int, list[Numbered]]:
    """Return, of each of these tables, what has happened after a number, in order; in one query."""
    if not after:
        return {}
    wanted = reduce(or_, (Q(table_id=table_id, seq__gt=seq) for table_id, seq in after.items()))
    found: dict[int, list[Numbered]] = {}
    for row in EventRow.objects.filter(wanted).order_by("table_id", "seq"):
        found.setdefault(row.table_id, []).append((row.seq, _logged(row)))
    return found


def _logged(row: EventRow) -> Logged:
    seat = None if row.seat is None else SEATS[row.seat]
    return Logged(Event(row.kind, seat, json.loads(row.text)), row.by)
