"""Opening a round again that was closed too early, while nothing of what followed has been played.

What was drawn from it is taken out again: the next round, the beginning of the next stage, or the end. It
does not close by itself any more, so that there is time to put right what was wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Q

from games.models import Table, claim
from games.rules import Refusal
from games.services import tables
from tournaments.models import Draft, Pairing, Report, Round, Side, Slot, Stage, Tournament

from . import relief
from .books import UNDECIDED


class PlayedSince(Refusal):
    """Something of what followed has been played."""

    code = "played_since"


def facts(round_: Round, planned: Sequence[Round]) -> dict[str, Any]:
    """Return what the log has to say of a round before it is closed, to open it again.

    :param planned: the rounds of its stage that are still to be drawn.
    """
    return {
        "round_id": round_.pk,
        "planned": [(one.number, one.size) for one in planned],
        "winner": round_.stage.winner_id,
        "state": round_.stage.tournament.state,
    }


def reopen(before: dict[str, Any]) -> None:
    """Put things back as they were before a round was closed, in the caller's transaction.

    :param before: its ``facts`` of then.
    :raises PlayedSince: when something that followed has begun.
    """
    round_ = Round.objects.select_related("stage__tournament").get(pk=before["round_id"])
    later = Round.objects.filter(stage=round_.stage, number__gt=round_.number)
    next_stages = Stage.objects.filter(
        tournament=round_.stage.tournament_id, position__gt=round_.stage.position
    )
    followed = Pairing.objects.filter(Q(round__in=later) | Q(round__stage__in=next_stages))
    _demand_unplayed(followed)
    tables.close_tables(list(followed.exclude(table=None).values_list("table", flat=True)))
    _take_out(later, next_stages, followed)
    _plan_again(round_.stage, later, before["planned"])
    closed = Round.objects.filter(pk=round_.pk, state=Round.State.CLOSED)
    claim(closed, refusal=PlayedSince(), state=Round.State.OPEN, closed_at=None, is_held=True)
    Round.objects.filter(pk=round_.pk).update(version=F("version") + 1)
    Stage.objects.filter(pk=round_.stage_id).update(winner=before["winner"])
    Tournament.objects.filter(pk=round_.stage.tournament_id).update(state=before["state"])


def is_played(stage: Stage) -> bool:
    """Return whether a table of a stage has been played at, or a result of it is known."""
    return _is_played(Pairing.objects.filter(round__stage=stage))


def take_out_stage(stage: Stage) -> None:
    """Take a stage out again that has begun and has not been played, in the caller's transaction.

    :raises PlayedSince: when something of it has.
    """
    followed = Pairing.objects.filter(round__stage=stage)
    _demand_unplayed(followed)
    tables.close_tables(list(followed.exclude(table=None).values_list("table", flat=True)))
    _take_out(Round.objects.none(), Stage.objects.filter(pk=stage.pk), followed)


def _demand_unplayed(followed: Any) -> None:
    if _is_played(followed):
        raise PlayedSince()


def _is_played(followed: Any) -> bool:
    begun = followed.filter(table__state__in=(Table.State.PLAYING, Table.State.OVER))
    return begun.exists() or Report.objects.filter(pairing__in=followed).exists()


def _take_out(later: Any, next_stages: Any, followed: Any) -> None:
    relief.give_back(Round.objects.filter(Q(pk__in=later) | Q(stage__in=next_stages)))
    Draft.objects.filter(Q(round__in=later) | Q(round__stage__in=next_stages)).delete()
    Side.objects.filter(pairing__in=followed).delete()
    laid_out = followed.filter(round__in=later).exclude(place="")
    followed.exclude(pk__in=list(laid_out.values_list("pk", flat=True))).delete()
    waiting: dict[str, Any] = {"state": Pairing.State.WAITING, "table": None, "hall_table": None, "why": {}}
    Pairing.objects.filter(round__in=later).update(**waiting, **UNDECIDED, postponed_at=None)
    Round.objects.filter(stage__in=next_stages).delete()
    Slot.objects.filter(stage__in=next_stages).delete()


def _plan_again(stage: Stage, later: Any, planned: list[tuple[int, int]]) -> None:
    """Let the rounds after it be planned again, those too that were not needed any more."""
    sizes = dict(planned)
    there = set(later.values_list("number", flat=True))
    for number in there & set(sizes):
        later.filter(number=number).update(
            state=Round.State.PLANNED,
            size=sizes[number],
            starts_at=None,
            ends_at=None,
            paused_at=None,
            opened_at=None,
            stopped_at=None,
            closed_at=None,
        )
    Round.objects.bulk_create(
        Round(stage=stage, number=number, size=size) for number, size in sizes.items() if number not in there
    )
