"""Quick play: one button, and a seat at a table that others come to as well."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

from django.db import transaction

from games.dealing import Stream
from games.models import Seat, Table, User
from games.rules import RULESETS
from games.services import opening, tables
from games.services.clocks import TablePolicy
from games.services.opening import SeatPlan, TablePlan
from games.services.tables import SeatTaken
from games.store import TableClosed

RULES = "moving-trump"
BOTS_AFTER = 20.0
POLICY = TablePolicy(bots_after=BOTS_AFTER, casual=True)
LOOKED_AT = 20


def sit_down(user: User, *, apart_from: Collection[int] = (), stream: Stream, now: datetime) -> Table:
    """Return the table where this user sits now: one that waits already, or a new one.

    Bots take what is empty when the table is 20 s old. Whoever asks twice stays where he is.

    :param apart_from: users he is not put at a table with: those he blocks, and who block him.
    """
    waiting: Table | None = Table.objects.quick().seated(user).first()
    if waiting is not None:
        return waiting
    return _joined(user, apart_from, now) or _opened(user, stream, now)


def _joined(user: User, apart_from: Collection[int], now: datetime) -> Table | None:
    """Sit down at the table that has waited longest; None when there is none with a free seat."""
    others = Seat.objects.filter(user__in=apart_from)
    waiting = Table.objects.quick().with_free_seat().exclude(pk__in=others.values("table"))
    for table in list(waiting.order_by("pk")[:LOOKED_AT]):
        with suppress(SeatTaken, TableClosed):  # somebody was first: on to the next
            _sit(table, user, now)
            found: Table = table
            return found
    return None


def _sit(table: Table, user: User, now: datetime) -> None:
    free = Seat.objects.filter(table=table, kind=Seat.Kind.OPEN).order_by("number")
    number = free.values_list("number", flat=True).first()
    if number is None:
        raise SeatTaken(seat=None)
    tables.sit(table_id=table.pk, number=number, user=user, now=now)


def _opened(user: User, stream: Stream, now: datetime) -> Table:
    plan = TablePlan(
        public_id=opening.public_id(stream),
        rules=RULESETS[RULES],
        master=stream.bytes(32),
        seats=(SeatPlan("", is_held=False),) * 4,
        policy=POLICY,
        is_quick=True,
    )
    with transaction.atomic():
        (table,) = opening.open_tables([opening.laid(plan)], now=now)
        tables.sit(table_id=table.pk, number=0, user=user, now=now)
    return table
