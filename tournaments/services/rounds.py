"""Opening and closing rounds. Whoever asks - director, API, sweep - comes through here.

``close_round`` reads the results, asks the format for what follows, and then in one short
transaction claims the round by its state and version, draws the next and opens its tables. A
process that dies in between has done nothing; two that race have one winner. Very many tables are
opened in several transactions; ``call_waiting`` goes on where they were left.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.dealing import Stream
from games.models import claim
from games.rules import Refusal
from games.services import rulings, tables
from tournaments import notices
from tournaments.models import Action, Pairing, Round, Stage, Tournament

from . import reopening
from .actions import Author, acting
from .calling import Plans, call_pairings, drawn_in, first_of, in_parts, plan_tables
from .following import what_follows


class RoundNotDrawn(Refusal):
    """This round cannot start: it has started, or the one before is not closed."""

    code = "round_not_drawn"


class RoundNotOpen(Refusal):
    """Time cannot be called: the round is not in play, or it was called before."""

    code = "round_not_open"


class RoundAlreadyClosed(Refusal):
    """Somebody else closed the round first."""

    code = "round_already_closed"


class RoundMoved(Refusal):
    """A result changed while the round was being closed; try again."""

    code = "round_moved"


def open_round(*, round_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Start a drawn round: its tables are opened and its clock runs.

    :raises RoundNotDrawn: if it is not drawn, or somebody else started it.
    """
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    plans = plan_tables(round_, drawn_in(round_), stream=stream)
    with acting(round_.stage.tournament_id, Action.Verb.OPEN_ROUND, author, now=now) as account:
        _open(round_, plans, now)
        account.after = _named(round_) | {"tables": len(plans)}
    _call_the_rest(round_, plans, now)


def _open(round_: Round, plans: Plans, now: datetime) -> None:
    """Start a round in the caller's transaction; many tables are opened after it."""
    seconds = round_.stage.round_seconds
    claim(
        Round.objects.filter(pk=round_.pk, state=Round.State.DRAWN),
        refusal=RoundNotDrawn(number=round_.number),
        state=Round.State.OPEN,
        opened_at=now,
        ends_at=now + timedelta(seconds=seconds) if seconds else None,
    )
    tournament = Tournament.objects.filter(pk=round_.stage.tournament_id)
    tournament.filter(state=Tournament.State.DRAWN).update(state=Tournament.State.RUNNING)
    call_pairings(round_, first_of(plans), now=now)


def call_waiting(*, round_id: int, now: datetime, stream: Stream) -> int:
    """Open the tables of a round in play that have not been opened yet; return how many.

    A round of very many tables is opened some at a time, so that nobody's card waits for it; this goes on
    where a process died in between. It also calls who has to play after all, because what decided his
    pairing before the round was undone while it was in play.
    """
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    if round_.stage.place == Stage.Place.HALL:
        return _call_some(round_, {}, now)
    waiting = round_.pairings.filter(state=Pairing.State.WAITING).values_list("number", flat=True)
    plans = plan_tables(round_, drawn_in(round_), stream=stream, only=set(waiting))
    return _call(round_, plans, now)


def _call_the_rest(round_: Round, plans: Plans, now: datetime) -> None:
    _call(round_, {number: plan for number, plan in plans.items() if number not in first_of(plans)}, now)


def _call(round_: Round, plans: Plans, now: datetime) -> int:
    """Call to tables of this site part by part; to those of the hall, as many as are free."""
    parts = in_parts(plans) if round_.stage.place == Stage.Place.ONLINE else ({},)
    return sum(_call_some(round_, some, now) for some in parts)


def _call_some(round_: Round, plans: Plans, now: datetime) -> int:
    with transaction.atomic():
        Tournament.objects.select_for_update().filter(pk=round_.stage.tournament_id).first()
        called = call_pairings(round_, plans, now=now)
        if called:
            notices.changed(round_.stage.tournament_id)
    return called


def close_round(*, round_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Close a round, exactly once, and draw the next; without a pause it starts at once.

    :raises ResultsMissing: while a pairing is undecided.
    :raises RoundAlreadyClosed: if another worker or a director closed it first.
    """
    try:
        _close(round_id, author, now, stream)
    except RoundMoved:  # computed again once, from the newer results; then refused
        _close(round_id, author, now, stream)


def _close(round_id: int, author: Author, now: datetime, stream: Stream) -> None:
    before = Round.objects.select_related("stage__tournament__draw_wishes").get(pk=round_id)
    if before.state != Round.State.OPEN:
        raise RoundAlreadyClosed(number=before.number)
    coming = what_follows(before, stream=stream)
    starts = coming.starts_at_once(now)
    plans = plan_tables(coming.round, coming.draw, stream=stream) if starts and coming.round else {}
    with acting(before.stage.tournament_id, Action.Verb.CLOSE_ROUND, author, now=now) as account:
        claim(
            Round.objects.filter(pk=round_id, state=Round.State.OPEN, version=before.version),
            refusal=RoundMoved(number=before.number),
            state=Round.State.CLOSED,
            closed_at=now,
            is_held=False,
        )
        tables.close_tables(coming.left)
        account.before = {"reopen": reopening.facts(before, coming.planned)}
        account.after = _named(before) | coming.facts
        coming.write(now)
        if coming.round is None:
            Tournament.objects.filter(pk=before.stage.tournament_id).update(state=Tournament.State.FINISHED)
        elif starts:
            _open(coming.round, plans, now)
    if starts and coming.round is not None:
        _call_the_rest(coming.round, plans, now)


def stop_deals(*, round_id: int, author: Author, now: datetime) -> None:
    """Call "no new deal": each table finishes the deal in hand, then its match is decided.

    :raises RoundNotOpen: if the round is not in play or time was called before.
    """
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    with acting(round_.stage.tournament_id, Action.Verb.STOP_DEALS, author, now=now) as account:
        claim(
            Round.objects.filter(pk=round_id, state=Round.State.OPEN, stopped_at__isnull=True),
            refusal=RoundNotOpen(number=round_.number),
            stopped_at=now,
            paused_at=None,
        )
        playing = round_.pairings.filter(state=Pairing.State.CALLED, table__isnull=False)
        rulings.no_new_deal(list(playing.values_list("table", flat=True)), now=now)
        account.after = _named(round_)


def _named(round_: Round) -> dict[str, int]:
    """Return which round it is, as the log names it."""
    return {"stage": round_.stage.position, "round": round_.number}
