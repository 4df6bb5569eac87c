"""Another match at the same table: who wants it is written down, and it begins when all do.

Whether it is on offer is a question for ``offers``; how it begins for ``opening.play_again``.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games import store
from games.dealing import Stream
from games.hub import Logged
from games.models import Seat, Table, User, claim
from games.rules import SEATS, Event, Phase, Refusal
from games.services import offers, opening, play, tables
from games.services.opening import MatchGoesOn
from games.store import Stored

SECRET_BYTES = 32


class NoRematch(Refusal):
    """No other match is on offer here: the table is a tournament's, or somebody did not want one."""

    code = "no_rematch"


class AlreadyAnswered(Refusal):
    """This seat has said whether it wants another match."""

    code = "already_answered"


def answer(
    *, table_id: int, user: User, yes: bool, now: datetime, stream: Stream, client_id: str | None = None
) -> int:
    """Say whether one wants another match; with the last yes it begins, and a no ends the offer.

    :returns: the number of the event, which is also what the same act gets when it comes again.
    :raises play.NotSeated: when he does not sit there.
    :raises MatchGoesOn: while a match is being played.
    :raises NoRematch: when there is none to be had.
    :raises AlreadyAnswered: when he has said so before.
    """
    with transaction.atomic():
        seat = Seat.objects.filter(table=table_id, user=user).first()
        if seat is None:
            raise play.NotSeated()
        if (known := store.acknowledged(table_id, client_id, seats=[seat.number])) is not None:
            return known
        _demand_offer(table_id)
        undecided = Seat.objects.filter(pk=seat.pk, user=user, rematch=None)
        claim(undecided, refusal=AlreadyAnswered(), rematch=yes)
        _demand_over(table_id)  # again: the match may have begun while his seat was waited for
        event = Event("rematch", SEATS[seat.number], {"seat": seat.number, "yes": yes})
        written = tables.write(table_id, [Logged(event, "user")], now, client_id)
        _begin_if_agreed(table_id, stream, now)
    return written.first_seq


def _demand_offer(table_id: int) -> None:
    if not _is_offered(_demand_over(table_id)):
        raise NoRematch()


def _demand_over(table_id: int) -> Stored:
    stored = store.read([table_id])[table_id]
    if stored.position.phase is not Phase.OVER:
        raise MatchGoesOn(table=table_id)
    return stored


def _is_offered(stored: Stored) -> bool:
    return offers.is_offered(stored.position, stored.seats, stored.policy)


def _begin_if_agreed(table_id: int, stream: Stream, now: datetime) -> None:
    stored = store.read([table_id])[table_id]
    if _is_offered(stored) and offers.is_agreed(stored.seats):
        _begin(table_id, stream, now)


def _begin(table_id: int, stream: Stream, now: datetime) -> None:
    opening.play_again([table_id], masters=[stream.bytes(SECRET_BYTES)], now=now)


def begin_due(
    now: datetime, *, stream: Stream, limit: int = store.BATCH, without: Collection[int] = ()
) -> int:
    """Begin the matches that follow by themselves and whose time has come; return how many."""
    over = Table.objects.over().overdue(now).exclude(pk__in=list(without))
    due = over.order_by("position__due_at").values_list("pk", flat=True)[:limit]
    return sum(begin_at(table_id, now=now, stream=stream.derive(table_id)) for table_id in list(due))


def begin_at(table_id: int, *, now: datetime, stream: Stream) -> bool:
    """Begin the match that follows by itself at this table, if it is due; return whether it was."""
    with transaction.atomic():
        tables.hold([table_id])  # who says no meanwhile waits, and has said it too late
        stored = store.read([table_id])[table_id]
        is_due = stored.due_at is not None and stored.due_at <= now
        if stored.position.phase is not Phase.OVER or not is_due:
            return False
        _begin(table_id, stream, now)
    return True
