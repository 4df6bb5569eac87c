"""Tables people open for themselves: under which rules, how fast, who may sit and who may watch.

A table for whoever has the link is one whose seats are kept for nobody yet: the link keeps the seat
for who comes with it. It holds a key that follows from the table's address and the site's secret, so
nothing is stored for it and nobody guesses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final, Literal

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games.dealing import Stream
from games.models import Seat, Table, User
from games.querysets import SeatQuerySet
from games.rules import RuleSet
from games.services import opening, tables
from games.services.clocks import TablePolicy
from games.services.opening import SeatPlan, TablePlan

KEY_LETTERS = 16
OWN_SEAT = 0
PARTNER = 2
BOTS_AFTER = 60.0
"""Seconds that friends have to come before bots take the empty seats, where that is wanted."""

PACES: Final[Mapping[str, TablePolicy]] = MappingProxyType(
    {
        "normal": TablePolicy(casual=True),
        "slow": TablePolicy(
            call_seconds=60, trump_seconds=45, card_seconds=45, bank_seconds=180, casual=True
        ),
        "none": TablePolicy(
            call_seconds=0, trump_seconds=0, card_seconds=0, bank_seconds=0, ready_seconds=0, casual=True
        ),
    }
)
"""How much time people have, by name; at a table of their own they settle the rest themselves."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The table somebody wants.

    :param target: points to play to; None for the rules' own.
    :param pace: a key of ``PACES``.
    :param is_open: whether anybody may sit, or only who has the link.
    :param bots: whether bots take the seats that stay empty, and that of who gets up.
    """

    rules: RuleSet
    target: int | None = None
    pace: str = "normal"
    is_open: bool = False
    spectators: Literal["all", "link", "none"] = "link"
    bots: bool = True

    @property
    def policy(self) -> TablePolicy:
        """The policy of the table."""
        bots_after = BOTS_AFTER if self.bots else None
        return replace(PACES[self.pace], bots_after=bots_after, spectators=self.spectators)


def open_table(user: User, wish: Wish, *, stream: Stream, now: datetime) -> Table:
    """Return a new table where the user sits and three seats wait.

    :raises TargetNotAllowed: when the rules are not played to this target.
    """
    seat = SeatPlan("", is_held=not wish.is_open)
    own = replace(seat, name=str(user), holder_id=user.pk)
    plan = TablePlan(
        public_id=opening.public_id(stream),
        rules=wish.rules,
        target=wish.target,
        master=stream.bytes(32),
        seats=(own, seat, seat, seat),
        policy=wish.policy,
    )
    with transaction.atomic():
        (table,) = opening.open_tables([opening.laid(plan)], now=now)
        tables.sit(table_id=table.pk, number=OWN_SEAT, user=user, now=now)
    return table


def link_key(public_id: str) -> str:
    """Return the secret part of a table's link."""
    return salted_hmac("games.table_link", public_id, algorithm="sha256").hexdigest()[:KEY_LETTERS]


def is_key(public_id: str, key: str) -> bool:
    """Return whether this is the secret part of the table's link."""
    return constant_time_compare(link_key(public_id), key)


def room_at(public_id: str, *, user_id: int | None, key: str = "") -> Table | None:
    """Return a table of people to who may come in and look for a seat; None when he may not.

    He has the link, sits there, or anybody may sit. Whether he may watch is another question.
    """
    table: Table | None = Table.objects.filter(public_id=public_id).first()
    if table is None or not _is_of_people(table):
        return None
    seats = Seat.objects.filter(table=table)
    if key:
        return table if is_key(public_id, key) else None
    return table if seats.filter(is_held=False).exists() or _is_his(seats, user_id) else None


def _is_his(seats: SeatQuerySet, user_id: int | None) -> bool:
    return user_id is not None and seats.of_user(user_id).exists()


def waits(table: Table) -> bool:
    """Return whether people wait at this table for each other; a tournament's waits for its own."""
    return table.state == Table.State.WAITING and _is_of_people(table)


def offered_seats(table: Table, *, user_id: int | None, invited: bool) -> list[int]:
    """Return the seats somebody may take; whoever has the link, those that are kept for nobody too."""
    seats = Seat.objects.filter(table=table).exclude(kind=Seat.Kind.USER).order_by("number")
    if not invited:
        seats = seats.free_for(user_id) if user_id is not None else seats.filter(is_held=False)
    if table.state == Table.State.CLOSED:
        return []
    return list(seats.values_list("number", flat=True))


def sit(*, table: Table, number: int, user: User, invited: bool, now: datetime) -> int:
    """Let somebody sit down at a table of people; who was sent the link has the seat kept for him first.

    :returns: the number of the event.
    :raises SeatTaken: when somebody was first, or nobody sits here without the link.
    :raises AlreadySeated: when he has a seat at this table.
    """
    with transaction.atomic():
        tables.hold([table.pk])
        if invited and _is_of_people(table):
            kept = Seat.objects.filter(table=table, number=number, is_held=True)
            kept.exclude(kind=Seat.Kind.USER).update(holder=user, name=str(user))
        return tables.sit(table_id=table.pk, number=number, user=user, now=now)


def _is_of_people(table: Table) -> bool:
    """Return whether seats are settled by the people at the table: a tournament settles its own."""
    return TablePolicy.from_json(table.policy).casual and not table.home_path
