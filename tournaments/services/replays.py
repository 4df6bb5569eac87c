"""Carrying out what a corrected result does to a bracket: later pairings with other sides, or played anew.

Nothing that was said is deleted. A pairing that does not hold any more is open again, its table closed; of
the rounds that are touched the first in which somebody has to play is in play, those after it are drawn
when it closes. What still holds in them stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.dealing import Stream
from games.services import opening
from games.services.opening import TablePlan
from tournaments.formats import BRACKETS, Drawn, consequences, is_known
from tournaments.models import Pairing, Report, Round, Side, Stage

from . import books
from .calling import plan_table
from .changes import Changes
from .effects import Rows, read_rows

AGAIN = {"closed_at": None, "stopped_at": None, "ends_at": None, "paused_at": None}
"""What a round that is in play again does not say any more."""


@dataclass(frozen=True, slots=True)
class Anew:
    """A pairing in which others stand now, with the table it is called to, where it is."""

    row: Pairing
    ought: Drawn
    plan: TablePlan | None = None


@dataclass(slots=True)
class Replay:
    """What is to be written, planned before the transaction that writes it.

    :param first: the first round in which somebody has to play, if there is one.
    :param said: the pairings of which something was said that does not hold any more.
    :param voided: the reports that say so, once it is written.
    """

    anew: list[Anew] = field(default_factory=list)
    first: Round | None = None
    after: list[Round] = field(default_factory=list)
    said: frozenset[int] = frozenset()
    voided: Sequence[Report] = ()

    def write(self, changes: Changes, *, user_id: int | None, now: datetime) -> None:
        """Write it, in the caller's transaction."""
        self._clear(changes, user_id, now)
        _plan_rounds(changes, self.after)
        for one in self.anew:
            _seat(changes, one)
        if self.first is not None and self.first.state != Round.State.DRAWN:
            if self.first.state == Round.State.CLOSED:
                again = Round.objects.filter(pk=self.first.pk)
                changes.update(again, state=Round.State.OPEN, **AGAIN)
            _call(changes, [one for one in self.anew if one.row.round_id == self.first.pk], now)

    def _clear(self, changes: Changes, user_id: int | None, now: datetime) -> None:
        """Open the pairings again, close their tables, and void what was said of them."""
        rows = [one.row for one in self.anew]
        changes.close_tables(row.table_id for row in rows if row.table_id is not None)
        cleared = Pairing.objects.filter(pk__in=[row.pk for row in rows])
        waiting = {"state": Pairing.State.WAITING, "table": None, "hall_table": None, "postponed_at": None}
        changes.update(cleared, **waiting, **books.UNDECIDED)
        changes.delete(Side.objects.filter(pairing__in=rows))
        self.voided = Report.objects.bulk_create(
            Report(pairing=row, kind=Report.Kind.VOIDED, by_id=user_id, at=now)
            for row in rows
            if row.pk in self.said
        )


def plan(rows: Rows, moved: Mapping[int, Sequence[Drawn]], *, stream: Stream) -> Replay:
    """Return what has to be written so that those stand in a bracket's later rounds who ought to."""
    replay = Replay(said=rows.spoken)
    for row in (one for one in rows.rounds if one.number in moved):
        pairings = {one.number: one for one in row.pairings.all()}
        for ought in moved[row.number]:
            replay.anew.append(Anew(pairings[ought.number], ought))
        if replay.first is not None:
            replay.after.append(row)
        elif any(_is_playable(one) for one in moved[row.number]):
            replay.first = row
    if replay.first is not None and replay.first.state == Round.State.CLOSED:
        replay.after = [row for row in rows.rounds if row.number > replay.first.number]
    replay.anew = [_planned(one, replay.first, rows.stage, stream) for one in replay.anew]
    return replay


def _is_playable(ought: Drawn) -> bool:
    return ought.is_played and is_known(ought)


def _planned(one: Anew, first: Round | None, stage: Stage, stream: Stream) -> Anew:
    """Return it with a table, if it is called at once to one of this site."""
    is_called = first is not None and one.row.round_id == first.pk and _is_playable(one.ought)
    if not is_called or first is None or first.state == Round.State.DRAWN or stage.place == Stage.Place.HALL:
        return one
    number = one.row.table_number or one.row.number
    return Anew(one.row, one.ought, plan_table(first, one.ought, number=number, stream=stream))


def let_play_on(pairing: Pairing, changes: Changes) -> None:
    """Let who goes on from a match of a bracket that was postponed stand where he comes.

    Those rounds were drawn without him, so nobody stood there. The sweep calls who can play now.
    """
    stage = pairing.round.stage
    if pairing.postponed_at is None or stage.format not in BRACKETS:
        return
    rows = read_rows(stage)
    _, moved = consequences(rows.groups[1], rows.books, after=pairing.round.number)
    for row in (one for one in rows.rounds if one.number in moved):
        places = {one.number: one for one in row.pairings.all()}
        for ought in moved[row.number]:
            # Noted although it is so already: once he is called there, this cannot be undone any more.
            changes.update(Pairing.objects.filter(pk=places[ought.number].pk), state=Pairing.State.WAITING)
            _seat(changes, Anew(places[ought.number], ought))


def _plan_rounds(changes: Changes, rounds: Sequence[Round]) -> None:
    """Let rounds be drawn again; a match that was not needed may be now, and who stood nowhere may come."""
    later = Round.objects.filter(pk__in=[row.pk for row in rounds])
    planned = {"state": Round.State.PLANNED, "starts_at": None, "opened_at": None, **AGAIN}
    changes.update(later, **planned)
    empty = Pairing.objects.filter(round__in=later, sides=None, state=Pairing.State.DECIDED)
    changes.update(empty, state=Pairing.State.WAITING, **books.UNDECIDED)


def _seat(changes: Changes, one: Anew) -> None:
    if not is_known(one.ought):
        return
    if one.ought.unplayed:
        changes.update(
            Pairing.objects.filter(pk=one.row.pk),
            state=Pairing.State.DECIDED,
            decided_by=one.ought.unplayed,
            advances=0 if one.ought.sides else None,
        )
    changes.create(
        [
            Side(pairing=one.row, round_id=one.row.round_id, number=number, entry_id=entry)
            for number, entry in enumerate(one.ought.entries)
        ]
    )


def _call(changes: Changes, anew: Sequence[Anew], now: datetime) -> None:
    """Call those who have to play: to tables of this site, or with cards to their old tables."""
    for one in anew:
        if not _is_playable(one.ought):
            continue
        row = Pairing.objects.filter(pk=one.row.pk)
        if one.plan is None:
            number = one.row.table_number or one.row.number
            changes.update(row, state=Pairing.State.CALLED, hall_table=number)
            continue
        (table,) = opening.open_tables([one.plan], now=now)
        changes.update(row, state=Pairing.State.CALLED, table=table)
