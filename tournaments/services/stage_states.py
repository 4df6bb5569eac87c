"""A stage as data from its rows: what draws and tables are made from, and nothing else.

Source: docs/stages.md. Each group of a stage is a ``State`` of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from tournaments import state
from tournaments.formats import BRACKETS, teams
from tournaments.models import Pairing, Round, Slot, Stage
from tournaments.state import Kind, State

Groups = Mapping[int, State]
"""The groups of a stage by their numbers, each as data."""

Apart = frozenset[frozenset[state.EntryId]]
"""Couples of entries that are not to meet while it can be helped."""

Meeting = tuple[Any, list[Any]]
"""A pairing and its sides, as rows or as their columns: what is read of both is named alike."""


class PairingColumns(NamedTuple):
    """What draws and tables are made from of a pairing."""

    pk: int
    group: int
    state: str
    decided_by: str
    outcome: str
    advances: int | None
    table_id: int | None
    postponed_at: datetime | None


class SideColumns(NamedTuple):
    """What they are made from of a side."""

    number: int
    entry_id: int
    score: int | None


KINDS: Mapping[str, Kind] = {
    Pairing.DecidedBy.BYE: "bye",
    Pairing.DecidedBy.SIT_OUT: "sit_out",
    Pairing.DecidedBy.WALKOVER: "walkover",
    Pairing.DecidedBy.DOUBLE_WALKOVER: "double_walkover",
    Pairing.DecidedBy.LOT: "adjudicated",
    Pairing.DecidedBy.RULING: "adjudicated",
}


def read_groups(stage: Stage) -> Groups:
    """Return a stage as it stands, in three statements."""
    drawn = stage.rounds.exclude(state=Round.State.PLANNED).values_list("number", flat=True)
    played = read_meetings(stage)
    return groups_of(stage, slots_of(stage), [played[number] for number in sorted(drawn)])


def read_meetings(stage: Stage) -> Mapping[int, Sequence[Meeting]]:
    """Return the pairings of a stage with their sides, by the numbers of their rounds, in one statement."""
    rows = Pairing.objects.filter(round__stage=stage).order_by("round__number", "number", "sides__number")
    columns = (*PairingColumns._fields, *(f"sides__{name}" for name in SideColumns._fields))
    split = 1 + len(PairingColumns._fields)
    found: dict[int, list[Meeting]] = defaultdict(list)
    for row in rows.values_list("round__number", *columns):
        pairing, side = PairingColumns(*row[1:split]), SideColumns(*row[split:])
        meetings = found[row[0]]
        if not meetings or meetings[-1][0].pk != pairing.pk:
            meetings.append((pairing, []))
        if side.number is not None:  # else nobody has come there yet
            meetings[-1][1].append(side)
    return found


def meetings_of(row: Round) -> list[Meeting]:
    """Return the same of one round; makes no query where ``pairings__sides`` are prefetched."""
    return [(pairing, list(pairing.sides.all())) for pairing in row.pairings.all()]


def slots_in(stage: Stage) -> QuerySet[Slot]:
    """Return who plays in a stage, with their entries, from seed 1 down in each group."""
    return stage.slots.select_related("entry").order_by("group", "seed")


def slots_of(stage: Stage) -> list[Slot]:
    """Return the same, read."""
    return list(slots_in(stage))


def groups_of(
    stage: Stage, slots: Iterable[Slot], rounds: Iterable[Sequence[Meeting]], *, apart: Apart = frozenset()
) -> Groups:
    """Return a stage as its rows say it stands; makes no query.

    :param rounds: the pairings of those that have been drawn, in order.
    :param apart: who is kept apart; it matters to draws alone.
    """
    played, members = list(rounds), list(slots)
    return {
        group: State(
            format=next(key for key in state.FORMAT_KEYS if key == stage.format),
            entries=tuple(
                state.Entry(
                    slot.entry_id,
                    slot.seed,
                    slot.entry.club_name,
                    byes=tuple(slot.byes),
                    joins=slot.from_round,
                    points=slot.points,
                    had_byes=slot.had_byes,
                    lot=f"{slot.group}.{slot.seed}",
                    sits_out=tuple(slot.sits_out),
                )
                for slot in members
                if slot.group == group
            ),
            options=stage.how,
            rounds=tuple(_round(row, group, stage) for row in played),
            withdrawn=_left(members, group),
            forbidden=_apart(apart, members, group),
        )
        for group in range(1, stage.groups + 1)
    }


def _apart(apart: Apart, slots: Sequence[Slot], group: int) -> Apart:
    """Return the couples of whom both are in a group."""
    here = {slot.entry_id for slot in slots if slot.group == group}
    return frozenset(couple for couple in apart if couple <= here)


def _left(slots: Sequence[Slot], group: int) -> frozenset[state.EntryId]:
    """Return who has left the stage."""
    return frozenset(slot.entry_id for slot in slots if slot.group == group and slot.until_round is not None)


def _round(meetings: Iterable[Meeting], group: int, stage: Stage) -> tuple[state.Pairing, ...]:
    mine = (_pairing(pairing, sides, stage) for pairing, sides in meetings if pairing.group == group)
    return tuple(pairing for pairing in mine if pairing is not None)


def pairing_state(row: Pairing, stage: Stage) -> state.Pairing | None:
    """Return a pairing as data; ``None`` while nobody stands there."""
    return _pairing(row, list(row.sides.all()), stage)


def _pairing(row: Any, sides_of: Sequence[Any], stage: Stage) -> state.Pairing | None:
    rows = sorted(sides_of, key=lambda side: side.number)
    sides = teams([side.entry_id for side in rows], sides=stage.sides)
    if len(sides) < 2:
        alone: Kind = "sit_out" if row.decided_by == Pairing.DecidedBy.SIT_OUT else "bye"
        return state.Pairing(sides, kind=alone) if sides else None
    if row.state != Pairing.State.DECIDED:
        return state.Pairing(sides, kind="played" if row.postponed_at is None else "postponed")
    kind: Kind = KINDS.get(row.decided_by, "played")
    scores = tuple(side.score for side in rows[: len(sides)] if side.score is not None)
    through = None if row.advances is None else sides[row.advances]
    level = row.outcome == "drawn" or (kind == "adjudicated" and stage.format in BRACKETS)
    return state.Pairing(
        sides,
        scores=scores if kind == "played" and len(scores) == len(sides) else (),
        winner=None if level else through,
        advances=through if level else None,
        kind=kind if kind != "played" or len(scores) == len(sides) else "adjudicated",
    )
