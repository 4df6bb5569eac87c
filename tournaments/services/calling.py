"""Calling pairings to tables: who sits where, under which rules, with which cards' secret."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import count

from django.db.models import Count

from games.dealing import Stream
from games.models import Table
from games.rules import SEATS, Points
from games.services import opening, series
from games.services.clocks import TablePolicy
from games.services.opening import SeatPlan, TablePlan
from tournaments.formats import Drawn, is_consolation, teams
from tournaments.models import EntryPlayer, Pairing, Player, Round, Stage
from tournaments.state import EntryId

from . import relief
from .stage_states import Meeting

SECRET_BYTES = 32
TABLES_AT_ONCE = 32
"""So many tables are opened in one transaction: more would keep every card of the site waiting."""

Plans = Mapping[int, TablePlan]


def in_parts(plans: Plans) -> Iterator[Plans]:
    """Yield the plans some at a time: as many as are opened in one transaction."""
    numbers = list(plans)
    for at in range(0, len(numbers), TABLES_AT_ONCE):
        yield {number: plans[number] for number in numbers[at : at + TABLES_AT_ONCE]}


def first_of(plans: Plans) -> Plans:
    """Return the plans that are opened in the transaction which starts the round: all, or of many none."""
    return plans if len(plans) <= TABLES_AT_ONCE else {}


def drawn_in(round_: Round) -> tuple[Drawn, ...]:
    """Return the pairings of a round in which somebody meets, as they were written."""
    rows = Pairing.objects.filter(round=round_).order_by("number").prefetch_related("sides")
    found = (
        Drawn(
            one.number,
            teams([side.entry_id for side in one.sides.all()], sides=round_.stage.sides),
            place=one.place,
        )
        for one in rows
    )
    return tuple(one for one in found if len(one.sides) == round_.stage.sides)


def plan_tables(
    round_: Round, drawn: Iterable[Drawn], *, stream: Stream, only: Container[int] | None = None
) -> Plans:
    """Return the tables of the pairings that are played, by the pairings' numbers.

    :param only: the numbers of the pairings wanted; all of them if there is none.

    Everything that takes time is done here, before the transaction that opens them.
    """
    if round_.stage.place == Stage.Place.HALL:
        return {}
    played = [one for one in drawn if one.is_played and one.sides]
    players = _players([entry for one in played for entry in one.entries])
    return {
        one.number: _plan(round_, one, number, _seats(one, players), stream)
        for number, one in enumerate(played, start=1)
        if only is None or one.number in only
    }


def plan_again(pairing: Pairing, *, carried: Points, cap: int | None, stream: Stream) -> TablePlan:
    """Return a table at which a pairing that was played with cards goes on, with the totals it has."""
    stage = pairing.round.stage
    entries = [side.entry_id for side in pairing.sides.order_by("number")]
    one = Drawn(pairing.number, teams(entries, sides=stage.sides), place=pairing.place)
    number = pairing.hall_table or pairing.number
    planned = _plan(pairing.round, one, number, _seats(one, _players(one.entries)), stream)
    return opening.laid(replace(planned, carried=carried, cap=cap, beginning=None))


def plan_table(round_: Round, one: Drawn, *, number: int, stream: Stream) -> TablePlan:
    """Return one table of this number for a pairing whose sides are known."""
    return _plan(round_, one, number, _seats(one, _players(one.entries)), stream)


def plan_brought(
    round_: Round, one: Drawn, *, public_id: str, number: int | None, stream: Stream
) -> TablePlan:
    """Return a table that was on another site, under its address there.

    :param one: without sides where nobody meets any more: then its seats are nobody's.
    """
    nobody = (SeatPlan(""),) * len(SEATS)
    seats = _seats(one, _players(one.entries)) if one.sides else nobody
    planned = _plan(round_, one, number, seats, stream)
    return replace(planned, public_id=public_id, beginning=None)


def _players(entries: Iterable[EntryId]) -> dict[tuple[EntryId, int], Player]:
    members = EntryPlayer.objects.filter(entry__in=[int(entry) for entry in entries]).select_related("player")
    found = {(row.entry_id, row.position): row.player for row in members}
    return relief.seated(found, {entry for entry, _ in found})


def _seats(one: Drawn, players: Mapping[tuple[EntryId, int], Player]) -> tuple[SeatPlan, ...]:
    """Return the four seats: pair A sits 0 and 2, pair B 1 and 3; of four players each where he is drawn."""
    places = len(one.entries)
    sitting = [players[one.entries[seat % places], seat // places] for seat in SEATS]
    return tuple(SeatPlan(player.name, player.user_id) for player in sitting)


def _plan(
    round_: Round, one: Drawn, number: int | None, seats: tuple[SeatPlan, ...], stream: Stream
) -> TablePlan:
    stage = round_.stage
    tournament = stage.tournament
    is_named = stage.format == "knockout" and not is_consolation(one.place)
    planned = TablePlan(
        public_id=opening.public_id(stream),
        rules=stage.rules,
        master=stream.bytes(SECRET_BYTES),
        seats=seats,
        policy=TablePolicy.from_json(tournament.policy),
        title=tournament.name,
        round_of=2 * round_.size if is_named else None,
        number=number,
        home_path=f"tournaments/{tournament.slug}/",
        public_number=tournament.public_number,
        target=stage.target,
        cap=stage.cap,
    )
    return opening.laid(planned)


def call_pairings(round_: Round, plans: Plans, *, now: datetime) -> int:
    """Open the tables planned for a round, in the caller's transaction; return how many.

    In a stage played in the hall nothing is opened: its tables have numbers, and cards on them.
    """
    if round_.stage.place == Stage.Place.HALL:
        return _call_to_hall(round_, now)
    waiting = Pairing.objects.filter(round=round_, state=Pairing.State.WAITING)
    pairings = list(waiting.filter(number__in=plans))
    opened = opening.open_tables([plans[one.number] for one in pairings], now=now)
    if round_.stage.best_of > 1:
        series.tell([table.pk for table in opened], game=1, of=round_.stage.best_of)
    for pairing, table in zip(pairings, opened, strict=True):
        pairing.table, pairing.state, pairing.called_at = table, Pairing.State.CALLED, now
    # One statement; bulk_update would spend more time on its CASEs than all the rest takes.
    Pairing.objects.bulk_create(
        pairings,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["table", "state", "called_at"],
    )
    return len(pairings)


def _call_to_hall(round_: Round, now: datetime) -> int:
    """Give those who wait, and are all there, a free table of the hall, in order; who finds none waits on."""
    rows = Pairing.objects.filter(round=round_, state=Pairing.State.WAITING).annotate(here=Count("sides"))
    waiting = rows.filter(here__gte=round_.stage.sides).order_by("number")
    called = []
    for pairing, table in zip(waiting, _free_tables(round_), strict=False):
        pairing.hall_table, pairing.state, pairing.called_at = table, Pairing.State.CALLED, now
        called.append(pairing)
    Pairing.objects.bulk_create(
        called,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["hall_table", "state", "called_at"],
    )
    return len(called)


def _free_tables(round_: Round) -> Iterator[int]:
    """Yield the tables of the hall at which nobody of the stage plays: without a last one, endlessly."""
    playing = (Pairing.State.CALLED, Pairing.State.VOID)
    called = Pairing.objects.filter(round__stage=round_.stage, state__in=playing)
    taken = set(called.filter(hall_table__isnull=False).values_list("hall_table", flat=True))
    return (table for table in _tables_of(round_.stage) if table not in taken)


def _tables_of(stage: Stage) -> Iterable[int]:
    last = stage.last_table
    return count(stage.first_table) if last is None else range(stage.first_table, last + 1)


def tables_to_come(round_: Round, stage: Stage, meetings: Iterable[Meeting]) -> dict[int, int]:
    """Return, by pairing, the table of the hall each is called to when a drawn round starts as it stands.

    :param meetings: its pairings with their sides.
    """
    if round_.state != Round.State.DRAWN or stage.place != Stage.Place.HALL:
        return {}
    waiting = [(one, sides) for one, sides in meetings if one.state == Pairing.State.WAITING]
    there = [one for one, sides in waiting if len(sides) >= stage.sides]
    return {one.pk: table for one, table in zip(sorted(there, key=_number), _tables_of(stage), strict=False)}


def _number(pairing: Pairing) -> int:
    return pairing.number


def begin_another(table: Table, *, now: datetime, stream: Stream) -> None:
    """Begin another match at a table whose last one was one of several, or decided nothing."""
    opening.play_again([table.pk], masters=[stream.bytes(SECRET_BYTES)], now=now)
