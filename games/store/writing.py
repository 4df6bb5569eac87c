"""Writing moves: one compare-and-swap a table, one transaction for as many tables as are at hand."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import F

from games import hints, hub
from games.hub import Committed
from games.models import Match, Seat, Sitting, Table
from games.models.sealed import Event as EventRow
from games.models.sealed import Position as PositionRow
from games.models.sealed import Secret
from games.rules import Refusal
from games.signals import match_finished
from games.store.recent import Recent
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


def carry_out(requests: Sequence[Request], *, now: datetime, recent: Recent | None = None) -> list[Answer]:
    """Decide and commit requests; a table that moved meanwhile is tried again once.

    :param recent: tables as this caller left them, which are then not read again. Only for a caller that
        commits by itself: what is rolled back later must not be kept. Nobody is refused because of it.
    """
    recent = Recent(0) if recent is None else recent
    answers = _attempt(requests, now, recent)
    again = [n for n, answer in enumerate(answers) if _is_doubtful(answer, requests[n], recent)]
    if again:
        recent.forget(requests[n].table_id for n in again)
        for n, answer in zip(again, _attempt([requests[n] for n in again], now, recent), strict=True):
            answers[n] = answer
    return answers


def _is_doubtful(answer: Answer, request: Request, recent: Recent) -> bool:
    """Return whether the table has moved, or a refusal may be due to what was kept of it."""
    refused = isinstance(answer, Refusal)
    return isinstance(answer, TableMoved) or (refused and request.table_id in recent)


def _attempt(requests: Sequence[Request], now: datetime, recent: Recent) -> list[Answer]:
    stored = recent.read(request.table_id for request in requests)
    answers: list[Answer | Move] = [_prepared(request, stored.get(request.table_id)) for request in requests]
    moves = [answer for answer in answers if isinstance(answer, Move)]
    written = commit(moves, now=now) if moves else []
    recent.follow(stored, moves, written)
    left = iter(written)
    found = [next(left) if isinstance(answer, Move) else answer for answer in answers]
    return _or_acknowledged(requests, found)


def _or_acknowledged(requests: Sequence[Request], answers: Sequence[Answer]) -> list[Answer]:
    """Return the answers; whoever is refused what was written before hears that it was."""
    refused = [
        request for request, answer in zip(requests, answers, strict=True) if isinstance(answer, Refusal)
    ]
    known = _acknowledged(refused)
    return [
        known.get(_key(request), answer) if isinstance(answer, Refusal) else answer
        for request, answer in zip(requests, answers, strict=True)
    ]


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


Written = Committed | Acknowledged | TableMoved


def commit(moves: Sequence[Move], *, now: datetime) -> list[Written]:
    """Write moves in one transaction, each if its table has not moved.

    An act that was written before gets its first answer. Publishing and ``match_finished`` follow
    the commit of the outermost transaction; what fails there cannot fail the commit.
    """
    known: Mapping[Key, Acknowledged] = {}
    try:
        answers = _written(moves, now)
    except IntegrityError:
        # Being ready is right at every pause: a resend of it looks like a new act until it is written.
        known = _acknowledged(moves)
        if not known:
            raise
        rest = [move for move in moves if _key(move) not in known]
        answers = _written(rest, now) if rest else []
    left = iter(answers)
    return _with_first_answers(moves, [known.get(_key(move)) or next(left) for move in moves])


def _with_first_answers(moves: Sequence[Move], answers: Sequence[Written]) -> list[Written]:
    """Return the answers; a move that came too late because its twin was written gets the twin's."""
    late = [move for move, answer in zip(moves, answers, strict=True) if isinstance(answer, TableMoved)]
    known = _acknowledged(late)
    return [
        known.get(_key(move), answer) if isinstance(answer, TableMoved) else answer
        for move, answer in zip(moves, answers, strict=True)
    ]


def _written(moves: Sequence[Move], now: datetime) -> list[Committed | TableMoved]:
    with transaction.atomic():
        taken = _taken(moves)
        _swap(taken)
        log_events(taken, now)
        _keep_entropy(taken)
        _keep_clocks(taken)
        done = {id(move): committed(move, now) for move in taken}
        finished = [move.match_id for move in taken if _finish(move, now)]
        publish_later(list(done.values()), finished)
    return [done.get(id(move)) or TableMoved() for move in moves]


def _taken(moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose tables are where their authors saw them; nobody moves those now but we.

    In the order of their tables, so that two batches never wait for each other.
    """
    heads = _held({move.table_id for move in moves})
    taken = []
    for move in sorted(moves, key=lambda move: move.table_id):
        if heads.get(move.table_id) == move.expected:
            taken.append(move)
            heads[move.table_id] = _seq_after(move)
    return taken


def _seq_after(move: Move) -> int:
    return move.expected + len(move.events)


# By hand, here and below: through the ORM each statement takes as long as all the rest of a move.
def _held(table_ids: Collection[int]) -> dict[int, int]:
    """Return the last number of each of these tables that is open, and let nobody else move them."""
    # The transaction of SQLite is immediate: nobody else is writing.
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    places = ",".join(["%s"] * len(table_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT table_id, seq FROM games_position WHERE table_id IN ({places})"  # noqa: S608 - places
            f" AND NOT is_closed ORDER BY table_id{lock}",
            list(table_ids),
        )
        return dict(cursor.fetchall())


_SWAP = "UPDATE games_position SET seq = %s, text = %s, due_at = %s WHERE table_id = %s AND seq = %s"


def _swap(moves: Sequence[Move]) -> None:
    """Put the tables where these moves lead."""
    adapted = connection.ops.adapt_datetimefield_value
    rows = [
        (_seq_after(move), move.position.to_json(), adapted(move.due_at), move.table_id, move.expected)
        for move in moves
    ]
    with connection.cursor() as cursor:
        if rows:
            cursor.executemany(_SWAP, rows)


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
    return Committed(move.table_id, first, move.events, move.position, move.due_at, now, move.bank)


_ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True)
_LOG = (
    'INSERT INTO games_event (table_id, match_id, seq, kind, seat, "by", text, client_id, "at")'
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
)


def log_events(moves: Iterable[Move], now: datetime) -> None:
    """Append the events of moves to the logs; the act's name stands on its first event, the act itself."""
    at = connection.ops.adapt_datetimefield_value(now)
    rows = [_event_row(move, n, at) for move in moves for n in range(len(move.events))]
    with connection.cursor() as cursor:
        if rows:
            cursor.executemany(_LOG, rows)


def _event_row(move: Move, n: int, at: Any) -> list[Any]:
    event, by = move.events[n].event, move.events[n].by
    seat = None if event.seat is None else int(event.seat)
    text = _ENCODER.encode(event.data)
    name = move.client_id if n == 0 else None
    return [move.table_id, move.match_id, move.expected + 1 + n, event.kind, seat, by, text, name, at]


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


def postpone(*, after: datetime, by: timedelta) -> int:
    """Move every table that is due after a moment on by a time; return how many."""
    return PositionRow.objects.filter(due_at__gt=after).update(due_at=F("due_at") + by)


def let_go_on(table_ids: Iterable[int], *, due_at: datetime | None) -> None:
    """Let these tables that were silenced be written again; they move by themselves at this time."""
    rows = PositionRow.objects.filter(table_id__in=list(table_ids))
    rows.update(due_at=due_at, is_closed=False)


def silence(table_ids: Iterable[int]) -> None:
    """Let nothing be written at these tables any more, by anybody."""
    PositionRow.objects.filter(table_id__in=list(table_ids)).update(due_at=None, is_closed=True)
