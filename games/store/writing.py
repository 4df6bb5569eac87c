"""Writing moves: one compare-and-swap a table, one transaction for as many tables as are at hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import connection, transaction

from games import hints, hub
from games.hub import Committed
from games.models import Match, Seat, Sitting, Table
from games.models.sealed import Event as EventRow
from games.models.sealed import Position as PositionRow
from games.models.sealed import Secret
from games.rules import Refusal
from games.signals import match_finished
from games.store.reading import read
from games.store.values import (
    Acknowledged,
    Answer,
    Move,
    NoSuchTable,
    Request,
    Stored,
    TableClosed,
    TableMoved,
)


def carry_out(requests: Sequence[Request], *, now: datetime) -> list[Answer]:
    """Decide and commit requests; a table that moved meanwhile is tried again once."""
    answers = _attempt(requests, now)
    again = [n for n, answer in enumerate(answers) if isinstance(answer, TableMoved)]
    if again:
        for n, answer in zip(again, _attempt([requests[n] for n in again], now), strict=True):
            answers[n] = answer
    return answers


def _attempt(requests: Sequence[Request], now: datetime) -> list[Answer]:
    known = _acknowledged(requests)
    stored = read(request.table_id for request in requests)
    answers: list[Answer | Move] = [
        known.get(_key(request)) or _prepared(request, stored.get(request.table_id)) for request in requests
    ]
    moves = [answer for answer in answers if isinstance(answer, Move)]
    written = iter(commit(moves, now=now) if moves else [])
    return [next(written) if isinstance(answer, Move) else answer for answer in answers]


def _prepared(request: Request, stored: Stored | None) -> Move | Refusal:
    if stored is None:
        return NoSuchTable()
    if stored.is_closed:
        return TableClosed()
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
    return {key: Acknowledged(seq) for *found, seq in rows if (key := tuple(found)) in named}


def acknowledged(table_id: int, client_id: str | None, *, seats: Sequence[int]) -> int | None:
    """Return the number an act of one of these seats got when it was written; None if it was not."""
    if client_id is None:
        return None
    rows = EventRow.objects.filter(table_id=table_id, client_id=client_id, seat__in=seats)
    return rows.values_list("seq", flat=True).first()


def commit(moves: Sequence[Move], *, now: datetime) -> list[Committed | Acknowledged | TableMoved]:
    """Write moves in one transaction, each if its table has not moved.

    An act that was written before gets its first answer. Publishing and ``match_finished`` follow
    the commit of the outermost transaction; what fails there cannot fail the commit.
    """
    with transaction.atomic():
        answers = _swapped(moves, now)
        pairs = [
            (move, answer)
            for move, answer in zip(moves, answers, strict=True)
            if isinstance(answer, Committed)
        ]
        EventRow.objects.bulk_create(row for move, _ in pairs for row in event_rows(move, now))
        _keep_entropy(move for move, _ in pairs)
        _keep_clocks(move for move, _ in pairs)
        finished = [move.match_id for move, _ in pairs if _finish(move, now)]
        publish_later([answer for _, answer in pairs], finished)
    return answers


def _swapped(moves: Sequence[Move], now: datetime) -> list[Committed | Acknowledged | TableMoved]:
    """Swap the positions in the order of their tables, so that two batches never wait for each other."""
    known = _acknowledged(moves)
    answers: dict[int, Committed | Acknowledged | TableMoved] = {}
    for n in sorted(range(len(moves)), key=lambda n: moves[n].table_id):
        answers[n] = known.get(_key(moves[n])) or _swap(moves[n], now)
    return [answers[n] for n in range(len(moves))]


# By hand: through the ORM the same statement takes as long as all the rest of a move.
_SWAP = (
    "UPDATE games_position SET seq = %s, text = %s, due_at = %s"
    " WHERE table_id = %s AND seq = %s AND NOT is_closed"
)


def _swap(move: Move, now: datetime) -> Committed | TableMoved:
    seq = move.expected + len(move.events)
    due_at = connection.ops.adapt_datetimefield_value(move.due_at)
    with connection.cursor() as cursor:
        cursor.execute(_SWAP, [seq, move.position.to_json(), due_at, move.table_id, move.expected])
        if cursor.rowcount == 0:
            return TableMoved()
    return committed(move, now)


def _keep_entropy(moves: Iterable[Move]) -> None:
    for move in moves:
        if move.entropy is not None:
            Secret.objects.filter(match=move.match_id).update(entropy=move.entropy)


def _keep_clocks(moves: Iterable[Move]) -> None:
    for move in moves:
        for number, seat in move.late.items():
            row = Seat.objects.filter(table=move.table_id, number=number)
            row.update(missed=seat.missed, bank_used=seat.bank_used, absent_since=seat.absent_since)


def committed(move: Move, now: datetime) -> Committed:
    """Return what watchers are told of a move."""
    first = move.expected + 1
    return Committed(move.table_id, first, move.events, move.position, move.due_at, now)


def event_rows(move: Move, now: datetime) -> Iterable[EventRow]:
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
    if outcome.state == Match.State.OPEN.value:
        return False
    sheet = move.position.sheet
    ended = Match.objects.filter(pk=move.match_id, state=Match.State.OPEN).update(
        state=outcome.state,
        winner=outcome.winner,
        advances=outcome.advances,
        decided_by=outcome.by or "",
        totals=list(outcome.totals),
        deals=len(move.position.deals),
        last_scored_deal=sheet[-1].deal if sheet else None,
        finished_at=now,
    )
    if ended:
        _keep_sittings(move)
        state = Table.State.CLOSED if move.closes else Table.State.OVER
        table = Table.objects.filter(pk=move.table_id).exclude(state=Table.State.CLOSED)
        table.update(state=state, bots_due_at=None)
    if move.closes:
        silence([move.table_id])
    return bool(ended)


def _keep_sittings(move: Move) -> None:
    seats = Seat.objects.filter(table=move.table_id)
    Sitting.objects.bulk_create(
        Sitting(
            match_id=move.match_id, number=seat.number, name=seat.name, user_id=seat.user_id or seat.holder_id
        )
        for seat in seats
    )


def publish_later(moves: Sequence[Committed], finished: Sequence[int] = ()) -> None:
    """Publish after the outermost commit; what fails then is logged, and fails nothing else."""

    def publishing() -> None:  # Django cannot log the failure of a ``partial``
        _publish(moves, finished)

    transaction.on_commit(publishing, robust=True)


def _publish(moves: Sequence[Committed], finished: Sequence[int]) -> None:
    """Tell this process's sockets, the other processes, and whoever waits for a match to end."""
    hub.HUB.publish(moves)
    for move in moves:
        hints.publish(f"table:{move.table_id}", move.last_seq)
    for match_id in finished:
        match_finished.send_robust(sender=Match, match_id=match_id)


def silence(table_ids: Iterable[int]) -> None:
    """Let nothing be written at these tables any more, by anybody."""
    PositionRow.objects.filter(table_id__in=list(table_ids)).update(due_at=None, is_closed=True)
