"""A match played with cards, from the lines of its score sheet: points, totals, dealer and end.

Points, dealer and end come from the functions that a match at a table uses, so a sheet and a table
cannot disagree. Source: docs/formats.md#results-from-the-hall.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.rules.auction import Bid
from games.rules.cards import NO_TRUMP, Trump, parse_trump
from games.rules.choices import AllPass, NextDealer
from games.rules.errors import (
    BadSheetBid,
    BadSheetBonus,
    BadSheetTricks,
    BadSheetTrump,
    BadSuit,
    DealerHasToBid,
    LineAfterTheEnd,
    UnreadableLine,
)
from games.rules.position import ScoredDeal
from games.rules.rulesets import RuleSet
from games.rules.scoring import Points, score_deal
from games.rules.seats import SEATS, Seat, Side, next_seat, side_of
from games.rules.settle import Adjustment, Outcome, adjusted, settle
from games.rules.trick import trumps

MOST_LINES: Final = 500
"""No match by any rule set has been seen to need a tenth of it."""

_FIELDS: Final = {"declarer", "bid", "tricks", "trump", "honour"}


@dataclass(frozen=True, slots=True)
class Line:
    """A deal as it is written down: the contract, and the tricks of each side.

    :param declarer: whose contract it was.
    :param trump: ``None`` where nobody wrote it down.
    :param honour: the side that earned the bonus for the king of hearts.
    """

    declarer: Seat
    bid: int
    tricks: tuple[int, ...]
    trump: Trump | None = None
    honour: Side | None = None

    @classmethod
    def of(cls, deal: ScoredDeal, rules: RuleSet) -> "Line":
        """Return the line that a deal at a table would have been."""
        tricks = [0] * rules.seating.sides
        for seat, taken in zip(SEATS, deal.tricks, strict=True):
            tricks[side_of(seat, rules.seating)] += taken
        return cls(deal.declarer, deal.bid, tuple(tricks), deal.trump, deal.honour)

    def to_data(self) -> dict[str, Any]:
        """Return the line as JSON values."""
        return {
            "declarer": self.declarer,
            "bid": self.bid,
            "tricks": list(self.tricks),
            "trump": None if self.trump is None else self.trump.letter,
            "honour": self.honour,
        }


Written = Line | None
"""A line of a sheet; ``None`` is a deal that everyone passed."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is played under, however it is played.

    :param dealer: who dealt first.
    :param adjustments: what a director gave or took, by the line it counts from.
    """

    rules: RuleSet
    target: int
    cap: int | None
    dealer: Seat
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line with what it comes to. ``points`` is ``None`` where everyone passed."""

    line: Written
    dealer: Seat
    points: Points | None
    totals: Points


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole sheet: its rows, where the match stands, and who deals next."""

    rows: tuple[Row, ...]
    outcome: Outcome
    dealer: Seat

    @property
    def scored(self) -> int:
        """How many deals were scored: only those count towards the cap."""
        return sum(row.points is not None for row in self.rows)


def score_sheet(terms: Terms, lines: Sequence[Written], *, time_up: bool = False) -> ScoreSheet:
    """Return what the lines come to.

    :param time_up: no deal follows the last line, so a match still open is decided as it stands.
    :raises BadSheetLine: naming the first line that cannot be, by what is wrong with it.
    """
    for number, line in enumerate(lines, start=1):
        _demand_line(terms.rules, line, number)
    deals = [None if line is None else _points(terms.rules, line) for line in lines]
    outcome = settle(
        terms.rules, deals, terms.target, terms.cap, time_up=time_up, adjustments=terms.adjustments
    )
    if outcome.at < len(lines):
        raise LineAfterTheEnd(line=outcome.at + 1, last=outcome.at)
    dealers = _dealers(terms, deals)
    totals = _running(terms, deals)
    rows = zip(lines, dealers, deals, totals, strict=False)  # one dealer more: who is next
    return ScoreSheet(tuple(Row(*row) for row in rows), outcome, dealers[-1])


def line_from(values: object, *, number: int = 1) -> Written:
    """Read a line back from JSON values.

    :raises UnreadableLine: when they are no line; what a line may say is for ``score_sheet``.
    """
    if values is None:
        return None
    if not isinstance(values, Mapping) or not {"declarer", "bid", "tricks"} <= set(values) <= _FIELDS:
        raise UnreadableLine(line=number)
    declarer, bid, tricks, honour = values["declarer"], values["bid"], values["tricks"], values.get("honour")
    numbers = [declarer, bid, *(tricks if isinstance(tricks, list) else [None]), honour or 0]
    if not _are_numbers(numbers) or declarer not in SEATS:
        raise UnreadableLine(line=number)
    trump = _trump(values.get("trump"), number)
    return Line(SEATS[declarer], bid, tuple(tricks), trump, None if honour is None else Side(honour))


def lines_from(values: object) -> tuple[Written, ...]:
    """Read the lines of a sheet back from JSON values.

    :raises UnreadableLine: naming the first that is none.
    """
    if not isinstance(values, list) or len(values) > MOST_LINES:
        raise UnreadableLine(line=1)
    return tuple(line_from(value, number=number) for number, value in enumerate(values, start=1))


def _are_numbers(values: Sequence[object]) -> bool:
    return all(type(value) is int for value in values)


def _trump(text: Any, number: int) -> Trump | None:
    try:
        return None if text is None else parse_trump(text)
    except BadSuit as fault:
        raise UnreadableLine(line=number) from fault


def _demand_line(rules: RuleSet, line: Written, number: int) -> None:
    """Refuse a line that no deal by these rules can have come to."""
    if line is None:
        if rules.all_pass is AllPass.DEALER_FORCED:
            raise DealerHasToBid(line=number, lowest=rules.bid_min)
        return
    if not rules.bid_min <= line.bid <= rules.bid_max:
        raise BadSheetBid(line=number, bid=line.bid, lowest=rules.bid_min, highest=rules.bid_max)
    if len(line.tricks) != rules.seating.sides or min(line.tricks) < 0 or sum(line.tricks) != 13:
        raise BadSheetTricks(line=number, total=sum(line.tricks))
    if line.trump is not None and line.trump not in _possible_trumps(rules):
        raise BadSheetTrump(line=number, trump=line.trump.letter)
    if line.honour is not None and not _can_earn(rules, line, line.honour):
        raise BadSheetBonus(line=number)


def _possible_trumps(rules: RuleSet) -> tuple[Trump, ...]:
    return trumps(rules) if rules.fixed_trump is None else (rules.fixed_trump,)


def _can_earn(rules: RuleSet, line: Line, side: Side) -> bool:
    """Return whether a side can have taken the king of hearts with the ace of trumps: it has a trick."""
    if rules.honour is None or line.trump is NO_TRUMP or side not in range(rules.seating.sides):
        return False
    return line.tricks[side] > 0


def _points(rules: RuleSet, line: Line) -> Points:
    by_seat = [*line.tricks, 0, 0][:4]  # it does not matter which of two partners took them
    bid, bonus = Bid(line.bid), line.honour
    return score_deal(rules, declarer=line.declarer, bid=bid, tricks=by_seat, bonus_side=bonus)


def _dealers(terms: Terms, deals: Sequence[Points | None]) -> list[Seat]:
    """Return who dealt each deal, and who deals the next."""
    dealers = [terms.dealer]
    for points in deals:
        stays = points is None and terms.rules.dealer_all_pass is NextDealer.SAME
        dealers.append(dealers[-1] if stays else next_seat(dealers[-1]))
    return dealers


def _running(terms: Terms, deals: Sequence[Points | None]) -> list[Points]:
    """Return the totals after each deal."""
    totals: Points = adjusted((0,) * terms.rules.seating.sides, terms.adjustments, 0)
    running = []
    for at, points in enumerate(deals, start=1):
        gained = points or (0,) * len(totals)
        totals = adjusted(tuple([a + b for a, b in zip(totals, gained, strict=True)]), terms.adjustments, at)
        running.append(totals)
    return running
