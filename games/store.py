"""Commit and read: the only door to ``models.sealed``.

``commit`` runs on the caller's own connection, inside whatever transaction is open there, is short,
and registers the publishing for after the commit. What nobody acknowledged was not written, and
what was acknowledged is on disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction

from games import hints, hub
from games.hub import Committed, Logged
from games.models import Match, Table
from games.models.sealed import Event as EventRow
from games.models.sealed import Position as PositionRow
from games.models.sealed import Secret
from games.rules import SEATS, Event, Position, Refusal
from games.signals import match_finished

BATCH = 256


class TableMoved(Refusal):
    """The table is no longer where the one who acted saw it."""

    code = "stale"


class NoSuchTable(Refusal):
    """There is no such table, or no match has begun at it."""

    code = "no_table"


@dataclass(frozen=True, slots=True)
class SeatNow:
    """Who plays a seat: ``kind`` is ``open``, ``user`` or ``bot``."""

    kind: str
    name: str
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is known of a table, hidden cards and secret included: never leaves the server."""

    table_id: int
    public_id: str
    match_id: int
    seq: int
    position: Position
    due_at: datetime | None
    policy: dict[str, Any]
    master: bytes
    seats: tuple[SeatNow, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """What is to be written of one act: the events and the position after them."""

    table_id: int
    match_id: int
    expected: int
    position: Position
    events: tuple[Logged, ...]
    due_at: datetime | None
    seat: int | None = None
    client_id: str | None = None


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
    events: tuple[Logged, ...]
    due_at: datetime | None


def read(table_ids: Iterable[int]) -> dict[int, Stored]:
    """Return what is stored of the tables that have a match, in two queries."""
    rows = PositionRow.objects.filter(table_id__in=list(table_ids)).select_related(
        "table"
    )
    rows = rows.prefetch_related("match__secret", "table__seats")
    return {row.table_id: _stored(row) for row in rows}


def _stored(row: PositionRow) -> Stored:
    seats = sorted(row.table.seats.all(), key=lambda seat: seat.number)
    return Stored(
        table_id=row.table_id,
        public_id=row.table.public_id,
        match_id=row.match_id,
        seq=row.seq,
        position=Position.from_json(row.text),
        due_at=row.due_at,
        policy=row.table.policy,
        master=bytes(row.match.secret.master),
        seats=tuple(SeatNow(seat.kind, seat.name, seat.user_id) for seat in seats),
    )


def seqs(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of the last event of each table, in one statement."""
    rows = PositionRow.objects.filter(table_id__in=list(table_ids))
    return dict(rows.values_list("table_id", "seq"))


def due(now: datetime, *, limit: int = BATCH) -> list[int]:
    """Return the tables that should have moved by themselves by now, the longest overdue first."""
    rows = PositionRow.objects.filter(due_at__lte=now).order_by("due_at", "table_id")
    return list(rows.values_list("table_id", flat=True)[:limit])


def next_due() -> datetime | None:
    """Return the next time a table moves by itself."""
    rows = PositionRow.objects.filter(due_at__isnull=False).order_by("due_at")
    return rows.values_list("due_at", flat=True).first()


def events_of_match(match_id: int, *, after: int = 0) -> list[Logged]:
    """Return the log of a match in order, hidden cards included."""
    rows = EventRow.objects.filter(match_id=match_id, seq__gt=after).order_by("seq")
    return [_logged(row) for row in rows]


def events_after(table_id: int, seq: int, *, until: int) -> list[Logged]:
    """Return the events of a table with numbers from ``seq + 1`` to ``until``."""
    rows = EventRow.objects.filter(
        table_id=table_id, seq__gt=seq, seq__lte=until
    ).order_by("seq")
    return [_logged(row) for row in rows]


def _logged(row: EventRow) -> Logged:
    seat = None if row.seat is None else SEATS[row.seat]
    return Logged(Event(row.kind, seat, json.loads(row.text)), row.by)


def carry_out(requests: Sequence[Request], *, now: datetime) -> list[Answer]:
    """Decide and commit requests of different tables; a table that moved meanwhile is tried again once."""
    answers = _attempt(requests, now)
    again = [n for n, answer in enumerate(answers) if isinstance(answer, TableMoved)]
    if again:
        for n, answer in zip(
            again, _attempt([requests[n] for n in again], now), strict=True
        ):
            answers[n] = answer
    return answers


def _attempt(requests: Sequence[Request], now: datetime) -> list[Answer]:
    known = _acknowledged(requests)
    stored = read(request.table_id for request in requests)
    answers: list[Answer | Move] = []
    for request in requests:
        answers.append(
            known.get(_key(request)) or _prepared(request, stored.get(request.table_id))
        )
    moves = [answer for answer in answers if isinstance(answer, Move)]
    written = iter(commit(moves, now=now) if moves else [])
    return [next(written) if isinstance(answer, Move) else answer for answer in answers]


def _prepared(request: Request, stored: Stored | None) -> Move | Refusal:
    if stored is None:
        return NoSuchTable()
    try:
        return request.prepare(stored)
    except Refusal as refusal:
        return refusal


Key = tuple[int, int | None, str | None]


def _key(act: Request | Move) -> Key:
    return (act.table_id, act.seat, act.client_id)


def _acknowledged(acts: Iterable[Request | Move]) -> dict[Key, Acknowledged]:
    """Return the acts that were written before, each with the number its client was told."""
    named = {_key(act) for act in acts if act.client_id is not None}
    if not named:
        return {}
    rows = EventRow.objects.filter(
        table_id__in={key[0] for key in named}, client_id__in={key[2] for key in named}
    ).values_list("table_id", "seat", "client_id", "seq")
    return {
        key: Acknowledged(seq) for *found, seq in rows if (key := tuple(found)) in named
    }


def commit(
    moves: Sequence[Move], *, now: datetime
) -> list[Committed | Acknowledged | TableMoved]:
    """Write the moves of different tables in one transaction, each if its table has not moved.

    An act that was written before gets its first answer. Publishing and ``match_finished`` follow
    the commit of the outermost transaction.
    """
    with transaction.atomic():
        known = _acknowledged(moves)
        answers = [known.get(_key(move)) or _swap(move, now) for move in moves]
        pairs = [
            (move, answer)
            for move, answer in zip(moves, answers, strict=True)
            if isinstance(answer, Committed)
        ]
        EventRow.objects.bulk_create(
            row for move, _ in pairs for row in _event_rows(move, now)
        )
        finished = [move.match_id for move, _ in pairs if _finish(move, now)]
        transaction.on_commit(
            partial(_publish, [answer for _, answer in pairs], finished)
        )
    return answers


_SWAP = (
    f"UPDATE {PositionRow._meta.db_table} SET seq = %s, text = %s, due_at = %s"
    " WHERE table_id = %s AND seq = %s"
)


def _swap(move: Move, now: datetime) -> Committed | TableMoved:
    seq = move.expected + len(move.events)
    due_at = connection.ops.adapt_datetimefield_value(move.due_at)
    with connection.cursor() as cursor:
        cursor.execute(
            _SWAP, [seq, move.position.to_json(), due_at, move.table_id, move.expected]
        )
        if cursor.rowcount == 0:
            return TableMoved()
    return _committed(move, now)


def _committed(move: Move, now: datetime) -> Committed:
    first = move.expected + 1
    return Committed(move.table_id, first, move.events, move.position, move.due_at, now)


def _event_rows(move: Move, now: datetime) -> Iterable[EventRow]:
    """Return the rows of a move; the act's name stands on its first event, the act itself."""
    for n, logged in enumerate(move.events):
        yield EventRow(
            table_id=move.table_id,
            match_id=move.match_id,
            seq=move.expected + 1 + n,
            kind=logged.event.kind,
            seat=logged.event.seat,
            by=logged.by,
            text=json.dumps(logged.event.data, separators=(",", ":"), sort_keys=True),
            client_id=move.client_id if n == 0 else None,
            at=now,
        )


def _finish(move: Move, now: datetime) -> bool:
    """Write the outcome of a match that this move ended: the outbox. Return whether it did."""
    outcome = move.position.outcome
    if outcome.state == Match.State.OPEN:
        return False
    sheet = move.position.sheet
    Match.objects.filter(pk=move.match_id, state=Match.State.OPEN).update(
        state=outcome.state,
        winner=outcome.winner,
        advances=outcome.advances,
        decided_by=outcome.by or "",
        totals=list(outcome.totals),
        deals=len(move.position.deals),
        last_scored_deal=sheet[-1].deal if sheet else None,
        finished_at=now,
    )
    table = Table.objects.filter(pk=move.table_id).exclude(state=Table.State.CLOSED)
    table.update(state=Table.State.OVER, bots_due_at=None)
    return True


def _publish(committed: Sequence[Committed], finished: Sequence[int]) -> None:
    hub.HUB.publish(committed)
    for move in committed:
        hints.publish(f"table:{move.table_id}", move.last_seq)
    for match_id in finished:
        match_finished.send_robust(sender=Match, match_id=match_id)


def silence(table_ids: Iterable[int]) -> None:
    """Let these tables never move by themselves again."""
    PositionRow.objects.filter(table_id__in=list(table_ids)).update(due_at=None)


def begin(openings: Sequence[Opening], *, now: datetime) -> list[Match]:
    """Begin a match at each table, at its first or after another one, in the caller's transaction."""
    with transaction.atomic():
        before = seqs(opening.table.pk for opening in openings)
        matches = [_match(opening, now) for opening in openings]
        numbers = _match_numbers(opening.table.pk for opening in openings)
        for match in matches:
            match.number = numbers.get(match.table_id, 0) + 1
        Match.objects.bulk_create(matches)
        Secret.objects.bulk_create(
            Secret(match=match, master=opening.master)
            for match, opening in zip(matches, openings, strict=True)
        )
        moves = [
            Move(
                table_id=opening.table.pk,
                match_id=match.pk,
                expected=before.get(opening.table.pk, 0),
                position=opening.position,
                events=opening.events,
                due_at=opening.due_at,
            )
            for match, opening in zip(matches, openings, strict=True)
        ]
        _place(moves)
        EventRow.objects.bulk_create(
            row for move in moves for row in _event_rows(move, now)
        )
        transaction.on_commit(
            partial(_publish, [_committed(move, now) for move in moves], [])
        )
    return matches


def _match_numbers(table_ids: Iterable[int]) -> dict[int, int]:
    rows = Match.objects.filter(table_id__in=list(table_ids)).order_by("number")
    return dict(rows.values_list("table_id", "number"))


def _place(moves: Sequence[Move]) -> None:
    PositionRow.objects.bulk_create(
        [
            PositionRow(
                table_id=move.table_id,
                match_id=move.match_id,
                seq=move.expected + len(move.events),
                text=move.position.to_json(),
                due_at=move.due_at,
            )
            for move in moves
        ],
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["match", "seq", "text", "due_at"],
    )


def _match(opening: Opening, now: datetime) -> Match:
    rules = opening.position.rules
    return Match(
        table=opening.table,
        number=1,
        rules_key=rules.key,
        rules_version=rules.version,
        rules_json=rules.to_json(),
        rules_digest=rules.digest,
        target=opening.position.target,
        cap=opening.position.cap,
        totals=list(opening.position.totals),
        started_at=now,
    )
