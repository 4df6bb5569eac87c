"""How a tournament that is drawn goes on: more or fewer rounds, an early end, a stage begun anew, or none.

Each needs a reason, for everybody reads it, and each can be undone in the log. Nothing that was played goes.
Source: docs/formats.md#changing-the-course.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from games.dealing import Stream
from games.models import Table
from games.rules import Refusal
from tournaments.formats import BRACKETS
from tournaments.models import Action, Draft, Pairing, Round, Stage, Tournament

from . import reopening
from .actions import Author, acting
from .changes import Changes
from .following import ended_by
from .penalties import ReasonMissing
from .stage_states import read_groups

IN_PLAY = (Tournament.State.DRAWN, Tournament.State.RUNNING)
MOST_ROUNDS = 100


class NotInPlay(Refusal):
    """The tournament is not drawn yet, or it is over."""

    code = "not_in_play"


class RoundsDrawn(Refusal):
    """There are rounds drawn already that would be too many, or more than the format has."""

    code = "rounds_drawn"


class RoundNotClosed(Refusal):
    """A round is in play, or drawn: take its draw back or let it be played first."""

    code = "round_not_closed"


class NoStandings(Refusal):
    """In a bracket no table says who has won before the final."""

    code = "no_standings"


class NotBegunFromAnother(Refusal):
    """The stage has not begun, or is the first one: nothing came before it."""

    code = "not_begun_from_another"


def going_on(tournament_id: int, author: Author) -> Stage:
    """Return the stage that is being played, to a director who says why he changes it.

    :raises ReasonMissing: without a reason.
    :raises NotInPlay: before the draw and after the end.
    """
    if not author.why.strip():
        raise ReasonMissing()
    begun = Stage.objects.filter(tournament=tournament_id, tournament__state__in=IN_PLAY)
    stage: Stage | None = (
        begun.filter(slots__isnull=False)
        .select_related("tournament__draw_wishes")
        .distinct()
        .order_by("-position")
        .first()
    )
    if stage is None:
        raise NotInPlay()
    return stage


def set_rounds(*, tournament_id: int, rounds: int, author: Author, now: datetime) -> None:
    """Let the stage that is played have so many rounds.

    :raises NoStandings: in a bracket, which has its rounds from its size.
    :raises RoundsDrawn: when more are drawn, or the format has not so many.
    """
    going_on(tournament_id, author)
    with acting(tournament_id, Action.Verb.SET_ROUNDS, author, now=now) as account:
        stage = going_on(tournament_id, author)
        if stage.format in BRACKETS:
            raise NoStandings()
        fewest, most = rounds_allowed(stage)
        if not fewest <= rounds <= most:
            raise RoundsDrawn(fewest=fewest, most=most)
        changes, there = Changes(), stage.rounds.count()
        changes.update(Stage.objects.filter(pk=stage.pk), options=stage.options | {"rounds": rounds})
        changes.delete(stage.rounds.filter(number__gt=rounds))
        changes.create([Round(stage=stage, number=number) for number in range(there + 1, rounds + 1)])
        changes.tell(account)
        account.after |= {"rounds": rounds}


def rounds_allowed(stage: Stage) -> tuple[int, int]:
    """Return the fewest and the most rounds a stage can have now: what is drawn or in play stays.

    In groups everybody meets everybody once, and then there is nobody left to meet.
    """
    drawn = stage.rounds.filter(~Q(state=Round.State.PLANNED) | Q(draft__isnull=False))
    last = drawn.order_by("-number").first()
    going = 0 if last is None or last.state == Round.State.CLOSED else last.number
    fewest = going or (last.number + 1 if last else 1)
    smallest = min(len(state.entries) for state in read_groups(stage).values())
    all_meet = smallest - 1 + smallest % 2
    return fewest, all_meet if stage.format == "round-robin" else MOST_ROUNDS


def finish_early(*, tournament_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """End the stage that is played as its table stands; the next one begins, or the tournament is over.

    :raises NoStandings: in a bracket.
    :raises RoundNotClosed: while a round is drawn or in play: nobody's match ends by itself.
    """
    stage = going_on(tournament_id, author)
    if stage.format in BRACKETS:
        raise NoStandings()
    last = stage.rounds.filter(state=Round.State.CLOSED).order_by("-number").first()
    if last is None:
        raise RoundNotClosed()
    last.stage = stage
    planned = list(stage.rounds.filter(number__gt=last.number).order_by("number"))
    coming = ended_by(last, stream=stream)
    with acting(tournament_id, Action.Verb.FINISH_EARLY, author, now=now) as account:
        _demand_between(stage)
        account.before = {"reopen": reopening.facts(last, planned)}
        account.after = {"round": last.number} | coming.facts
        Draft.objects.filter(round__stage=stage).delete()
        coming.write(now)
        if coming.round is None:
            Tournament.objects.filter(pk=tournament_id).update(state=Tournament.State.FINISHED)


def _demand_between(stage: Stage) -> None:
    if stage.rounds.filter(state__in=(Round.State.DRAWN, Round.State.OPEN)).exists():
        raise RoundNotClosed()


def begin_again(*, tournament_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Begin the stage anew from the table before it as that stands now, while none of its tables is open.

    :raises NotBegunFromAnother: in the first stage.
    :raises PlayedSince: when something of it has been played.
    """
    stage = going_on(tournament_id, author)
    before = Stage.objects.filter(tournament=tournament_id, position=stage.position - 1).first()
    if before is None:
        raise NotBegunFromAnother()
    last = before.rounds.filter(state=Round.State.CLOSED).order_by("-number").first()
    if last is None:
        raise NotBegunFromAnother()
    last.stage.tournament = stage.tournament
    coming = ended_by(last, stream=stream)
    with acting(tournament_id, Action.Verb.BEGIN_AGAIN, author, now=now) as account:
        account.before = {"stage": stage.position, "seeds": _seeds(stage)}
        reopening.take_out_stage(stage)
        coming.write(now)
        account.after = {"stage": stage.position} | coming.facts


def _seeds(stage: Stage) -> Sequence[int]:
    return list(stage.slots.order_by("group", "seed").values_list("entry", flat=True))


def call_off(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Cancel a tournament that is drawn or in play: its tables close, and everybody reads why."""
    going_on(tournament_id, author)
    with acting(tournament_id, Action.Verb.CANCEL_IN_PLAY, author, now=now) as account:
        going_on(tournament_id, author)
        changes = Changes()
        mine: QuerySet[Tournament] = Tournament.objects.filter(pk=tournament_id)
        tables = Pairing.objects.filter(round__stage__tournament=tournament_id, table__isnull=False)
        open_ones = tables.exclude(table__state=Table.State.CLOSED)
        changes.close_tables(open_ones.values_list("table", flat=True))
        changes.update(mine, state=Tournament.State.CANCELLED)
        changes.tell(account)


def choices(tournament: Tournament) -> dict[str, Any]:
    """Return what a page has to know to offer these verbs: ``None`` where the tournament is not in play."""
    stage = Stage.objects.filter(tournament=tournament, slots__isnull=False).order_by("-position").first()
    if stage is None or tournament.state not in IN_PLAY:
        return {"stage": None}
    is_bracket = stage.format in BRACKETS
    fewest, most = (0, 0) if is_bracket else rounds_allowed(stage)
    going = stage.rounds.filter(state__in=(Round.State.DRAWN, Round.State.OPEN)).exists()
    return {
        "stage": stage,
        "is_bracket": is_bracket,
        "rounds": stage.rounds.count(),
        "fewest": fewest,
        "most": most,
        "is_between": not going and stage.rounds.filter(state=Round.State.CLOSED).exists(),
        "is_untouched": stage.position > 1 and not reopening.is_played(stage),
    }
