"""What a corrected result says: the new values of a pairing and its sides, weighed but not written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules import LastGainMissing, NoSuchSide, Refusal
from tournaments.models import Pairing, Report

from . import books
from .said import Totals, told, weigh


class NothingToCorrect(Refusal):
    """Only a pairing that has been decided, and was not decided by nobody's coming, is corrected."""

    code = "nothing_to_correct"


class SeriesIsAwarded(Refusal):
    """Of a series it can be corrected who won it; its games stay as they were played."""

    code = "series_is_awarded"


@dataclass(frozen=True, slots=True)
class Awarded:
    """A side has won, or goes on, because the director says so; no score is claimed."""

    winner: int

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"winner": self.winner}


Result = Totals | Awarded


@dataclass(frozen=True, slots=True)
class Corrected:
    """The values of a pairing's row, and of its sides by their numbers, as a result makes them."""

    row: Mapping[str, Any]
    sides: Mapping[int, Mapping[str, Any]]

    @property
    def advances(self) -> int | None:
        """The side that goes on, or has won."""
        found: int | None = self.row["advances"]
        return found


UNPLAYED = (Pairing.DecidedBy.BYE, Pairing.DecidedBy.SIT_OUT, Pairing.DecidedBy.NOT_NEEDED)


def corrected(pairing: Pairing, result: Result) -> Corrected:
    """Return what a result makes of a decided pairing.

    :raises NothingToCorrect: when it is not decided, or nobody could have played.
    :raises SeriesIsAwarded: for totals of a series.
    :raises games.rules.Refusal: when totals are impossible under the rules of the stage.
    """
    numbers = list(pairing.sides.values_list("number", flat=True))
    if pairing.state != Pairing.State.DECIDED or pairing.decided_by in UNPLAYED or len(numbers) < 2:
        raise NothingToCorrect()
    if isinstance(result, Awarded):
        return _awarded(pairing, result, numbers)
    if pairing.round.stage.best_of > 1:
        raise SeriesIsAwarded()
    found = books.read(pairing, _game(pairing, result))
    if found.decision is None:
        raise LastGainMissing()
    return Corrected(books.UNDECIDED | books.changes(found), books.scores(found, numbers))


def _game(pairing: Pairing, result: Totals) -> books.Game:
    heard = told(one for one in pairing.reports.all() if one.kind != Report.Kind.VOIDED)
    game = weigh(pairing, heard, result).game
    if game is None:
        raise LastGainMissing()
    return game


def _awarded(pairing: Pairing, result: Awarded, numbers: list[int]) -> Corrected:
    sides = pairing.round.stage.sides
    if not 0 <= result.winner < sides:
        raise NoSuchSide(side=result.winner)
    row = {
        **books.UNDECIDED,
        "state": Pairing.State.DECIDED,
        "advances": result.winner,
        "decided_by": Pairing.DecidedBy.RULING,
    }
    values = {
        number: {"score": None, "halves": None, "placement": 1 if number % sides == result.winner else 2}
        for number in numbers
    }
    return Corrected(row, values)
