"""Opening and closing rounds. Whoever asks - director, API, sweep - comes through here.

``close_round`` reads the results, asks the format for what follows, and then in one short
transaction claims the round by its state and version, draws the next and opens its tables. A
process that dies in between has done nothing; two that race have one winner.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.dealing import Stream
from games.models import claim
from games.rules import Refusal
from games.services import rulings, tables
from tournaments.models import Action, Pairing, Round, Tournament

from .actions import Author, acting
from .calling import Plans, call_pairings, drawn_in, plan_tables
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


class ResultsMissing(Refusal):
    """A round closes when each of its pairings is decided."""

    code = "results_missing"


def open_round(*, round_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Start a drawn round: its tables are opened and its clock runs.

    :raises RoundNotDrawn: if it is not drawn, or somebody else started it.
    """
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    plans = plan_tables(round_, drawn_in(round_), stream=stream)
    with acting(round_.stage.tournament_id, Action.Verb.OPEN_ROUND, author, now=now) as account:
        account.after = {"round": round_.number, "tables": _open(round_, plans, now)}


def _open(round_: Round, plans: Plans, now: datetime) -> int:
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
    return call_pairings(round_, plans, now=now)


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
    before = Round.objects.select_related("stage__tournament").get(pk=round_id)
    _check_closing(before)
    coming = what_follows(before, stream=stream)
    plans = plan_tables(coming.round, coming.draw, stream=stream) if coming.round else {}
    with acting(before.stage.tournament_id, Action.Verb.CLOSE_ROUND, author, now=now) as account:
        claim(
            Round.objects.filter(pk=round_id, state=Round.State.OPEN, version=before.version),
            refusal=RoundMoved(number=before.number),
            state=Round.State.CLOSED,
            closed_at=now,
        )
        _leave_tables(round_id)
        account.after = {"round": before.number} | coming.facts
        coming.write(now)
        if coming.round is None:
            Tournament.objects.filter(pk=before.stage.tournament_id).update(state=Tournament.State.FINISHED)
        elif not coming.pause:
            _open(coming.round, plans, now)


def _check_closing(round_: Round) -> None:
    if round_.state != Round.State.OPEN:
        raise RoundAlreadyClosed(number=round_.number)
    if missing := round_.pairings.undecided().count():
        raise ResultsMissing(missing=missing)


def _leave_tables(round_id: int) -> None:
    played = Pairing.objects.filter(round=round_id, table__isnull=False)
    tables.close_tables(list(played.values_list("table", flat=True)))


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
        )
        playing = round_.pairings.filter(state=Pairing.State.CALLED, table__isnull=False)
        rulings.no_new_deal(list(playing.values_list("table", flat=True)), now=now)
        account.after = {"round": round_.number}
