"""Opening tables and beginning matches at them; who sits there is a question for ``tables``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction

from games import store
from games.dealing import Stream
from games.models import Seat, Table, claim
from games.rules import SEATS, Adjust, Points, Position, Refusal, RuleSet, Side, apply
from games.services import deals, tables
from games.services.clocks import Clock, TablePolicy
from games.services.deals import Beginning, Source
from games.store import Opening, SeatNow, Stored

PUBLIC_ID_LENGTH = 8
PUBLIC_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


class MatchGoesOn(Refusal):
    """A match is being played at this table."""

    code = "match_goes_on"


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Whose seat it is: the name shown, and the user it is kept for (None: not known yet).

    :param is_held: whether it is kept at all; else whoever comes first may sit there.
    :param waits: whether the cards wait for him even where bots sit at once.
    """

    name: str
    holder_id: int | None = None
    is_held: bool = True
    waits: bool = False


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table to be opened. ``master`` is the 32-byte secret its first match is dealt from.

    :param public_number: what goes into its deals besides what the players put in.
    :param seats: of seats 0 to 3, in order of play; in pairs seats 0 and 2 are one side.
    :param round_of: sides left in a bracket's round (2 is the final), for the table's heading.
    :param home_path: path below the language prefix that the table's page leads back to.
    :param is_quick: whether quick play fills it.
    :param carried: the totals that the sides bring with them from real cards.
    :param beginning: what ``laid`` has dealt; without it ``open_tables`` deals before it writes.
    """

    public_id: str
    rules: RuleSet
    master: bytes
    seats: tuple[SeatPlan, ...]
    policy: TablePolicy
    title: str = ""
    round_of: int | None = None
    number: int | None = None
    home_path: str = ""
    public_number: str = ""
    target: int | None = None
    cap: int | None = None
    is_public: bool = True
    is_quick: bool = False
    carried: Points = ()
    beginning: Beginning | None = None


def laid(plan: TablePlan) -> TablePlan:
    """Return the plan with its first match begun: what takes time is done before the transaction."""
    return replace(plan, beginning=beginning_of(plan))


def public_id(stream: Stream) -> str:
    """Return a new table's address: letters and digits that are not mistaken for one another."""
    return stream.token(PUBLIC_ID_LENGTH, alphabet=PUBLIC_ID_LETTERS)


def open_tables(plans: Sequence[TablePlan], *, now: datetime) -> list[Table]:
    """Open tables, in the caller's transaction; where bots sit at once, their match begins.

    Everywhere else the cards wait until all four seats are taken, by people or, when
    ``bots_after`` has passed, by bots.
    """
    plans = [plan if plan.beginning else laid(plan) for plan in plans]
    with transaction.atomic():
        tables = Table.objects.bulk_create(table_row(plan, now) for plan in plans)
        Seat.objects.bulk_create(
            seat_row(table, n, seat, plan)
            for table, plan in zip(tables, plans, strict=True)
            for n, seat in enumerate(plan.seats)
        )
        store.begin(
            [opening_of(table, plan, now) for table, plan in zip(tables, plans, strict=True)],
            now=now,
        )
    return tables


def table_row(plan: TablePlan, now: datetime) -> Table:
    """Return a table before it is stored."""
    bots_after = plan.policy.bots_after
    due = now + timedelta(seconds=bots_after) if bots_after else None
    return Table(
        public_id=plan.public_id,
        state=Table.State.PLAYING if _begins_at_once(plan) else Table.State.WAITING,
        title=plan.title,
        round_of=plan.round_of,
        number=plan.number,
        home_path=plan.home_path,
        is_public=plan.is_public,
        is_quick=plan.is_quick,
        policy=plan.policy.to_json(),
        bots_due_at=due,
        created_at=now,
    )


def _begins_at_once(plan: TablePlan) -> bool:
    return all(_kind_at_first(seat, plan) == Seat.Kind.BOT for seat in plan.seats)


def _kind_at_first(seat: SeatPlan, plan: TablePlan) -> Seat.Kind:
    at_once = plan.policy.bots_after == 0 and not seat.waits
    return Seat.Kind.BOT if at_once else Seat.Kind.OPEN


def seat_row(table: Table, number: int, seat: SeatPlan, plan: TablePlan) -> Seat:
    """Return a seat before it is stored."""
    return Seat(
        table=table,
        number=number,
        kind=_kind_at_first(seat, plan),
        name=seat.name,
        holder_id=seat.holder_id,
        is_held=seat.is_held,
    )


def beginning_of(plan: TablePlan, *, number: int = 1) -> Beginning:
    """Return how a match of this number begins, its cards promised."""
    waiting = Position.begin(plan.rules, dealer=SEATS[0], target=plan.target, cap=plan.cap)
    for side, points in enumerate(plan.carried):
        waiting, _ = apply(waiting, None, Adjust(Side(side), points))
    return deals.beginning(
        waiting,
        master=plan.master,
        match=deals.match_name(plan.public_id, number),
        public_number=plan.public_number,
        asked=() if _begins_at_once(plan) else None,
    )


def opening_of(table: Table, plan: TablePlan, now: datetime) -> Opening:
    """Return how the next match of a table is begun."""
    begun = plan.beginning or beginning_of(plan)
    seats = [SeatNow(Seat.Kind.BOT, seat.name, None) for seat in plan.seats]
    clock = Clock(plan.policy, seats, plan.public_id)
    due_at = clock.due_at(begun.position, seq=len(begun.events), now=now)
    return _opened(table, begun, due_at, clock.bank(begun.position))


def _opened(table: Table, begun: Beginning, due_at: datetime | None, bank: float) -> Opening:
    source, events = begun.source, begun.events
    return Opening(table, begun.position, source.master, source.entropy.to_json(), events, due_at, bank)


def play_again(table_ids: Sequence[int], *, masters: Sequence[bytes], now: datetime) -> None:
    """Begin another match at tables whose match is over, under the same rules and seats.

    :raises MatchGoesOn: when a match is still open at one of them.
    """
    with transaction.atomic():
        tables.hold(table_ids)  # who sits down meanwhile waits, and finds the new match
        Seat.objects.filter(table__in=table_ids).update(
            rematch=None, missed=0, bank_used=0, absent_since=None
        )
        stored = store.read(table_ids)
        rows = Table.objects.in_bulk(list(table_ids))
        for table_id in table_ids:
            over = Table.objects.filter(pk=table_id, state=Table.State.OVER)
            claim(
                over,
                refusal=MatchGoesOn(table=table_id),
                state=_state_again(stored[table_id]),
            )
            rows[table_id].state = _state_again(stored[table_id])
        openings = [
            _another(rows[table_id], stored[table_id], master, now)
            for table_id, master in zip(table_ids, masters, strict=True)
        ]
        store.begin(openings, now=now)


def _state_again(stored: Stored) -> Table.State:
    return Table.State.PLAYING if tables.is_full(stored) else Table.State.WAITING


def _another(table: Table, stored: Stored, master: bytes, now: datetime) -> Opening:
    before = stored.position
    begun = deals.beginning(
        Position.begin(before.rules, dealer=SEATS[0], target=before.target, cap=before.cap),
        master=master,
        match=deals.match_name(table.public_id, stored.match_number + 1),
        public_number=Source.of(stored).entropy.public_number,
        asked=tables.asked_seats(stored) if tables.is_full(stored) else None,
    )
    clock = Clock(stored.policy, stored.seats, stored.public_id)
    seq, asking = stored.seq + len(begun.events), bool(begun.source.entropy.waits_for)
    due_at = clock.due_at(begun.position, seq=seq, now=now, asking=asking)
    return _opened(table, begun, due_at, clock.bank(begun.position))
