"""A guest who turns out to have an account: what he has goes over to it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from games.models import Seat, Sitting, User
from games.services import tables
from games.store import TableClosed


def hand_over(*, guest: User, account: User, now: datetime) -> None:
    """Give a guest's seats and history to an account; where it sits itself, the guest gets up.

    The guest's row stays, with nothing: who was once named in a log must not become somebody else.
    """
    with transaction.atomic():
        for seat in list(Seat.objects.filter(user=guest).select_related("table")):
            _give(seat, guest, account, now)
        held = Seat.objects.filter(holder=guest)
        held.exclude(table__in=Seat.objects.filter(user=account).values("table")).update(holder=account)
        Sitting.objects.filter(user=guest).update(user=account)


def _give(seat: Seat, guest: User, account: User, now: datetime) -> None:
    if Seat.objects.filter(table=seat.table_id, user=account).exists():
        with suppress(TableClosed):
            tables.leave(table_id=seat.table_id, user=guest, now=now)
        return
    tables.pass_on(table_id=seat.table_id, number=seat.number, giver=guest, taker=account, now=now)
