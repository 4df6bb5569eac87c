"""Who sits at a table: sitting down, getting up, bots for the rest. Every change of a seat is a verb here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import translation

from games import store
from games.bot_names import bot_names
from games.dealing import Stream
from games.hub import Logged
from games.models import Seat, Table, User, claim
from games.querysets import SeatQuerySet
from games.rules import SEATS, Event, Phase, Refusal
from games.rules import Seat as SeatNumber
from games.services import away, deals, play
from games.services.clocks import Clock, TablePolicy
from games.services.deals import Source
from games.services.entropy import Step
from games.store import Committed, Move, Request, Stored, TableClosed, TableMoved

AGAIN = timedelta(minutes=1)
"""The time to find the way back to a table that is opened again."""


class SeatTaken(Refusal):
    """Somebody else sits there, or the seat is kept for somebody else."""

    code = "seat_taken"


class AlreadySeated(Refusal):
    """This person sits at this table already."""

    code = "already_seated"


def sit(*, table_id: int, number: int, user: User, now: datetime, client_id: str | None = None) -> int:
    """Let a user take a seat, from nobody or from a bot; the match begins when it was the last.

    :returns: the number of the event, which is also what the same act gets when it comes again.
    :raises SeatTaken: when a person sits there or it is kept for another.
    :raises AlreadySeated: when he has a seat at this table.
    """
    with transaction.atomic():
        if (known := store.acknowledged(table_id, client_id, seats=[number])) is not None:
            return known
        _take(Seat.objects.filter(table=table_id, number=number), number, user)
        _make_his(table_id, number, user)
        seated = _seated(table_id, [number], now, client_id)
    _wait_nowhere_else(table_id, user, now)
    return seated


def take_back(*, table_id: int, user: User, now: datetime, client_id: str | None = None) -> int:
    """Let a user go on in the seat he got up from, or that is kept for him, in the middle of a trick too.

    Who sits there and was marked as away is back.

    :returns: the number of the event, which is also what the same act gets when it comes again.
    :raises play.NotSeated: when no seat here is or was his.
    :raises SeatTaken: when somebody has sat down there meanwhile.
    :raises AlreadySeated: when he has a seat at this table.
    """
    with transaction.atomic():
        if (known := store.acknowledged(table_id, client_id, seats=SEATS)) is not None:
            return known
        if (number := _seat_of_away(table_id, user)) is not None:
            Seat.objects.filter(table=table_id, number=number, user=user).update(missed=0, absent_since=None)
            return write(table_id, [away.mark(number, is_away=False)], now, client_id).first_seq
    number = kept_seat(table_id=table_id, user_id=user.pk)
    if number is None:
        raise play.NotSeated()
    return sit(table_id=table_id, number=number, user=user, now=now, client_id=client_id)


def pass_on(*, table_id: int, number: int, giver: User, taker: User, now: datetime) -> None:
    """Give a user's seat to another user, who is the same person under another name.

    :raises play.NotSeated: when the giver does not sit there any more.
    """
    with transaction.atomic():
        his = Seat.objects.filter(table=table_id, number=number, user=giver)
        claim(his, refusal=play.NotSeated(), user=taker, holder=taker, name=str(taker))
        with suppress(TableClosed):
            write(table_id, [_sat(Seat.objects.get(table=table_id, number=number))], now)


def _seat_of_away(table_id: int, user: User) -> int | None:
    """Return where he sits, if the clock has marked him as away."""
    seat = Seat.objects.filter(table=table_id, user=user).select_related("table").first()
    if seat is None or seat.missed < TablePolicy.from_json(seat.table.policy).away_after:
        return None
    return int(seat.number)


def _wait_nowhere_else(table_id: int, user: User, now: datetime) -> None:
    """Give up the seats where he waits for other people: he sits down to play here."""
    elsewhere = Seat.objects.filter(user=user, table__state=Table.State.WAITING).exclude(table=table_id)
    for other in list(elsewhere.select_related("table")):
        if TablePolicy.from_json(other.table.policy).casual:
            leave(table_id=other.table_id, user=user, now=now)


def _make_his(table_id: int, number: int, user: User) -> None:
    """Remember whose a seat is that was kept for nobody, and that no other one here is his."""
    free = Seat.objects.filter(table=table_id, is_held=False)
    free.filter(holder=user).exclude(number=number).update(holder=None)
    free.filter(number=number).update(name=str(user), holder=user)


def _take(seat: SeatQuerySet, number: int, user: User) -> None:
    """Claim a seat; two seats at once for one person is what the database says no to."""
    if seat.model.objects.filter(table__in=seat.values("table"), user=user).exists():
        raise AlreadySeated()
    free = seat.free_for(user.pk)
    try:
        with transaction.atomic():
            sat = {"kind": Seat.Kind.USER, "user": user, "rematch": None, "missed": 0, "absent_since": None}
            claim(free, refusal=SeatTaken(seat=number), **sat)
    except IntegrityError as twice:
        raise AlreadySeated() from twice


def leave(*, table_id: int, user: User, now: datetime, client_id: str | None = None) -> int:
    """Let a user get up; a bot plays on where bots may, and the clock does elsewhere.

    :returns: the number of the event, which is also what the same act gets when it comes again.
    :raises play.NotSeated: when he does not sit there.
    """
    with transaction.atomic():
        if (known := store.acknowledged(table_id, client_id, seats=SEATS)) is not None:
            return known
        seat = Seat.objects.filter(table=table_id, user=user).select_related("table").first()
        if seat is None:
            raise play.NotSeated()
        kind = _kind_without(seat.table)
        mine = Seat.objects.filter(pk=seat.pk, user=user)
        answer = _answer_of_leaving(seat.table)
        absent_since = now if seat.table.state == Table.State.PLAYING else None
        got_up = {"kind": kind, "user": None, "rematch": answer, "missed": 0, "absent_since": absent_since}
        claim(mine, refusal=play.NotSeated(), **got_up)
        event = Event("leave", SEATS[seat.number], {"seat": seat.number, "kind": kind.value})
        number = write(table_id, [Logged(event, "user")], now, client_id).first_seq
        _forget_who_left(seat)
    return number


def _forget_who_left(seat: Seat) -> None:
    """Let a seat at a table of people that still waits be anybody's again, and close it behind the last."""
    if seat.table.state != Table.State.WAITING or not TablePolicy.from_json(seat.table.policy).casual:
        return
    Seat.objects.filter(pk=seat.pk).update(name="", holder=None)
    if not Seat.objects.filter(table=seat.table, kind=Seat.Kind.USER).exists():
        close_tables([seat.table_id])


def _kind_without(table: Table) -> Seat.Kind:
    """Return who has a seat when its person gets up: before the match it is empty again."""
    waits = table.state == Table.State.WAITING
    bots = TablePolicy.from_json(table.policy).bots_after is not None
    return Seat.Kind.BOT if bots and not waits else Seat.Kind.OPEN


def _answer_of_leaving(table: Table) -> bool | None:
    """Return what getting up says to another match: after the match it is a no."""
    return False if table.state == Table.State.OVER else None


def seat_due_bots(now: datetime, *, limit: int = store.BATCH) -> int:
    """Let bots take the empty seats of tables that have waited long enough; return how many tables."""
    due = list(Table.objects.waiting_for_bots(now).order_by("bots_due_at")[:limit])
    return sum(_filled(table, now) for table in due)


def _filled(table: Table, now: datetime) -> bool:
    try:
        return _fill(table, now)
    except TableMoved:  # somebody sits down at this moment: the next sweep looks again
        return False


def _fill(table: Table, now: datetime) -> bool:
    with transaction.atomic():
        mine = Table.objects.filter(pk=table.pk).waiting_for_bots(now)
        if not mine.update(bots_due_at=None):
            return False
        empty = Seat.objects.filter(table=table, kind=Seat.Kind.OPEN).order_by("number")
        numbers = list(empty.values_list("number", flat=True))
        empty.update(kind=Seat.Kind.BOT)
        _name_bots(table)
        _seated(table.pk, numbers, now)
    return True


def _name_bots(table: Table) -> None:
    """Give the bots names, in the language of who sits there first."""
    seats = list(Seat.objects.filter(table=table).select_related("user").order_by("number"))
    languages = [seat.user.language for seat in seats if seat.user is not None and seat.user.language]
    nameless = [seat for seat in seats if not seat.name]
    with translation.override(languages[0] if languages else settings.LANGUAGE_CODE):
        public = Stream(b"names of bots").derive(table.public_id)
        names = bot_names(public, without={seat.name for seat in seats})
    for seat, name in zip(nameless, names, strict=False):
        Seat.objects.filter(pk=seat.pk).update(name=name)


def _seated(table_id: int, numbers: Sequence[int], now: datetime, client_id: str | None = None) -> int:
    """Write down who has sat, and begin the match when no seat is empty any more."""
    seats = {seat.number: seat for seat in Seat.objects.filter(table=table_id)}
    done = write(table_id, [_sat(seats[number]) for number in numbers], now, client_id)
    if done.due_at is not None or done.position.phase is not Phase.DEAL:  # else it would not be due
        waiting = Table.objects.filter(pk=table_id, state=Table.State.WAITING)
        waiting.update(state=Table.State.PLAYING, bots_due_at=None)
    return done.first_seq


def _sat(seat: Seat) -> Logged:
    by = "bot" if seat.kind == Seat.Kind.BOT else "user"
    known = {"seat": seat.number, "name": seat.name, "kind": seat.kind}
    return Logged(Event("sit", SEATS[seat.number], known), by)


def write(table_id: int, logged: list[Logged], now: datetime, client_id: str | None = None) -> Committed:
    """Write what happened at a table and is no part of its match, and what follows from it."""
    prepare = partial(_prepare, logged=tuple(logged), now=now, client_id=client_id)
    (answer,) = store.carry_out([Request(table_id, prepare)], now=now)
    if isinstance(answer, Refusal):
        raise answer
    assert isinstance(answer, Committed)
    return answer


def _prepare(stored: Stored, *, logged: tuple[Logged, ...], now: datetime, client_id: str | None) -> Move:
    """Decide from the seats as stored: of two who take the last two seats at once, one sees both."""
    source, written = Source.of(stored), list(logged)
    if is_full(stored) and source.entropy.step is Step.SEATS:
        position, source = deals.filled(stored.position, source, asked=asked_seats(stored), logged=written)
        entropy = source.entropy
        return play.moved(stored, position, tuple(written), now=now, client_id=client_id, entropy=entropy)
    position = play.with_seats_changed(stored, written)
    move = play.moved(stored, position, tuple(written), now=now, client_id=client_id)
    same = position.phase is stored.position.phase
    return replace(move, due_at=_due_after(stored, move)) if same else move


def is_full(stored: Stored) -> bool:
    """Return whether somebody, or a bot, has every seat."""
    return all(seat.kind != Seat.Kind.OPEN for seat in stored.seats)


def asked_seats(stored: Stored) -> list[SeatNumber]:
    """Return the seats whose pages have something to put into the deals, and the time for it."""
    has_time = stored.policy.entropy_seconds > 0
    return [seat for seat in SEATS if has_time and stored.seats[seat].kind == Seat.Kind.USER]


def _due_after(stored: Stored, move: Move) -> datetime | None:
    """Return when the table moves next: a change of another's seat gives nobody more time."""
    if Clock.of(stored).is_deserted and stored.position.phase is not Phase.DEAL:
        return None
    turn, over = stored.position.turn, stored.position.phase is Phase.OVER
    concerned = {entry.event.seat for entry in move.events}
    if (turn is not None and turn in concerned) or (over and move.due_at is None):
        return move.due_at
    return min(filter(None, (stored.due_at, move.due_at)), default=None)


def hold(table_ids: Sequence[int]) -> None:
    """Let nobody sit, leave, answer or move at these tables until the transaction has ended.

    Seats come before positions, as for whoever sits down: the other way round, two would wait for
    each other for ever.
    """
    list(Seat.objects.filter(table__in=table_ids).order_by("pk").select_for_update())
    store.hold(table_ids)


def close_tables(table_ids: Sequence[int]) -> None:
    """Close tables for good: nothing is played there any more."""
    with transaction.atomic():
        Table.objects.filter(pk__in=table_ids).update(state=Table.State.CLOSED, bots_due_at=None)
        store.silence(table_ids)


def reopen_tables(states: Mapping[int, str], *, now: datetime) -> None:
    """Open tables again that were closed by mistake, each in the state it was in.

    Where a match was being played, everybody has his time anew.
    """
    alike: defaultdict[tuple[str, float | None], list[int]] = defaultdict(list)
    for table in Table.objects.filter(pk__in=list(states), state=Table.State.CLOSED):
        alike[states[table.pk], TablePolicy.from_json(table.policy).bots_after].append(table.pk)
    for (state, bots_after), pks in alike.items():
        waits = state == Table.State.WAITING and bots_after
        bots_due_at = now + timedelta(seconds=bots_after or 0) if waits else None
        Table.objects.filter(pk__in=pks).update(state=state, bots_due_at=bots_due_at)
        store.let_go_on(pks, due_at=now + AGAIN if state == Table.State.PLAYING else None)


def hold_seats(*, user_id: int | None, seat_ids: Sequence[int]) -> None:
    """Keep seats for this user: he, and only he, may sit there; for nobody at all if there is none."""
    Seat.objects.filter(pk__in=seat_ids, is_held=True).update(holder=user_id)


def seat_number(*, table_id: int, user_id: int | None) -> int | None:
    """Return where a user sits at a table; None when he does not, or is nobody we know."""
    if user_id is None:
        return None
    seats = Seat.objects.filter(table=table_id, user=user_id)
    return seats.values_list("number", flat=True).first()


def kept_seat(*, table_id: int, user_id: int | None) -> int | None:
    """Return the seat at a table that is this user's, whoever plays it just now; None if there is none."""
    if user_id is None:
        return None
    his = Seat.objects.filter(table=table_id, holder=user_id).order_by("number")
    return his.values_list("number", flat=True).first()


def seats_of(*, table_id: int) -> list[Seat]:
    """Return the four seats of a table, in order of play."""
    return list(Seat.objects.filter(table=table_id).order_by("number"))


def is_open_to_all(*, table_id: int) -> bool:
    """Return whether some seat of a table is kept for nobody: whoever comes first may sit there."""
    return Seat.objects.filter(table=table_id, is_held=False).exists()


def free_seats(*, table_id: int, user_id: int | None) -> list[int]:
    """Return the seats this user may take."""
    if user_id is None:
        return []
    seats = Seat.objects.filter(table=table_id).free_for(user_id).order_by("number")
    return list(seats.values_list("number", flat=True))
