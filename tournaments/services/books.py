"""What a finished game makes of its pairing, and how that is written: one way for table and hall.

A match that ended level sends on the side that gained in its last scored deal, and stays a draw in
the books. One that decided nothing puts its pairing on the director's list. In a best of N each match
is a game: until they are decided, the pairing stays called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self, cast

from django.db.models import F

from games.models import Match, claim
from games.rules import Outcome, Refusal
from tournaments.formats import Decision, MatchResult, Series, decide, series
from tournaments.models import Pairing, Report, Round, Side

GAMES = (Report.Kind.PLAYED, Report.Kind.SHEET, Report.Kind.TOTALS, Report.Kind.AGREED)
"""The kinds of report that may hold a game; which of them count is for ``counted``."""


UNDECIDED: dict[str, Any] = {
    "outcome": "",
    "advances": None,
    "decided_by": "",
    "deal": None,
    "level_at": "",
}
"""What the row of a pairing says before anything is decided."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match that is over, wherever it was played.

    ``result`` is what the format reads; ``totals`` are the points of the sides of the match, which in
    pairs are two however many sides the pairing has: partners share one.
    """

    result: MatchResult
    totals: tuple[int, ...]

    @classmethod
    def of_match(cls, match: Match) -> Self:
        """Return the game that a match at a table was."""
        result = MatchResult(
            state=cast("Literal['won', 'drawn', 'void']", match.state),  # an open one was refused
            winner=match.winner,
            advances=match.advances,
            by=match.decided_by,
            last_scored_deal=match.last_scored_deal,
        )
        return cls(result, tuple(match.totals))

    @classmethod
    def of_outcome(cls, outcome: Outcome, *, last_scored_deal: int | None) -> Self:
        """Return the game that a score sheet, or totals, came to."""
        result = MatchResult(
            state=cast("Literal['won', 'drawn', 'void']", outcome.state),  # an open one is no game
            winner=outcome.winner,
            advances=outcome.advances,
            by=outcome.by or "",
            last_scored_deal=last_scored_deal,
        )
        return cls(result, outcome.totals)

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """Return a game from its JSON values."""
        return cls(MatchResult(**data["result"]), tuple(data["totals"]))

    def to_data(self) -> dict[str, Any]:
        """Return the game as JSON values."""
        return {"result": asdict(self.result), "totals": list(self.totals)}


@dataclass(frozen=True, slots=True)
class Books:
    """A pairing as one of its games leaves it.

    :param games: those that make up its result, this one the last; just the one where N is 1.
    :param decision: ``None`` while games are left to play, and when only the director can say.
    """

    pairing: Pairing
    games: Sequence[Game]
    best_of: int
    series: Series
    decision: Decision | None

    @property
    def is_open(self) -> bool:
        """Whether another game has to be played."""
        return self.series.result is None

    @property
    def is_for_director(self) -> bool:
        """Whether nothing was decided, and nothing follows by itself."""
        return self.decision is None and not self.is_open


def read(pairing: Pairing, game: Game) -> Books:
    """Return what the game makes of its pairing, from what is in the books under the tournament's lock."""
    earlier = counted(pairing.reports.all()) if pairing.round.stage.best_of > 1 else []
    return _of(pairing, [*(Game.of_data(report.data["game"]) for report in earlier), game])


def _of(pairing: Pairing, games: Sequence[Game]) -> Books:
    stage = pairing.round.stage
    stopped = Round.objects.filter(pk=pairing.round_id, stopped_at__isnull=False)
    time_up = stage.best_of > 1 and pairing.postponed_at is None and stopped.exists()
    found = series([one.result for one in games], best_of=stage.best_of, time_up=time_up)
    decision = decide(stage.format, found.result) if found.result else None
    return Books(pairing, games, stage.best_of, found, decision)


def counted(reports: Iterable[Report]) -> list[Report]:
    """Return those of a pairing's reports, in order, that hold a game and were not taken back."""
    games: list[Report] = []
    before: dict[int, list[Report]] = {}
    for report in reports:
        before[report.pk] = games
        if report.kind in GAMES and report.data.get("game"):
            games = [*games, report]
        elif report.kind == Report.Kind.VOIDED:
            games = []
        elif report.kind == Report.Kind.TAKEN_BACK:
            games = before[report.data["report"]]
    return games


def write(books: Books, *, refusal: Refusal) -> dict[str, Any]:
    """Write what a game came to into its called pairing, and return the facts for the log.

    :raises Refusal: the one given, when the pairing is not called any more.
    """
    called = Pairing.objects.filter(pk=books.pairing.pk, state=Pairing.State.CALLED)
    claim(called, refusal=refusal, **changes(books))
    if not books.is_for_director:
        _score(books)
    touch_round(books.pairing.round_id)
    return _facts(books)


def changes(books: Books) -> dict[str, Any]:
    """Return what the row of the pairing says then."""
    decision = books.decision
    if decision is None:
        return {"state": Pairing.State.CALLED if books.is_open else Pairing.State.VOID}
    return {
        "state": Pairing.State.DECIDED,
        "outcome": decision.outcome,
        "advances": decision.advances,
        "decided_by": decision.by,
        "deal": decision.deal,
        "level_at": decision.level_at,
    }


def _score(books: Books) -> None:
    sides = Side.objects.filter(pairing=books.pairing)
    for number, values in scores(books, list(sides.values_list("number", flat=True))).items():
        sides.filter(number=number).update(**values)


def scores(books: Books, numbers: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return points and games of the sides, and once it is decided placements; level is first and first."""
    totals = [sum(points) for points in zip(*(game.totals for game in books.games), strict=True)]
    halves = books.series.halves if books.best_of > 1 else None
    standing = _standing(books.decision, halves or totals)
    found = {}
    for number in numbers:
        own = number % len(totals)
        found[number] = {
            "score": totals[own],
            "halves": halves[own] if halves else None,
            "placement": None if books.decision is None else 1 + sum(one > standing[own] for one in standing),
        }
    return found


def _standing(decision: Decision | None, points: Sequence[int]) -> list[tuple[bool, int]]:
    """Return what the sides are placed by: who has won, then points, or games in a best of N."""
    won = decision.advances if decision is not None and decision.outcome == "won" else None
    return [(side == won, own) for side, own in enumerate(points)]


def _facts(books: Books) -> dict[str, Any]:
    game, decision = books.games[-1], books.decision
    return {
        "pairing": books.pairing.pk,
        "totals": list(game.totals),
        "ended": game.result.by,
        "halves": list(books.series.halves),
        "advances": decision and decision.advances,
        "by": decision.by if decision else "",
        "deal": decision and decision.deal,
    }


def reopen(pairing: Pairing, *, refusal: Refusal) -> None:
    """Let a pairing of a round in play be called again, as it was before a game that was taken back.

    :raises Refusal: the one given, when nothing is in its books, or its round is closed.
    """
    in_play = Pairing.objects.filter(pk=pairing.pk, round__state=Round.State.OPEN)
    claim(
        in_play.exclude(state=Pairing.State.WAITING),
        refusal=refusal,
        state=Pairing.State.CALLED,
        **UNDECIDED,
    )
    Side.objects.filter(pairing=pairing).update(score=None, halves=None, placement=None)
    left = [Game.of_data(report.data["game"]) for report in counted(pairing.reports.all())]
    if left:  # called again: what these games would decide now, with time up, is not in the books
        _score(replace(_of(pairing, left), decision=None))
    touch_round(pairing.round_id)


def touch_round(round_id: int) -> None:
    """Let whoever is closing the round from older results lose his claim."""
    Round.objects.filter(pk=round_id).update(version=F("version") + 1)
