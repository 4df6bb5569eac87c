"""Recording what tables report. The Match row is the outbox; a report of it is written once.

A match that ended level sends on the side that gained in its last scored deal, and stays a draw in
the books. One that decided nothing puts its pairing on the director's list. In a best of N the match
is a game: until they are decided, the next begins at the same table in the same transaction. Where
people sit both happen when they have been shown how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

import structlog
from django.db.models import F

from games.dealing import Stream
from games.models import Match, claim
from games.rules import SEATS, Refusal
from games.services import series as table_series
from tournaments.formats import Decision, MatchResult, Series, decide, series
from tournaments.models import Action, Pairing, Report, Round, Side

from .actions import PROGRAM, acting
from .calling import begin_another

log = structlog.get_logger(__name__)


class AlreadyRecorded(Refusal):
    """This match has been recorded, or the director has ruled meanwhile."""

    code = "already_recorded"


class MatchStillOpen(Refusal):
    """A match is recorded when it has ended."""

    code = "match_still_open"


def record_match(*, match_id: int, now: datetime, stream: Stream) -> bool:
    """Record a finished match with its pairing, exactly once; in a series still open, begin the next.

    :returns: whether it is recorded: before the next game people are left a while with the last.
    :raises AlreadyRecorded: if it was, or if it is no match of a tournament.
    :raises MatchStillOpen: if it has not ended.
    """
    match = Match.objects.select_related("table__pairing__round__stage").get(pk=match_id)
    if match.state == Match.State.OPEN:
        raise MatchStillOpen()
    pairing = getattr(match.table, "pairing", None)
    if pairing is None:
        raise AlreadyRecorded()
    if _is_looked_at(pairing, match, now):
        return False
    with acting(pairing.round.stage.tournament_id, Action.Verb.RECORD, PROGRAM, now=now) as account:
        books = _read(pairing, match)
        _claim(books)
        if not books.is_for_director:
            _score(books)
        account.after = _facts(books)
        _report(books, account.after, now)
        touch_round(pairing.round_id)
        _go_on(books, stream, now)
    return True


def record_finished(*, now: datetime, stream: Stream) -> int:
    """Record every finished match that waits for it; return how many."""
    waiting = Match.objects.finished().filter(table__pairing__state=Pairing.State.CALLED, report__isnull=True)
    recorded = 0
    for match_id in waiting.order_by("finished_at", "pk").values_list("pk", flat=True):
        try:
            done = record_match(match_id=match_id, now=now, stream=stream)
        except AlreadyRecorded:
            continue
        if done:
            recorded += 1
            log.info("result recorded", match=match_id)
    return recorded


def _is_looked_at(pairing: Pairing, match: Match, now: datetime) -> bool:
    """Return whether another game follows, and people are still shown how this one ended."""
    if pairing.round.stage.best_of == 1 or now >= table_series.next_begins_at(match):
        return False
    return _read(pairing, match).is_open


@dataclass(frozen=True, slots=True)
class Books:
    """A pairing as one of its matches leaves it.

    :param games: the matches that make up its result, this one the last; just the one where N is 1.
    :param decision: ``None`` while games are left to play, and when only the director can say.
    """

    pairing: Pairing
    games: Sequence[Match]
    best_of: int
    series: Series
    decision: Decision | None

    @property
    def match(self) -> Match:
        """The match being recorded."""
        return self.games[-1]

    @property
    def is_open(self) -> bool:
        """Whether another game has to be played."""
        return self.series.result is None

    @property
    def is_for_director(self) -> bool:
        """Whether nothing was decided, and nothing follows by itself."""
        return self.decision is None and not self.is_open


def _read(pairing: Pairing, match: Match) -> Books:
    """Return what the match makes of its pairing, from what is in the books under the tournament's lock."""
    stage = pairing.round.stage
    games, time_up = [match], False
    if stage.best_of > 1:
        played = Match.objects.filter(report__pairing=pairing, report__kind=Report.Kind.PLAYED)
        games = [*played.exclude(pk=match.pk).order_by("number"), match]
        time_up = Round.objects.filter(pk=pairing.round_id, stopped_at__isnull=False).exists()
    found = series([_result(game) for game in games], best_of=stage.best_of, time_up=time_up)
    decision = decide(stage.format, found.result) if found.result else None
    return Books(pairing, games, stage.best_of, found, decision)


def _result(match: Match) -> MatchResult:
    state = cast("Literal['won', 'drawn', 'void']", match.state)  # an open one was refused
    return MatchResult(
        state=state,
        winner=match.winner,
        advances=match.advances,
        by=match.decided_by,
        last_scored_deal=match.last_scored_deal,
    )


def _claim(books: Books) -> None:
    refusal = AlreadyRecorded()
    called = Pairing.objects.filter(pk=books.pairing.pk, state=Pairing.State.CALLED)
    claim(called, refusal=refusal, **_changes(books))
    if Report.objects.filter(match=books.match).exists():  # a replay or another game is called meanwhile
        raise refusal


def _changes(books: Books) -> dict[str, Any]:
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
    """Write points and games, and once it is decided placements; level is first and first."""
    sides = books.pairing.round.stage.sides
    for number in range(sides):
        mine = [place for place in SEATS if place % sides == number]
        Side.objects.filter(pairing=books.pairing, number__in=mine).update(
            score=sum(match.totals[number] for match in books.games),
            halves=books.series.halves[number] if books.best_of > 1 else None,
            placement=_placement(books.decision, number),
        )


def _placement(decision: Decision | None, number: int) -> int | None:
    if decision is None:
        return None
    return 2 if decision.outcome == "won" and decision.advances != number else 1


def _report(books: Books, facts: dict[str, Any], now: datetime) -> None:
    Report.objects.create(
        pairing=books.pairing,
        match=books.match,
        kind=Report.Kind.UNDECIDED if books.is_for_director else Report.Kind.PLAYED,
        data=facts,
        at=now,
    )


def _facts(books: Books) -> dict[str, Any]:
    match, decision = books.match, books.decision
    return {
        "pairing": books.pairing.pk,
        "totals": match.totals,
        "ended": match.decided_by,
        "deals": match.deals,
        "halves": list(books.series.halves),
        "advances": decision and decision.advances,
        "by": decision.by if decision else "",
        "deal": decision and decision.deal,
    }


def _go_on(books: Books, stream: Stream, now: datetime) -> None:
    """Tell the table how its series stands, and begin the next game if there is one."""
    table = books.pairing.table
    if books.best_of == 1 or books.is_for_director or table is None:
        return
    game = len(books.games) + books.is_open
    table_series.tell([table.pk], game=game, of=books.best_of, halves=books.series.halves)
    if books.is_open:
        begin_another(table, now=now, stream=stream)


def touch_round(round_id: int) -> None:
    """Let whoever is closing the round from older results lose his claim."""
    Round.objects.filter(pk=round_id).update(version=F("version") + 1)
