"""Correcting a result that is in the books: first what it would change, then, if it still would, the change.

Nothing is deleted: the correction is one more report, and its action can be undone (``undo``). A tournament
that was over is under review until the director finishes it again. Source: docs/formats.md#corrections.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.dealing import Stream
from games.rules import Refusal
from tournaments.formats import BRACKETS, consequences
from tournaments.models import Action, Pairing, Report, Round, Side, Stage, Tournament

from . import replays
from .actions import Author, acting
from .books import touch_round
from .changes import Changes
from .corrected import Corrected, Result, corrected
from .effects import Choice, Effects, Outlook, Rows, effects, read_rows
from .hall import demand_other
from .penalties import ReasonMissing
from .replays import Replay


class EffectsChanged(Refusal):
    """The correction would do something else now than what was shown."""

    code = "effects_changed"


class ChoiceMissing(Refusal):
    """Something was played on the old result: the director says what becomes of it."""

    code = "choice_missing"


class NotUnderReview(Refusal):
    """Only a tournament that is under review is finished again."""

    code = "not_under_review"


@dataclass(frozen=True, slots=True)
class _Reading:
    """A correction computed from rows of these versions."""

    pairing: Pairing
    corrected: Corrected
    effects: Effects
    rows: Rows

    @property
    def versions(self) -> dict[int, int]:
        """The versions of the rounds that were read."""
        return {row.pk: row.version for row in self.rows.rounds}


def foresee(*, pairing_id: int, result: Result) -> Effects:
    """Return what a corrected result would change, without writing anything.

    :raises Refusal: when the pairing cannot be corrected, or not so.
    """
    return _read(pairing_id, result).effects


def _read(pairing_id: int, result: Result) -> _Reading:
    pairing: Pairing = Pairing.objects.select_related("round__stage__tournament", "table").get(pk=pairing_id)
    rows = read_rows(pairing.round.stage)
    found = corrected(pairing, result)
    return _Reading(pairing, found, effects(rows, pairing_id, found), rows)


def correct(
    *,
    pairing_id: int,
    result: Result,
    choice: Choice,
    foreseen: str,
    author: Author,
    now: datetime,
    stream: Stream,
) -> None:
    """Correct a result, if that still changes what the director was shown (``Effects.summary``).

    :raises ReasonMissing: without a reason.
    :raises ChoiceMissing: for a choice that is not one of those shown.
    :raises EffectsChanged: when it would change something else now.
    :raises OwnPairing: when he plays there himself.
    :raises Refusal: when the pairing cannot be corrected, or not so.
    """
    if not author.why.strip():
        raise ReasonMissing()
    reading = _read(pairing_id, result)
    outlook = next((one for one in reading.effects.outlooks if one.choice == choice), None)
    if reading.effects.summary != foreseen:
        raise EffectsChanged()
    if outlook is None:
        raise ChoiceMissing()
    replay = _replay(reading, choice, stream)
    tournament = reading.pairing.round.stage.tournament_id
    with acting(tournament, Action.Verb.CORRECT, author, now=now) as account:
        demand_other(reading.pairing, author)
        _demand_unmoved(reading)
        report = _report(reading.pairing, result, choice, author, now)
        changes = Changes()
        if choice is not Choice.KEEP:
            _write(reading, outlook, replay, changes, author, now)
        touch_round(reading.pairing.round_id)
        reports = [report.pk, *(voided.pk for voided in replay.voided)]
        account.before = {"pairing": pairing_id}
        account.after = {"pairing": pairing_id, "reports": reports, "moved": outlook.entries} | report.data
        changes.tell(account)


def finish_again(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Say that a tournament that is under review is over as it stands now.

    :raises NotUnderReview: when it is not, or is still being played.
    """
    with acting(tournament_id, Action.Verb.FINISH, author, now=now) as account:
        open_again = Round.objects.filter(stage__tournament=tournament_id).exclude(state=Round.State.CLOSED)
        if open_again.exists():
            raise NotUnderReview()
        changes = Changes()
        reviewed = Tournament.objects.filter(pk=tournament_id, state=Tournament.State.REVIEW)
        if not reviewed.exists():
            raise NotUnderReview()
        changes.update(reviewed, state=Tournament.State.FINISHED)
        changes.tell(account)


def _replay(reading: _Reading, choice: Choice, stream: Stream) -> Replay:
    """Return what follows in a bracket where others go on; nothing where results are kept or renamed."""
    rows, stage = reading.rows, reading.rows.stage
    if stage.format not in BRACKETS or choice not in (Choice.FOLLOW, Choice.REPLAY):
        return Replay()
    _, moved = consequences(rows.groups[1], rows.books, after=reading.pairing.round.number)
    return replays.plan(rows, moved, stream=stream)


def _demand_unmoved(reading: _Reading) -> None:
    """Refuse what was computed from older results; the tournament's row is held.

    :raises EffectsChanged: when a round of the stage has changed since, or another was drawn.
    """
    drawn = Round.objects.filter(stage=reading.rows.stage).exclude(state=Round.State.PLANNED)
    if dict(drawn.values_list("pk", "version")) != reading.versions:
        raise EffectsChanged()


def _report(pairing: Pairing, result: Result, choice: Choice, author: Author, now: datetime) -> Report:
    data = result.to_data() | {"choice": choice.value, "why": author.why}
    written: Report = Report.objects.create(
        pairing=pairing, kind=Report.Kind.CORRECTION, by_id=author.user_id, data=data, at=now
    )
    return written


def _write(
    reading: _Reading, outlook: Outlook, replay: Replay, changes: Changes, author: Author, now: datetime
) -> None:
    pairing, found = reading.pairing, reading.corrected
    changes.update(Pairing.objects.filter(pk=pairing.pk), **found.row)
    for number, values in found.sides.items():
        changes.update(Side.objects.filter(pairing=pairing, number=number), **values)
    if outlook.choice is Choice.REPLACE:
        _exchange(changes, outlook)
    replay.write(changes, user_id=author.user_id, now=now)
    _look_again(reading.rows, outlook, replay, changes)


def _exchange(changes: Changes, outlook: Outlook) -> None:
    """Put the one who should have gone on in the other's place; no row may say it in between."""
    rows = Side.objects.filter(pairing__in=[one.pairing for one in outlook.later])
    sides = list(rows.order_by("pk"))
    others = {one.pairing: dict(zip(one.before, one.after, strict=True)) for one in outlook.later}
    changes.delete(rows)
    for side in sides:
        side.entry_id = others[side.pairing_id][side.entry_id]
    changes.create(sides)


def _look_again(rows: Rows, outlook: Outlook, replay: Replay, changes: Changes) -> None:
    """Write who has won the stage now; a tournament that was over is looked at again."""
    if rows.is_over:
        won = None if replay.first is not None else outlook.champion[1]
        changes.update(Stage.objects.filter(pk=rows.stage.pk), winner_id=won)
    over = Tournament.objects.filter(pk=rows.stage.tournament_id, state=Tournament.State.FINISHED)
    changes.update(over, state=Tournament.State.REVIEW)
