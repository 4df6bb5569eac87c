"""The acts from the first round on, done once more from the log.

What happens at a table is the table's: how its matches ended stands in the log, and its cards do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from games.models import Match, Table
from games.rules import Side
from games.services import tables
from tournaments.models import Action, Report
from tournaments.services import (
    corrections,
    hall,
    moving,
    no_shows,
    postponing,
    results,
    round_clock,
    rounds,
    rulings,
    undo,
    withdrawals,
    words,
)
from tournaments.services.actions import acting
from tournaments.services.books import Game
from tournaments.services.corrected import Awarded, Result
from tournaments.services.effects import Choice
from tournaments.services.rulings import Ruling
from tournaments.services.said import Said, Totals, told

from .again_before import Again
from .past import Act, Past
from .reading import Row

Verb = Action.Verb
LONG_AGO = timedelta(days=1)
"""So long before it was recorded a match has ended here: nobody is shown it any more."""


def _open_round(past: Past, act: Act) -> None:
    rounds.open_round(round_id=past.round(act).pk, stream=act.chance, **act.done)


def _close_round(past: Past, act: Act) -> None:
    rounds.close_round(round_id=past.round(act).pk, stream=act.chance, **act.done)


def _stop_deals(past: Past, act: Act) -> None:
    rounds.stop_deals(round_id=past.round(act).pk, **act.done)


def _give_time(past: Past, act: Act) -> None:
    round_clock.give_time(round_id=past.round(act).pk, minutes=act.after["minutes"], **act.done)


def _pause_clock(past: Past, act: Act) -> None:
    round_clock.pause(round_id=past.round(act).pk, **act.done)


def _run_clock(past: Past, act: Act) -> None:
    round_clock.go_on(round_id=past.round(act).pk, **act.done)


def _postpone(past: Past, act: Act) -> None:
    postponing.postpone(pairing_id=past.pairing(act.after["pairing"]).pk, **act.done)


def _take_up(past: Past, act: Act) -> None:
    postponing.take_up(pairing_id=past.pairing(act.after["pairing"]).pk, **act.done)


def _record(past: Past, act: Act) -> None:
    """Let the match at the table end as it did, and record it."""
    match = past.unrecorded(past.pairing(act.after["pairing"]))
    game = Game.of_data(act.after["game"])
    Match.objects.filter(pk=match.pk).update(
        state=game.result.state,
        winner=game.result.winner,
        advances=game.result.advances,
        decided_by=game.result.by,
        last_scored_deal=game.result.last_scored_deal,
        totals=list(game.totals),
        deals=act.after["deals"],
        finished_at=act.at - LONG_AGO,
    )
    Table.objects.filter(pk=match.table_id).update(state=Table.State.OVER)
    results.record_match(match_id=match.pk, now=act.at, stream=act.chance)


def _ruling(past: Past, act: Act) -> None:
    kind = Report.Kind(act.verb)
    winner = act.after["advances"] if kind is Report.Kind.WALKOVER else None
    seed = type(act.chance)(act.number, act.after.get("seed", ""))
    pairing = past.pairing(act.after["pairing"])
    rulings.settle(pairing_id=pairing.pk, ruling=Ruling(kind, winner), stream=seed, **act.done)


def _no_shows(past: Past, act: Act) -> None:
    pairings = [past.pairing(number).pk for number in act.after["pairings"]]
    no_shows.decide(tournament_id=past.tournament_id, pairing_ids=pairings, foreseen=None, **act.done)


def _said(row: Row) -> Said:
    return words.said_in(Report(data=row["data"]))


def _score(past: Past, act: Act) -> None:
    pairing, row = past.pairing(act.after["pairing"]), past.said(act.after["report"])
    if "of" in row["data"]:
        (word,) = row["data"]["of"]
        words.settle(pairing_id=pairing.pk, report_id=past.report(word).pk, **act.done)
        return
    hall.enter(pairing_id=pairing.pk, said=_said(row), **act.done)


def _report(past: Past, act: Act) -> None:
    row = past.said(act.after["report"])
    if row["kind"] != Report.Kind.WORD:  # it has decided the pairing, and was the last of those that agree
        row = past.said(row["data"]["of"][-1])
    words.report(pairing_id=past.pairing(act.after["pairing"]).pk, said=_said(row), **act.done)


def _agree(past: Past, act: Act) -> None:
    pairing = hall.in_hall(past.pairing(act.after["pairing"]).pk)
    if "with" in act.after:
        word = past.report(act.after["with"])
        words.agree_with(pairing_id=pairing.pk, report_id=word.pk, **act.done)
        return
    (number,) = past.said(act.after["report"])["data"]["of"]
    heard = told(pairing.reports.order_by("pk"))
    words.take_silence(pairing, heard, past.report(number), act.at)


def _take_back(past: Past, act: Act) -> None:
    pairing, report = past.pairing(act.before["pairing"]), past.report(act.before["report"])
    hall.take_back(pairing_id=pairing.pk, report_id=report.pk, **act.done)


def _correct(past: Past, act: Act) -> None:
    pairing, result = past.pairing(act.after["pairing"]), _result(act.after)
    seen = corrections.foresee(pairing_id=pairing.pk, result=result)
    corrections.correct(
        pairing_id=pairing.pk,
        result=result,
        choice=Choice(act.after["choice"]),
        foreseen=seen.summary,
        stream=act.chance,
        **act.done,
    )


def _result(after: Mapping[str, Any]) -> Result:
    if "winner" in after:
        return Awarded(after["winner"])
    last = after["last"]
    return Totals(tuple(after["totals"]), None if last is None else Side(last))


def _undo(past: Past, act: Act) -> None:
    undo.undo(action_id=past.action(act.before["action"]).pk, **act.done)


def _leave(past: Past, act: Act) -> None:
    entry = past.entry(act.after["entry"])
    seen = withdrawals.foresee(entry_id=entry.pk)
    verb: Any = Verb(act.verb)
    withdrawals.leave(entry_id=entry.pk, verb=verb, foreseen=seen.summary, **act.done)


def _leave_with_club(past: Past, act: Act) -> None:
    withdrawals.leave_with_club(entry_id=past.entry(act.after["entry"]).pk, **act.done)


def _come_back(past: Past, act: Act) -> None:
    withdrawals.reinstate(entry_id=past.entry(act.after["entry"]).pk, **act.done)


def _finish(past: Past, act: Act) -> None:
    corrections.finish_again(tournament_id=past.tournament_id, **act.done)


def _go_to_cards(past: Past, act: Act) -> None:
    """Write down what was played at the table, as the record has it."""
    pairing = past.pairing(act.after["pairing"])
    table, data = pairing.table, past.said(act.after["report"])["data"]
    assert table is not None  # it was played there
    with acting(past.tournament_id, Verb.GO_TO_CARDS, act.author, now=act.at) as account:
        tables.close_tables([table.pk])
        moving.note_left(pairing, table, data, account=account, author=act.author, now=act.at)


def _go_online(past: Past, act: Act) -> None:
    pairing = past.pairing(act.after["pairing"])
    moving.go_online(pairing_id=pairing.pk, stream=act.chance, **act.done)


def _elsewhere(past: Past, act: Act) -> None:
    """Write the act down: what it did is a table's, or is about who may do what."""
    with acting(past.tournament_id, Verb(act.verb), act.author, now=act.at) as account:
        account.before, account.after = dict(act.before), dict(act.after)


IN_PLAY: Final[Mapping[str, Again]] = {
    Verb.OPEN_ROUND: _open_round,
    Verb.CLOSE_ROUND: _close_round,
    Verb.STOP_DEALS: _stop_deals,
    Verb.GIVE_TIME: _give_time,
    Verb.PAUSE_CLOCK: _pause_clock,
    Verb.RUN_CLOCK: _run_clock,
    Verb.POSTPONE: _postpone,
    Verb.TAKE_UP: _take_up,
    Verb.RECORD: _record,
    Verb.REPLAY: _ruling,
    Verb.WALKOVER: _ruling,
    Verb.DOUBLE_WALKOVER: _ruling,
    Verb.LOT: _ruling,
    Verb.NO_SHOWS: _no_shows,
    Verb.SCORE: _score,
    Verb.REPORT: _report,
    Verb.AGREE: _agree,
    Verb.TAKE_BACK: _take_back,
    Verb.CORRECT: _correct,
    Verb.UNDO: _undo,
    Verb.WITHDRAW_IN_PLAY: _leave,
    Verb.DISQUALIFY_IN_PLAY: _leave,
    Verb.LEAVE_CLUB: _leave_with_club,
    Verb.REINSTATE_IN_PLAY: _come_back,
    Verb.FINISH: _finish,
    Verb.GO_TO_CARDS: _go_to_cards,
    Verb.GO_ONLINE: _go_online,
    Verb.ADJUST: _elsewhere,
    Verb.RETIRE: _elsewhere,
    Verb.CALL_DIRECTOR: _elsewhere,
    Verb.APPEAL: _elsewhere,
    Verb.SETTLE_CALL: _elsewhere,
    Verb.OPEN_SEAT: _elsewhere,
    Verb.RENEW_SEAT: _elsewhere,
    Verb.NAME_STAFF: _elsewhere,
    Verb.RELIEVE_STAFF: _elsewhere,
}
"""How each act from the first round on is done once more."""
