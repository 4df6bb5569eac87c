"""What a director changes in a draft: who meets whom, which pairings stay, at which tables.

Each is logged, and carries the version of the draft that he saw. Source: docs/formats.md#checking-a-draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import F

from games.rules import Refusal
from tournaments.formats import dealt_from, editing, in_groups
from tournaments.models import Action, Draft, Round, Slot, Stage
from tournaments.state import State

from .actions import Author, acting
from .draft_lines import digest, locked, read, written
from .drafts import NothingToDraw, before_round, demand_unmoved, find, hold, named, once_more
from .drawing import draw_groups
from .filling import Draw
from .pending import refuse_missing
from .stage_states import slots_of
from .stages import kept_apart
from .wishes import wishes_of

BEHIND = 10_000
"""More than there are seeds."""


class DraftNotKept(Refusal):
    """A draw that follows from the seeds, or has tables of four, is drawn again when somebody leaves."""

    code = "draft_not_kept"


class FollowsFromSeeds(Refusal):
    """In a bracket and in groups the seeds decide, and only before the first round do they change."""

    code = "follows_from_seeds"


Edit = Callable[[Draft, dict[str, Any]], dict[str, Any]]
"""Takes a draft and what the log is told, and returns what changes in the draft."""


def _edit(draft_id: int, seen: int, edit: Edit, author: Author, now: datetime) -> None:
    """Change a draft.

    :raises DraftMoved: when somebody else has changed it.
    """
    once_more(partial(_edit_once, draft_id, seen, edit, author, now))


def _edit_once(draft_id: int, seen: int, edit: Edit, author: Author, now: datetime) -> None:
    """Change a draft: computed before the transaction, unless seeds are written for it.

    :raises DraftMoved: when anything of the tournament has changed since.
    """
    draft = find(draft_id)
    told = named(draft.round)
    by_seeds = draft.round.stage.format in editing.PLACES
    changes = {} if by_seeds else edit(draft, told)
    with acting(draft.round.stage.tournament_id, Action.Verb.EDIT_DRAFT, author, now=now) as account:
        demand_unmoved(draft)
        hold(draft, seen, **(edit(draft, told) if by_seeds else changes))
        account.after = told


def swap(*, draft_id: int, seen: int, one: int, other: int, author: Author, now: datetime) -> None:
    """Let two entries change places; where the seeds decide who meets, they exchange those.

    :raises NotInDraw: when one of them is not in the draw.
    :raises LockedInDraw: when one of them stands in a locked pairing.
    :raises FollowsFromSeeds: after the first round, where the seeds decide.
    """

    def edit(draft: Draft, told: dict[str, Any]) -> dict[str, Any]:
        told |= {"swap": [one, other]}
        draw, stay = read(draft), locked(draft)
        if any({one, other} & set(line.entries) for line in draw if line.number in stay):
            raise editing.LockedInDraw()
        if draft.round.stage.format in editing.PLACES:
            _exchange_seeds(draft.round, one, other)
            return _anew(draft.round)
        changed = editing.swapped(draw, one, other)
        return {"lines": written(_explained(draft.round, changed), stay)}

    _edit(draft_id, seen, edit, author, now)


def _explained(round_: Round, draw: Draw) -> Draw:
    groups = before_round(round_, "nothing")
    return tuple(
        line
        for group, state in groups.items()
        for line in editing.explained(state, tuple(line for line in draw if line.group == group))
    )


def _exchange_seeds(round_: Round, one: int, other: int) -> None:
    """Let two entries have each other's seed and group.

    :raises FollowsFromSeeds: after the first round.
    """
    if round_.number > 1:
        raise FollowsFromSeeds()
    slots = Slot.objects.filter(stage=round_.stage)
    both = {slot.entry_id: slot for slot in slots.filter(entry__in=(one, other))}
    if len(both) != 2:
        raise editing.NotInDraw()
    mine, yours = both[one], both[other]
    mine.seed, mine.group, yours.seed, yours.group = yours.seed, yours.group, mine.seed, mine.group
    _write_seeds(round_.stage, [mine, yours])


def _write_seeds(stage: Stage, slots: Sequence[Slot]) -> None:
    """Write seeds and groups; meanwhile they stand behind all others: a seed is never somebody's twice."""
    of_stage = Slot.objects.filter(stage=stage)
    of_stage.filter(pk__in=[slot.pk for slot in slots]).update(seed=F("seed") + BEHIND)
    Slot.objects.bulk_update(slots, ["seed", "group"])


def _part(round_: Round) -> None:
    """Let seeds change so that who is kept apart does not meet first, or in a group."""
    stage = round_.stage
    slots = slots_of(stage)
    groups = [[slot for slot in slots if slot.group == number + 1] for number in range(stage.groups)]
    seeded = dealt_from(groups)
    order = kept_apart(stage, [slot.entry for slot in seeded], wishes_of(stage.tournament))
    by_entry = {slot.entry_id: slot for slot in slots}
    moved = []
    for group, members in enumerate(in_groups(order, stage.groups), start=1):
        for seed, entry in enumerate(members, start=1):
            slot = by_entry[entry.pk]
            if (slot.group, slot.seed) != (group, seed):
                slot.group, slot.seed = group, seed
                moved.append(slot)
    if moved:
        _write_seeds(stage, moved)


def _anew(round_: Round) -> dict[str, Any]:
    """Return a draft's values as it is drawn from where things stand."""
    groups = before_round(round_)
    draw = draw_groups(groups, round_.number)
    if not draw:
        raise NothingToDraw()
    return {"lines": written(draw), "drawn_from": digest(groups), "is_kept": False}


def lock(*, draft_id: int, seen: int, number: int, stays: bool, author: Author, now: datetime) -> None:
    """Let a pairing stay as it is when the rest is drawn again, or not any more.

    :raises NotInDraw: when there is no pairing of this number.
    :raises FollowsFromSeeds: where the seeds decide who meets.
    """

    def edit(draft: Draft, told: dict[str, Any]) -> dict[str, Any]:
        told |= {"lock" if stays else "unlock": number}
        _refuse_seeds(draft)
        if number not in {line["number"] for line in draft.lines}:
            raise editing.NotInDraw()
        return {
            "lines": [
                line | {"locked": stays if line["number"] == number else line["locked"]}
                for line in draft.lines
            ]
        }

    _edit(draft_id, seen, edit, author, now)


def _refuse_seeds(draft: Draft) -> None:
    if draft.round.stage.format in editing.PLACES:
        raise FollowsFromSeeds()


def redraw(*, draft_id: int, seen: int, author: Author, now: datetime) -> None:
    """Draw again all but the locked pairings, from where things stand now.

    :raises DrawWaits: when results are missing that the draw rests on.
    :raises NotInDraw: when somebody in a locked pairing plays no more.
    """

    def edit(draft: Draft, told: dict[str, Any]) -> dict[str, Any]:
        stay = locked(draft)
        told |= {"redraw": sorted(stay)}
        refuse_missing(draft.round, None)
        if draft.round.stage.format in editing.PLACES and draft.round.number == 1:
            _part(draft.round)
        if not stay:
            return _anew(draft.round)
        groups = before_round(draft.round)
        draw = tuple(line for group, state in groups.items() for line in _redrawn(draft, group, state, stay))
        return {"lines": written(draw, stay), "drawn_from": digest(groups), "is_kept": False}

    _edit(draft_id, seen, edit, author, now)


def _redrawn(draft: Draft, group: int, state: State, stay: frozenset[int]) -> Draw:
    mine = tuple(line for line in read(draft) if line.group == group)
    kept = {entry for line in mine if line.number in stay for entry in line.entries}
    if not kept <= set(state.active):
        raise editing.NotInDraw()
    return editing.explained(state, editing.redrawn(state, draft.round.number, mine, stay))


def move_table(*, draft_id: int, seen: int, number: int, to: int, author: Author, now: datetime) -> None:
    """Let two pairings exchange their tables.

    :raises NotInDraw: when there is no match of one of the numbers.
    :raises FollowsFromSeeds: in a bracket, where the number is the place.
    """

    def edit(draft: Draft, told: dict[str, Any]) -> dict[str, Any]:
        told |= {"move": [number, to]}
        if any(line["place"] for line in draft.lines):
            raise FollowsFromSeeds()
        places, stay = {number: to, to: number}, locked(draft)
        kept = [places.get(one, one) for one in stay]
        return {"lines": written(editing.moved(read(draft), number, to), kept)}

    _edit(draft_id, seen, edit, author, now)


def keep(*, draft_id: int, seen: int, author: Author, now: datetime) -> None:
    """Keep a stale draft as it is. Whom somebody would have met who has left goes through.

    :raises DraftNotKept: where the seeds decide, or somebody of a table of four has left.
    """

    def edit(draft: Draft, told: dict[str, Any]) -> dict[str, Any]:
        told |= {"keep": True}
        if draft.round.stage.format in editing.PLACES:
            raise DraftNotKept()
        active = {entry for state in before_round(draft.round).values() for entry in state.active}
        draw = read(draft)
        gone = {entry for line in draw for entry in line.entries} - active
        if gone and draft.round.stage.format != "swiss":
            raise DraftNotKept()
        return {"lines": written(editing.without(draw, gone), locked(draft)), "is_kept": True}

    _edit(draft_id, seen, edit, author, now)
