"""Tables as the lists of live tables show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.bid_names import bid_name
from games.models import Seat, Table
from games.rule_names import rules_name
from games.rules import SEATS
from games.services import watch
from games.services.watch import TableSummary
from games.table_names import kind_name


@dataclass(frozen=True, slots=True)
class LiveSide:
    """One of the sides at a table: its name, its score in the match, and whether others have less."""

    name: str
    score: int | None
    leads: bool = False
    seed: int | None = None
    won: bool = False
    lost: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A line in a list of live tables; what it says everybody may know."""

    url: str
    number: int | None
    title: str
    sides: tuple[LiveSide, ...]
    phase: str
    deal: int
    trick: int
    bid: str | None
    trump: str | None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A line in the list of tables where whoever comes first may sit down."""

    url: str
    rules: str
    people: tuple[str, ...]
    free: int


def open_tables(tables: Iterable[Table]) -> list[OpenTable]:
    """Return the lines of tables that wait for people, in their order."""
    found = list(tables)
    summaries = watch.summaries(table.pk for table in found)
    names = _names(table.pk for table in found)
    return [
        _open_line(table, summaries[table.pk], names[table.pk]) for table in found if table.pk in summaries
    ]


def _open_line(table: Table, summary: TableSummary, names: Sequence[str]) -> OpenTable:
    people = tuple(filter(None, names))
    return OpenTable(
        url=reverse("games:table", args=[table.public_id]),
        rules=rules_name(summary.rules),
        people=people,
        free=len(SEATS) - len(people),
    )


def live_tables(tables: Iterable[Table]) -> list[LiveTable]:
    """Return the lines of these tables, in their order, in a fixed number of queries."""
    found = list(tables)
    summaries = watch.summaries(table.pk for table in found)
    names = _names(table.pk for table in found)
    return [_line(table, summaries[table.pk], names[table.pk]) for table in found if table.pk in summaries]


def _names(table_ids: Iterable[int]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = {}
    for seat in Seat.objects.filter(table__in=list(table_ids)).order_by("number"):
        names.setdefault(seat.table_id, [""] * len(SEATS))[seat.number] = seat.name
    return names


def _line(table: Table, summary: TableSummary, names: Sequence[str]) -> LiveTable:
    return LiveTable(
        url=reverse("games:table", args=[table.public_id]),
        number=table.number,
        title=table.title or kind_name(table),
        sides=tuple(_side(side, summary, names) for side in range(len(summary.totals))),
        phase=summary.phase,
        deal=summary.deal,
        trick=summary.trick,
        bid=None if summary.bid is None else bid_name(summary.rules, summary.bid),
        trump=summary.trump,
    )


def _side(side: int, summary: TableSummary, names: Sequence[str]) -> LiveSide:
    totals = summary.totals
    name = " – ".join(filter(None, names[side :: len(totals)]))
    leads = min(totals) < totals[side] == max(totals)
    return LiveSide(name=name, score=totals[side], leads=leads)
