"""Recording what tables report. The Match row is the outbox; a report of it is written once.

A match that ended level sends on the side that gained in its last scored deal, and stays a draw in
the books. One that decided nothing puts its pairing on the director's list.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, cast

import structlog
from django.db.models import F

from games.models import Match, claim
from games.rules import Refusal
from tournaments.formats import FORMATS, Decision, MatchResult
from tournaments.models import Action, Pairing, Report, Round, Side

from .actions import PROGRAM, acting

log = structlog.get_logger(__name__)


class AlreadyRecorded(Refusal):
    """This match has been recorded, or the director has ruled meanwhile."""

    code = "already_recorded"


class MatchStillOpen(Refusal):
    """A match is recorded when it has ended."""

    code = "match_still_open"


def record_match(*, match_id: int, now: datetime) -> None:
    """Record a finished match with its pairing, exactly once.

    :raises AlreadyRecorded: if it was, or if it is no match of a tournament.
    :raises MatchStillOpen: if it has not ended.
    """
    match = Match.objects.select_related("table__pairing__round__stage").get(pk=match_id)
    if match.state == Match.State.OPEN:
        raise MatchStillOpen()
    pairing = getattr(match.table, "pairing", None)
    if pairing is None:
        raise AlreadyRecorded()
    decision = FORMATS[pairing.round.stage.format].decide(_result(match))
    tournament_id = pairing.round.stage.tournament_id
    with acting(tournament_id, Action.Verb.RECORD, PROGRAM, now=now) as account:
        _claim(pairing, match, decision)
        if decision is not None:
            _score(pairing, match)
        _report(pairing, match, decision, now)
        touch_round(pairing.round_id)
        account.after = _facts(pairing, match, decision)


def record_finished(*, now: datetime) -> int:
    """Record every finished match that waits for it; return how many."""
    waiting = Match.objects.finished().filter(table__pairing__state=Pairing.State.CALLED, report__isnull=True)
    recorded = 0
    for match_id in waiting.order_by("finished_at", "pk").values_list("pk", flat=True):
        try:
            record_match(match_id=match_id, now=now)
        except AlreadyRecorded:
            continue
        recorded += 1
        log.info("result recorded", match=match_id)
    return recorded


def _result(match: Match) -> MatchResult:
    state = cast("Literal['won', 'drawn', 'void']", match.state)  # an open one was refused
    return MatchResult(
        state=state,
        winner=match.winner,
        advances=match.advances,
        by=match.decided_by,
        last_scored_deal=match.last_scored_deal,
    )


def _claim(pairing: Pairing, match: Match, decision: Decision | None) -> None:
    refusal = AlreadyRecorded()
    called = Pairing.objects.filter(pk=pairing.pk, state=Pairing.State.CALLED)
    if decision is None:
        claim(called, refusal=refusal, state=Pairing.State.VOID)
    else:
        claim(
            called,
            refusal=refusal,
            state=Pairing.State.DECIDED,
            outcome=decision.outcome,
            advances=decision.advances,
            decided_by=decision.by,
            deal=decision.deal,
            level_at=decision.level_at,
        )
    if Report.objects.filter(match=match).exists():  # a replay is called, an older match is late
        raise refusal


def _score(pairing: Pairing, match: Match) -> None:
    """Write points and placements; level is first and first."""
    for number, points in enumerate(match.totals):
        behind = match.winner is not None and match.winner != number
        side = Side.objects.filter(pairing=pairing, number=number)
        side.update(score=points, placement=2 if behind else 1)


def _report(pairing: Pairing, match: Match, decision: Decision | None, now: datetime) -> None:
    Report.objects.create(
        pairing=pairing,
        match=match,
        kind=Report.Kind.UNDECIDED if decision is None else Report.Kind.PLAYED,
        data=_facts(pairing, match, decision),
        at=now,
    )


def _facts(pairing: Pairing, match: Match, decision: Decision | None) -> dict[str, object]:
    return {
        "pairing": pairing.pk,
        "totals": match.totals,
        "ended": match.decided_by,
        "deals": match.deals,
        "advances": decision and decision.advances,
        "by": decision.by if decision else "",
        "deal": decision and decision.deal,
    }


def touch_round(round_id: int) -> None:
    """Let whoever is closing the round from older results lose his claim."""
    Round.objects.filter(pk=round_id).update(version=F("version") + 1)
