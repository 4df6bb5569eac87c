"""Calling the director to a tournament's table, and settling what he was called for.

A table has at most one call open, so nobody can flood a director: the next needs him to have settled
the one before. The clocks go on; he gives time back by a ruling.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction

from games import store
from games.hub import Logged
from games.models import DirectorCall, Seat, User, claim, clean_name
from games.rules import SEATS, Event, Refusal
from games.services import play
from games.signals import director_called
from games.store import Committed, Move, Request, Stored, TableClosed, TableMoved


class NoDirector(Refusal):
    """Only a tournament's table has a director."""

    code = "no_director"


class DirectorCalled(Refusal):
    """The director has been called to this table, and has not settled it yet."""

    code = "director_called"


class CallSettled(Refusal):
    """Somebody else has settled this call."""

    code = "call_settled"


def call_director(
    *, table_id: int, user: User, reason: str, now: datetime, client_id: str | None = None
) -> int:
    """Call the director to a table, with a reason that only he reads.

    :returns: the number of the event, which is also what the same act gets when it comes again.
    :raises play.NotSeated: when the user does not sit there.
    :raises NoDirector: when the table is no tournament's.
    :raises DirectorCalled: while a call of this table is open.
    :raises BadName: when the reason would deceive or disturb whoever reads it.
    """
    reason = _cleaned(reason)
    with transaction.atomic():
        seat = Seat.objects.filter(table=table_id, user=user).select_related("table").first()
        if seat is None:
            raise play.NotSeated()
        if (known := store.acknowledged(table_id, client_id, seats=[seat.number])) is not None:
            return known
        if not seat.table.has_director:
            raise NoDirector()
        seq = _written(table_id, _called(seat), by="user", now=now, client_id=client_id)
        about = {"table": seat.table, "seat": seat.number, "name": seat.name}
        _keep(DirectorCall(**about, seq=seq, reason=reason, at=now))
        _tell(table_id)
    return seq


def _cleaned(reason: str) -> str:
    return clean_name(reason, longest=DirectorCall.LONGEST_REASON) if reason.strip() else ""


def _called(seat: Seat) -> Event:
    return Event("call_director", SEATS[seat.number], {"seat": seat.number})


def _keep(call: DirectorCall) -> None:
    """Keep a call; that the table has none open is what the database says yes to."""
    try:
        with transaction.atomic():
            call.save()
    except IntegrityError as another:
        raise DirectorCalled() from another


def settle(*, call: DirectorCall, by_id: int | None, now: datetime) -> None:
    """Say that a call is settled; the table is told.

    :raises CallSettled: when it was before.
    """
    with transaction.atomic():
        unsettled = DirectorCall.objects.unsettled().filter(pk=call.pk)
        claim(unsettled, refusal=CallSettled(), settled_at=now, settled_by=by_id)
        event = Event("call_settled", None, {"seat": call.seat})
        with suppress(TableClosed):  # the round is over: nobody reads it there
            _written(call.table_id, event, by="director", now=now)


def open_calls(table_ids: Iterable[int]) -> list[DirectorCall]:
    """Return the calls at these tables that nobody has settled, the oldest first."""
    calls = DirectorCall.objects.unsettled().filter(table__in=list(table_ids))
    return list(calls.select_related("table"))


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


def _tell(table_id: int) -> None:
    def telling() -> None:  # Django cannot log the failure of a ``partial``
        director_called.send_robust(sender=DirectorCall, table_id=table_id)

    transaction.on_commit(telling, robust=True)
