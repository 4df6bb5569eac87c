"""What the scorers' page shows: the tables of the hall, the latest results, and who contradicts whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.formats import teams
from tournaments.models import Pairing, Report, Tournament
from tournaments.services.lineups import Lineups, moment_of
from tournaments.services.said import Told, is_disputed, told

from .ranges import Tables

LATEST = 20


@dataclass(frozen=True, slots=True)
class SaidView:
    """What one side says: its name, the points, and who gained last where that decides."""

    report: int
    side: str
    totals: tuple[int, ...]
    last: str


@dataclass(frozen=True, slots=True)
class HallTable:
    """A pairing of a round in play that is played with cards.

    ``state`` is ``open``, ``sheet`` (deals are written), ``said`` (one side has spoken), ``disputed`` or
    ``decided``.
    """

    id: int
    number: int
    names: tuple[str, ...]
    state: str
    lines: int
    words: tuple[SaidView, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """A result from the hall that can still be taken back."""

    report: int
    pairing: int
    table: int
    names: tuple[str, ...]
    totals: tuple[int, ...]
    kind: str
    by: str
    by_silence: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Desk:
    """The tables of the hall in order, and the latest results, the newest first."""

    tables: tuple[HallTable, ...]
    entered: tuple[Entered, ...]

    @property
    def disputed(self) -> tuple[HallTable, ...]:
        """Return the tables whose sides contradict each other."""
        return tuple(table for table in self.tables if table.state == "disputed")

    def of(self, tables: Tables) -> Desk:
        """Return what of it is of these tables, of the results the latest."""
        return Desk(
            tuple(one for one in self.tables if tables.has(one.number)),
            tuple(one for one in self.entered if tables.has(one.table))[:LATEST],
        )


def desk(tournament: Tournament) -> Desk:
    """Return the scorers' page, in a fixed number of queries."""
    rows = Pairing.objects.filter(round__stage__tournament=tournament).in_play()
    rows = rows.filter(hall_table__isnull=False).order_by("hall_table", "pk")
    pairings = list(rows.select_related("round__stage").prefetch_related("sides__entry", "reports__by"))
    heard = [(pairing, told(pairing.reports.all())) for pairing in pairings]
    tables = tuple(_table(pairing, said) for pairing, said in heard)
    entered = [
        _entered(pairing, said.game) for pairing, said in heard if said.game and not said.game.match_id
    ]
    return Desk(tables, tuple(sorted(entered, key=lambda one: one.report, reverse=True)))


def names_of(pairing: Pairing, then: Lineups | None = None) -> tuple[str, ...]:
    """Return the names of the sides that meet, in order: partners of this round share one.

    :param then: who played when, where the round may be over; the entries' players are loaded then.
    """
    at = moment_of(pairing)
    entries = [side.entry for side in pairing.sides.all()]
    names = [entry.name if then is None else then.name(entry, at) for entry in entries]
    return tuple(" & ".join(team) for team in teams(names, sides=pairing.round.stage.sides))


def said_view(report: Report, names: Sequence[str]) -> SaidView:
    """Return what a word says, as it is read."""
    game = report.data["game"]
    last = game["result"]["advances"]
    side = names[report.side % len(names)] if report.side is not None else ""
    return SaidView(report.pk, side, tuple(game["totals"]), "" if last is None else names[last])


def _table(pairing: Pairing, heard: Told) -> HallTable:
    names = names_of(pairing)
    return HallTable(
        id=pairing.pk,
        number=pairing.hall_table or 0,
        names=names,
        state=_state(pairing, heard),
        lines=len(heard.sheet.data.get("lines", ())) if heard.sheet else 0,
        words=tuple(said_view(word, names) for word in heard.ended.values()),
    )


def _state(pairing: Pairing, heard: Told) -> str:
    if pairing.state != Pairing.State.CALLED:
        return pairing.state
    if is_disputed(heard):
        return "disputed"
    if heard.ended:
        return "said"
    return "sheet" if heard.sheet else "open"


def _entered(pairing: Pairing, report: Report) -> Entered:
    data: dict[str, Any] = report.data
    return Entered(
        report=report.pk,
        pairing=pairing.pk,
        table=pairing.hall_table or 0,
        names=names_of(pairing),
        totals=tuple(data["game"]["totals"]),
        kind=report.kind,
        by=str(report.by) if report.by else "",
        by_silence=data.get("by_silence", False),
        at=report.at,
    )
