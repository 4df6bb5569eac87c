"""Calling the director to a tournament's table: what the table itself does of it, which is its log.

Who the director is, what he rules and who appeals is known above the table: a signal asks there. The clocks
go on; he gives time back by a ruling.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from games import store
from games.hub import Logged
from games.models import Match, Seat, Table, User
from games.rules import SEATS, Event, Refusal
from games.services import play
from games.signals import director_called
from games.store import Committed, Move, Request, Stored, TableClosed, TableMoved

AFTER_THE_MATCH = timedelta(minutes=10)


class NoDirector(Refusal):
    """Only a tournament's table has a director."""

    code = "no_director"


class DirectorCalled(Refusal):
    """The director has been called to this table, and has not settled it yet."""

    code = "director_called"


class CallTooLate(Refusal):
    """The director is called while a match is played, or in the ten minutes after it."""

    code = "call_too_late"


def call_director(
    *, table_id: int, user: User, reason: str, now: datetime, client_id: str | None = None
) -> int:
    """Call the director to a table, with a reason that only he reads; also in ten minutes after the match.

    :returns: the number of the event, which is also what the same act gets when it comes again.
    :raises play.NotSeated: when the user does not sit there.
    :raises NoDirector: when the table is no tournament's.
    :raises DirectorCalled: while a call from this table is open.
    :raises games.models.BadName: when the reason would deceive or disturb whoever reads it.
    """
    with transaction.atomic():
        seat = _seat_of(table_id, user.pk)
        if (known := store.acknowledged(table_id, client_id, seats=[seat.number])) is not None:
            return known
        asked = {"table_id": table_id, "user_id": user.pk, "reason": reason, "client_id": client_id}
        answers = director_called.send(sender=Table, **asked, now=now) if seat.table.has_director else []
        for _receiver, seq in answers:
            if seq is not None:
                return int(seq)
    raise NoDirector()


def write_call(
    *, table_id: int, user_id: int | None, now: datetime, client_id: str | None = None
) -> tuple[Seat, int]:
    """Write a call into the table's log, and return who called and where; a closed log ends where it does.

    :raises play.NotSeated: when the user does not sit there.
    :raises CallTooLate: ten minutes after the match.
    """
    seat = _seat_of(table_id, user_id)
    event = Event("call_director", SEATS[seat.number], {"seat": seat.number})
    try:
        return seat, _written(table_id, event, by="user", now=now, client_id=client_id)
    except TableClosed as closed:
        if not may_call(table_id, now=now):
            raise CallTooLate() from closed
        return seat, store.seqs([table_id])[table_id]


def write_settled(*, table_id: int, seat: int, ruling: str, now: datetime) -> None:
    """Write into the table's log that what a seat called for is settled, and what was ruled, if anything.

    Those who sit there read the ruling, nobody who watches does.
    """
    event = Event("call_settled", None, {"seat": seat} | ({"ruling": ruling} if ruling else {}))
    with suppress(TableClosed):  # the round is over: nobody reads it there
        _written(table_id, event, by="director", now=now)


def may_call(table_id: int, *, now: datetime) -> bool:
    """Return whether a match has ended at a table so shortly before that its director can still be called."""
    ended: bool = Match.objects.filter(table=table_id, finished_at__gte=now - AFTER_THE_MATCH).exists()
    return ended


def _seat_of(table_id: int, user_id: int | None) -> Seat:
    mine = Seat.objects.filter(table=table_id, user=user_id, user__isnull=False)
    seat: Seat | None = mine.select_related("table").first()
    if seat is None:
        raise play.NotSeated()
    return seat


def _written(table_id: int, event: Event, *, by: str, now: datetime, client_id: str | None = None) -> int:
    """Write an event that changes nothing of the match, and return its number."""
    prepare = partial(_prepare, logged=Logged(event, by), now=now, client_id=client_id)
    answer: object = TableMoved()
    while isinstance(answer, TableMoved):  # a table in play may move as often as it likes
        (answer,) = store.carry_out([Request(table_id, prepare)], now=now)
    if isinstance(answer, Refusal):
        raise answer
    assert isinstance(answer, Committed)
    return answer.first_seq


def _prepare(stored: Stored, *, logged: Logged, now: datetime, client_id: str | None) -> Move:
    move = play.moved(stored, stored.position, (logged,), now=now, client_id=client_id)
    return replace(move, due_at=stored.due_at)  # calling gives nobody more time
