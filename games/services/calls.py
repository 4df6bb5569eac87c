"""Calling the director to a tournament's table, and settling what he was called for.

A table has at most one call open, so nobody can flood a director: the next needs him to have settled
the one before. The clocks go on; he gives time back by a ruling.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction

from games import store
from games.hub import Logged
from games.models import DirectorCall, Match, Seat, User, claim, clean_name
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


class NothingToAppeal(Refusal):
    """There is no ruling on this call, it was one on an appeal, or somebody has appealed."""

    code = "nothing_to_appeal"


class OwnRuling(Refusal):
    """Who gave a ruling does not decide the appeal against it."""

    code = "own_ruling"


class CallSettled(Refusal):
    """Somebody else has settled this call."""

    code = "call_settled"


def call_director(
    *, table_id: int, user: User, reason: str, now: datetime, client_id: str | None = None
) -> int:
    """Call the director to a table, with a reason that only he reads; also in ten minutes after the match.

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
        seq = _logged(seat, now=now, client_id=client_id)
        about = {"table": seat.table, "seat": seat.number, "name": seat.name}
        _keep(DirectorCall(**about, seq=seq, reason=reason, at=now))
        _tell(table_id)
    return seq


def may_call(table_id: int, *, now: datetime) -> bool:
    """Return whether a match has ended at a table so shortly before that its director can still be called."""
    ended: bool = Match.objects.filter(table=table_id, finished_at__gte=now - AFTER_THE_MATCH).exists()
    return ended


def _logged(seat: Seat, *, now: datetime, client_id: str | None) -> int:
    """Write a call into the table's log, and return where; the log of a closed table ends where it does."""
    try:
        return _written(seat.table_id, _called(seat), by="user", now=now, client_id=client_id)
    except TableClosed:
        if not may_call(seat.table_id, now=now):
            raise
        return store.seqs([seat.table_id])[seat.table_id]


def appeal(*, call: DirectorCall, user: User, reason: str, now: datetime) -> None:
    """Ask that another director looks at what was ruled on a call; once, with a reason that he reads.

    :raises play.NotSeated: when the user does not sit at its table.
    :raises NothingToAppeal: when nothing was ruled, or this was the last word.
    :raises DirectorCalled: while a call of this table is open.
    """
    reason = _cleaned(reason)
    with transaction.atomic():
        seat = Seat.objects.filter(table=call.table_id, user=user).first()
        if seat is None:
            raise play.NotSeated()
        if not call.ruling or call.appeals_id is not None or hasattr(call, "appealed_by"):
            raise NothingToAppeal()
        about = {"table_id": call.table_id, "seat": seat.number, "name": seat.name, "seq": call.seq}
        _keep(DirectorCall(**about, reason=reason, at=now, appeals=call))
        _tell(call.table_id)


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


def settle(*, call: DirectorCall, by_id: int | None, ruling: str, now: datetime) -> None:
    """Say that a call is settled, and with a sentence what was ruled; the table is told.

    :raises CallSettled: when it was before.
    :raises OwnRuling: when he would decide the appeal against his own ruling.
    """
    if call.appeals is not None and call.appeals.settled_by_id == by_id:
        raise OwnRuling()
    with transaction.atomic():
        unsettled = DirectorCall.objects.unsettled().filter(pk=call.pk)
        claim(unsettled, refusal=CallSettled(), settled_at=now, settled_by=by_id, ruling=ruling)
        event = Event("call_settled", None, {"seat": call.seat})
        with suppress(TableClosed):  # the round is over: nobody reads it there
            _written(call.table_id, event, by="director", now=now)


def open_calls(table_ids: Iterable[int]) -> list[DirectorCall]:
    """Return the calls at these tables that nobody has settled, the oldest first."""
    calls = DirectorCall.objects.unsettled().filter(table__in=list(table_ids))
    return list(calls.select_related("table", "appeals__settled_by"))


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
