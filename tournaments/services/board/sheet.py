"""What the page of one pairing's score sheet shows to a scorer, or to a player of one of its sides."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import ALL_TRICKS, SEATS, Row, RuleSet
from tournaments.models import Pairing, Report
from tournaments.services.lineups import Lineups, lineups, moment_of
from tournaments.services.said import Sheet, Told, is_disputed, sheet_so_far, told, weigh

from .desk import SaidView, names_of, said_view


@dataclass(frozen=True, slots=True)
class RowView:
    """A line of the sheet: who had which contract, how many tricks his side took, and what it paid."""

    number: int
    dealer: str
    declarer: str
    bid: int
    trump: str
    took: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    passed: bool
    at_table: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """The sheet as the visitor may go on with it.

    :param seats: the names of seats 0 to 3.
    :param state: ``open``, or how the match has ended by these lines.
    :param seen: the report he has before him, which an entry carries.
    :param written: the sheet as JSON, which a line is added to.
    :param fixed: how many lines were played at a table of this site.
    """

    rules: RuleSet
    names: tuple[str, ...]
    seats: tuple[str, ...]
    rows: tuple[RowView, ...]
    totals: tuple[int, ...]
    state: str
    winner: str
    dealer: str
    seen: int
    written: str
    fixed: int
    may_stop: bool

    @property
    def bids(self) -> range:
        """The bids the rules know."""
        return range(self.rules.bid_min, self.rules.bid_max + 1)

    @property
    def tricks(self) -> range:
        """How many tricks a side may take."""
        return range(ALL_TRICKS + 1)

    @property
    def trumps(self) -> str:
        """What a declarer may name, as letters."""
        return "SHDCN" if self.rules.no_trump else "SHDC"

    @property
    def has_bonus(self) -> bool:
        """Whether the rules pay a bonus for the king of hearts."""
        return self.rules.honour is not None

    @property
    def is_solo(self) -> bool:
        """Whether nobody has a partner, so that each seat's tricks are written."""
        return self.rules.seating.sides > 2


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said of the pairing, as the visitor reads it: his side's word, the others', the result."""

    pairing: Pairing
    names: tuple[str, ...]
    mine: SaidView | None
    others: tuple[SaidView, ...]
    disputed: bool
    decided: tuple[int, ...]
    winner: str


def sheet_view(pairing: Pairing, side: int | None, typed: Sheet | None = None) -> SheetView:
    """Return the sheet of a pairing for whoever speaks for a side, or for all where it is ``None``.

    :param typed: lines that were not taken, to be shown instead of those in the books.
    """
    heard = told(pairing.reports.all())
    written = _written(heard, side)
    if pairing.state == Pairing.State.DECIDED and heard.game is not None:
        written = heard.game
        heard = told([report for report in pairing.reports.all() if report.pk < written.pk])
    sheet = typed or sheet_so_far(written, heard)
    weighed = weigh(pairing, heard, sheet)
    found = weighed.sheet
    assert found is not None  # it was weighed as a sheet
    then = lineups(pairing.round.stage.tournament_id)
    names, seats = names_of(pairing, then), seat_names(pairing, then)
    fixed = len(heard.head.data["lines"]) if heard.head else 0
    outcome = weighed.outcome
    return SheetView(
        rules=pairing.round.stage.rules,
        names=names,
        seats=seats,
        rows=tuple(_row(row, number, seats, fixed) for number, row in enumerate(found.rows, start=1)),
        totals=outcome.totals,
        state=outcome.state,
        winner="" if outcome.winner is None else names[outcome.winner],
        dealer=seats[found.dealer],
        seen=heard.seen_by(side),
        written=json.dumps(sheet.to_data()),
        fixed=fixed,
        may_stop=pairing.round.stopped_at is not None and outcome.state == "open",
    )


def _written(heard: Told, side: int | None) -> Report | None:
    """Return what was written last for the side, or by the scorers."""
    return heard.sheet if side is None else heard.words.get(side, heard.sheet)


def _row(row: Row, number: int, seats: Sequence[str], fixed: int) -> RowView:
    line = row.line
    sides = len(row.totals)
    return RowView(
        number=number,
        dealer=seats[row.dealer],
        declarer=seats[line.declarer] if line else "",
        bid=line.bid if line else 0,
        trump=line.trump.letter if line and line.trump is not None else "",
        took=line.tricks[line.declarer % sides] if line else 0,
        points=row.points or (),
        totals=row.totals,
        passed=line is None,
        at_table=number <= fixed,
    )


def heard_view(pairing: Pairing, side: int | None) -> Heard:
    """Return what was said of a pairing, for whoever speaks for a side, or for all."""
    heard = told(pairing.reports.all())
    names = names_of(pairing, lineups(pairing.round.stage.tournament_id))
    decided = pairing.state == Pairing.State.DECIDED
    words = {number: said_view(word, names) for number, word in heard.ended.items()}
    return Heard(
        pairing=pairing,
        names=names,
        mine=words.get(side) if side is not None else None,
        others=tuple(word for number, word in words.items() if number != side),
        disputed=is_disputed(heard) and not decided,
        decided=tuple(one.score or 0 for one in pairing.sides.all())[: len(names)] if decided else (),
        winner=names[pairing.advances] if decided and pairing.advances is not None else "",
    )


def seat_names(pairing: Pairing, then: Lineups) -> tuple[str, ...]:
    """Return who sits or sat where: partners opposite each other, the sides in order of play."""
    sides = [then.of(side.entry, moment_of(pairing)) for side in pairing.sides.all()]
    return tuple(sides[seat % len(sides)][seat // len(sides)] for seat in SEATS)
