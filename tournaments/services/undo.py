"""Undoing an act of the log, once: what it changed is as it was before, and the log says so.

An act whose rows were changed again since cannot be undone before what came later is. Acts that keep their
rows (``changes``) are put back row by row; results from the hall are taken back, rounds opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from django.db.models import F

from games.rules import Refusal
from tournaments.formats import BRACKETS, consequences
from tournaments.models import Action, Pairing, Report, Round, Stage, Tournament

from . import hall, reopening
from .actions import Author, acting
from .changes import ChangedSince, put_back
from .effects import read_rows
from .following import winner_of
from .stage_states import read_groups


class AlreadyUndone(Refusal):
    """Somebody else has undone this act."""

    code = "already_undone"


class NotUndoable(Refusal):
    """An act of this kind cannot be undone."""

    code = "not_undoable"


def _rows(action: Action, author: Author, now: datetime) -> None:
    """Put back rows and tables; what was said then is taken back, and closings from it are computed anew."""
    put_back(action, now=now)
    _demand_consistent(action)
    _look_again(action.tournament_id)
    said = Report.objects.filter(pk__in=action.after.get("reports", ())).order_by("-pk")
    Report.objects.bulk_create(
        Report(
            pairing_id=report.pairing_id,
            kind=Report.Kind.TAKEN_BACK,
            by_id=author.user_id,
            data={"report": report.pk},
            at=now,
        )
        for report in said
    )
    open_rounds = Round.objects.filter(stage__tournament=action.tournament_id)
    open_rounds.exclude(state=Round.State.PLANNED).update(version=F("version") + 1)


def _demand_consistent(action: Action) -> None:
    """Refuse to undo what a later round has been drawn from.

    :raises ChangedSince: when a closed round would have an open pairing, or somebody stand where he does
        not belong.
    """
    pairings = Pairing.objects.filter(pk__in=list(action.after["rows"].get("pairing", ())))
    if pairings.awaited().filter(round__state=Round.State.CLOSED).exists():
        raise ChangedSince()
    brackets = Stage.objects.filter(tournament=action.tournament_id, format__in=BRACKETS)
    for rows in map(read_rows, brackets.filter(slots__isnull=False).distinct()):
        if consequences(rows.groups[1], rows.books, after=0)[1]:
            raise ChangedSince()


def _look_again(tournament_id: int) -> None:
    """Write who has won a stage that ended since the act; a tournament that was over is looked at again."""
    for stage in Stage.objects.filter(tournament=tournament_id, slots__isnull=False).distinct():
        going_on = stage.rounds.exclude(state=Round.State.CLOSED).exists()
        winner = stage.winner_id if going_on else winner_of(read_groups(stage))
        if winner != stage.winner_id:
            Stage.objects.filter(pk=stage.pk).update(winner=winner)
            over = Tournament.objects.filter(pk=tournament_id, state=Tournament.State.FINISHED)
            over.update(state=Tournament.State.REVIEW)


def _round(action: Action, _author: Author, _now: datetime) -> None:
    reopening.reopen(action.before["reopen"])


def _result(action: Action, author: Author, now: datetime) -> None:
    hall.take_out(hall.in_hall(action.after["pairing"]), action.after["report"], author=author, now=now)


UNDOING: Mapping[str, Callable[[Action, Author, datetime], None]] = {
    Action.Verb.CORRECT: _rows,
    Action.Verb.WALKOVER: _rows,
    Action.Verb.DOUBLE_WALKOVER: _rows,
    Action.Verb.NO_SHOWS: _rows,
    Action.Verb.LOT: _rows,
    Action.Verb.WITHDRAW_IN_PLAY: _rows,
    Action.Verb.DISQUALIFY_IN_PLAY: _rows,
    Action.Verb.LEAVE_CLUB: _rows,
    Action.Verb.REINSTATE_IN_PLAY: _rows,
    Action.Verb.FINISH: _rows,
    Action.Verb.SET_ROUNDS: _rows,
    Action.Verb.GIVE_TIME: _rows,
    Action.Verb.GIVE_BYE: _rows,
    Action.Verb.POSTPONE: _rows,
    Action.Verb.CANCEL_IN_PLAY: _rows,
    Action.Verb.CLOSE_ROUND: _round,
    Action.Verb.FINISH_EARLY: _round,
    Action.Verb.SCORE: _result,
    Action.Verb.AGREE: _result,
}
"""How each kind of act that can be undone is."""
KEPT: Mapping[str, str] = {
    verb: "reopen" if way is _round else "rows" for verb, way in UNDOING.items() if way is not _result
}
"""Under which key an act of a kind keeps the rows of this site that undoing it takes."""


def undo(*, action_id: int, author: Author, now: datetime) -> None:
    """Undo an act, exactly once.

    :raises NotUndoable: when acts of its kind cannot be.
    :raises AlreadyUndone: when somebody was first.
    :raises Refusal: when something of it was changed again since.
    """
    action = Action.objects.get(pk=action_id)
    if not _can_be_undone(action):
        raise NotUndoable()
    with acting(action.tournament_id, Action.Verb.UNDO, author, now=now) as account:
        if Action.objects.filter(undoes=action).exists():
            raise AlreadyUndone()
        account.undoes = action
        account.before, account.after = {"action": action.pk}, {"verb": action.verb}
        UNDOING[action.verb](action, author, now)


def undoable(actions: Iterable[Action]) -> list[int]:
    """Return which of these acts, the newest first, have a button to undo them: each that was not undone."""
    return [action.pk for action in actions if _can_be_undone(action) and not hasattr(action, "undone_by")]


def _can_be_undone(action: Action) -> bool:
    """Return whether an act is of such a kind, and was done here: one from another site has no rows here."""
    kept = KEPT.get(action.verb)
    return action.verb in UNDOING and (kept is None or kept in action.before)
