"""What is said of a match played with cards: a score sheet or totals alone, read, checked, looked up.

``said_from`` reads it, ``weigh`` asks the rules what it comes to, ``told`` finds in a pairing's reports
what has been said so far. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games.models import Table
from games.rules import (
    SEATS,
    Outcome,
    Refusal,
    ScoreSheet,
    Seat,
    Side,
    Terms,
    Written,
    lines_from,
    score_sheet,
    totals_only,
)
from tournaments.models import Pairing, Report

from .books import GAMES, Game

ALLOWED: Final = ("lines", "totals")


class UnknownResult(Refusal):
    """A result is the lines of a score sheet, or the totals of the sides."""

    code = "unknown_result"


class HeadChanged(Refusal):
    """The deals that were played at the table before it went on with cards stay as they are."""

    code = "head_changed"


class TimeNotUp(Refusal):
    """A match is cut short only when no new deal was called in its round."""

    code = "time_not_up"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a score sheet so far; ``is_last`` says that time was up and no deal follows."""

    lines: tuple[Written, ...]
    dealer: Seat = SEATS[0]
    is_last: bool = False

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON values."""
        lines = [line and line.to_data() for line in self.lines]
        return {"lines": lines, "dealer": self.dealer, "is_last": self.is_last}


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals alone; ``last`` is the side that gained in the last scored deal."""

    totals: tuple[int, ...]
    last: Side | None = None

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"totals": list(self.totals), "last": self.last}


Said = Sheet | Totals


def said_from(values: object) -> Said:
    """Read what somebody says from JSON values.

    :raises UnknownResult: when it is neither a sheet nor totals.
    :raises games.rules.BadSheetLine: for a line that is none.
    """
    if isinstance(values, Mapping) and set(values) <= {"lines", "dealer", "is_last"} and "lines" in values:
        dealer, is_last = values.get("dealer", 0), values.get("is_last", False)
        if type(dealer) is int and dealer in SEATS and type(is_last) is bool:
            return Sheet(lines_from(values["lines"]), SEATS[dealer], is_last)
    if isinstance(values, Mapping) and set(values) <= {"totals", "last"} and "totals" in values:
        totals, last = values["totals"], values.get("last")
        if _are_totals(totals) and (last is None or (type(last) is int and last in SEATS)):
            return Totals(tuple(totals), None if last is None else Side(last))
    raise UnknownResult(allowed=", ".join(ALLOWED))


def _are_totals(values: object) -> bool:
    if not isinstance(values, list) or not 1 < len(values) <= len(SEATS):
        return False
    return all(type(value) is int and abs(value) < 10_000 for value in values)


@dataclass(frozen=True, slots=True)
class Told:
    """What has been said of a pairing's game in hand, from its reports in order.

    :param last: the latest report that is no player's word, 0 without one.
    :param head: the report with which it left its table for the hall; its deals come first.
    :param sheet: the sheet that scorers are writing.
    :param words: the latest of each side's players, by the number of the side.
    :param game: the report of the last game in the books, which may be taken back.
    """

    last: int = 0
    head: Report | None = None
    sheet: Report | None = None
    words: Mapping[int, Report] = field(default_factory=dict)
    game: Report | None = None

    def seen_by(self, side: int | None) -> int:
        """Return the number of the report that whoever speaks for a side, or for all, has to have seen."""
        own = self.words.get(side) if side is not None else None
        return own.pk if own is not None else self.last

    @property
    def ended(self) -> dict[int, Report]:
        """The words that say how the match ended, not only how it stands."""
        return {side: word for side, word in self.words.items() if word.data["game"]}


def told(reports: Iterable[Report]) -> Told:
    """Return what has been said, from all reports of a pairing in order."""
    now, before = Told(), {}
    for report in reports:
        before[report.pk] = now
        now = _heard(now, report, before)
    return now


def _heard(now: Told, report: Report, before: Mapping[int, Told]) -> Told:
    kind = Report.Kind(report.kind)
    if kind is Report.Kind.WORD and report.side is not None:
        return replace(now, words={**now.words, report.side: report})
    if kind is Report.Kind.TAKEN_BACK:
        was, taken = before[report.data["report"]], now.game
        written = taken if taken is not None and "lines" in taken.data else was.sheet
        return Told(last=report.pk, head=was.head, sheet=written, game=was.game)
    if kind is Report.Kind.VOIDED:
        return Told(last=report.pk)
    if kind is Report.Kind.CORRECTION:  # it can be undone, and what it corrected not be taken back any more
        return replace(now, last=report.pk, game=None)
    if kind is Report.Kind.CARDS:
        return Told(last=report.pk, head=report, game=now.game)
    if kind is Report.Kind.SHEET and not report.data["game"]:
        return replace(now, last=report.pk, sheet=report)
    return Told(last=report.pk, game=report if kind in GAMES else now.game)


def has_begun(pairing: Pairing) -> bool:
    """Return whether cards have been played at its table, or something that holds was said of it."""
    heard = told(pairing.reports.all())
    is_played = pairing.table is not None and pairing.table.state != Table.State.WAITING
    return is_played or bool(heard.head or heard.sheet or heard.words or heard.game)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What something said comes to: the outcome, the sheet if it was one, and the game if it is over."""

    outcome: Outcome
    sheet: ScoreSheet | None
    game: Game | None


def weigh(pairing: Pairing, heard: Told, said: Said) -> Weighed:
    """Return what something said comes to by the rules of the pairing's stage.

    :raises games.rules.Refusal: naming the line, or what is wrong with the totals.
    :raises HeadChanged: when the deals of the table are not as they were played.
    :raises TimeNotUp: when it says that time is up, and it was not called.
    """
    terms, stopped = terms_of(pairing, heard), pairing.is_out_of_time
    if isinstance(said, Totals):
        outcome = totals_only(terms, said.totals, last=said.last, time_up=stopped)
        return Weighed(outcome, None, Game.of_outcome(outcome, last_scored_deal=outcome.at))
    if said.is_last and not stopped:
        raise TimeNotUp()
    head = head_of(heard)
    if said.lines[: len(head)] != head:
        raise HeadChanged(lines=len(head))
    terms = terms if heard.head else replace(terms, dealer=said.dealer)
    sheet = score_sheet(terms, said.lines, time_up=said.is_last)
    if sheet.outcome.state == "open":
        return Weighed(sheet.outcome, sheet, None)
    return Weighed(
        sheet.outcome, sheet, Game.of_outcome(sheet.outcome, last_scored_deal=sheet.scored or None)
    )


def terms_of(pairing: Pairing, heard: Told) -> Terms:
    """Return what the game in hand is played under: as it was at its table, or as the stage says."""
    stage = pairing.round.stage
    if heard.head is None:
        return Terms(stage.rules, stage.target, stage.cap, SEATS[0])
    left = heard.head.data
    given = tuple((at, Side(side), points) for at, side, points in left["adjustments"])
    return Terms(stage.rules, left["target"], left["cap"], SEATS[left["dealer"]], given)


def head_of(heard: Told) -> tuple[Written, ...]:
    """Return the deals that were played at the table before it went on with cards."""
    return lines_from(heard.head.data["lines"]) if heard.head else ()


def sheet_so_far(report: Report | None, heard: Told) -> Sheet:
    """Return the sheet of a report, or the one that begins with what was played at the table."""
    if report is None or "lines" not in report.data:
        return Sheet(head_of(heard))
    return Sheet(lines_from(report.data["lines"]), SEATS[report.data["dealer"]], report.data["is_last"])


def deals_of(heard: Told) -> int:
    """Return how many deals have been entered, on the fullest of the sheets; totals alone have none."""
    said = (heard.head, heard.sheet, heard.game, *heard.words.values())
    return max((len(one.data["lines"]) for one in said if one and "lines" in one.data), default=0)


def is_disputed(heard: Told) -> bool:
    """Return whether players say that the match ended differently: points, who won, or who goes on."""
    return len({_essence(word) for word in heard.ended.values()}) > 1


def _essence(word: Report) -> tuple[object, ...]:
    """Return what two words have to agree in; one may have counted deals that the other did not."""
    result = word.data["game"]["result"]
    return (*word.data["game"]["totals"], result["state"], result["winner"], result["advances"])
