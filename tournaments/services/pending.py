"""Results that are missing when the next round is to be drawn.

Source: docs/formats.md#results-that-are-missing.
A round robin and an individual are drawn without them. A Swiss waits, or the director draws anyway and says
how they count until they are in; a bracket cannot be drawn without knowing who goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from games.rules import Refusal
from tournaments.formats import BRACKETS
from tournaments.models import Pairing, Round
from tournaments.state import Pairing as Met
from tournaments.state import State

from .stage_states import Groups

Counting = Literal["nothing", "level"]
"""How a missing result counts in a draw: nobody has points from it, or both as after a draw."""
WITHOUT_RESULTS = ("round-robin", "individual")
"""The formats in which a round does not rest on results."""


class DrawWaits(Refusal):
    """Results are missing that the draw rests on."""

    code = "draw_waits"


class RoundInPlay(Refusal):
    """The round before is still in play."""

    code = "round_in_play"


def missing_before(round_: Round) -> list[Pairing]:
    """Return the pairings of the stage's earlier rounds that are waited for, in order."""
    earlier = Pairing.objects.filter(round__stage=round_.stage, round__number__lt=round_.number)
    return list(earlier.awaited().select_related("table").order_by("round__number", "number"))


def refuse_missing(round_: Round, counting: Counting | None) -> list[int]:
    """Return the tables whose results are missing, where the round can be drawn without them.

    :raises DrawWaits: naming them, where it cannot, or the director has not said how they count.
    """
    tables = [pairing.table_number or pairing.number for pairing in missing_before(round_)]
    of = round_.stage.format
    if tables and of not in WITHOUT_RESULTS and (counting is None or of in BRACKETS):
        raise DrawWaits(tables=", ".join(map(str, tables)))
    return tables


def refuse_in_play(round_: Round) -> None:
    """Refuse while an earlier round of the stage is not closed.

    :raises RoundInPlay: naming it.
    """
    earlier = Round.objects.filter(stage=round_.stage, number__lt=round_.number)
    going_on = earlier.exclude(state=Round.State.CLOSED).order_by("number").first()
    if going_on is not None:
        raise RoundInPlay(number=going_on.number)


def counted(groups: Groups, counting: Counting | None) -> Groups:
    """Return groups in which no result is missing: each counts as the director says."""
    if counting is None:
        return groups
    return {group: _counted(state, counting) for group, state in groups.items()}


def _counted(state: State, counting: Counting) -> State:
    met = {
        frozenset(entry for side in one.sides for entry in side)
        for one in state.pairings()
        if one.is_pending and len(one.sides) == 2
    }
    rounds = tuple(
        tuple(_as(one, counting) if one.is_pending else one for one in round_) for round_ in state.rounds
    )
    return replace(state, rounds=rounds, forbidden=state.forbidden | met)


def _as(pairing: Met, counting: Counting) -> Met:
    return replace(pairing, kind="adjudicated" if counting == "level" else "void")
