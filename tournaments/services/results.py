"""Recording what tables report. The Match row is the outbox; a report of it is written once.

What it makes of its pairing is for ``books``. In a best of N the next game begins at the same table
in the same transaction. Where people sit both happen when they have been shown how it ended.
"""

from __future__ import annotations

from datetime import datetime

import structlog

from games.dealing import Stream
from games.models import Match
from games.rules import Refusal
from games.services import series as table_series
from tournaments.models import Action, Pairing, Report, Tournament

from . import books
from .actions import PROGRAM, acting
from .books import Books, Game
from .calling import begin_another
from .changes import Changes
from .replays import let_play_on

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
        found = books.read(pairing, Game.of_match(match))
        account.after = books.write(found, refusal=AlreadyRecorded())
        account.after |= {"deals": match.deals, "game": found.games[-1].to_data()}
        let_play_on(pairing, Changes())
        if Report.objects.filter(match=match).exists():  # a replay or another game is called meanwhile
            raise AlreadyRecorded()
        _report(found, match, account.after, now)
        _go_on(found, stream, now)
    return True


def record_finished(*, now: datetime, stream: Stream) -> int:
    """Record every finished match that waits for it; return how many."""
    waiting = Match.objects.finished().filter(table__pairing__state=Pairing.State.CALLED, report__isnull=True)
    waiting = waiting.exclude(table__pairing__round__stage__tournament__state=Tournament.State.CANCELLED)
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
    return books.read(pairing, Game.of_match(match)).is_open


def _report(found: Books, match: Match, facts: dict[str, object], now: datetime) -> None:
    Report.objects.create(
        pairing=found.pairing,
        match=match,
        kind=Report.Kind.UNDECIDED if found.is_for_director else Report.Kind.PLAYED,
        data=facts,
        at=now,
    )


def _go_on(found: Books, stream: Stream, now: datetime) -> None:
    """Tell the table how its series stands, and begin the next game if there is one."""
    table = found.pairing.table
    if found.best_of == 1 or found.is_for_director or table is None:
        return
    game = len(found.games) + found.is_open
    table_series.tell([table.pk], game=game, of=found.best_of, halves=found.series.halves)
    if found.is_open:
        begin_another(table, now=now, stream=stream)
