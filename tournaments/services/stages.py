"""Beginning a stage: who plays in it, its rounds, and the first of them drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from games.rules import Refusal
from tournaments.formats import (
    BRACKETS,
    check_entries,
    in_groups,
    is_main,
    layout,
    parted,
    rounds_of,
    table,
)
from tournaments.models import Draft, Entry, Pairing, Round, Side, Slot, Stage
from tournaments.state import EntryId, State

from .draft_lines import draft_of
from .drawing import draw_groups
from .filling import Draw, Filled, fill
from .stage_states import Groups, groups_of
from .wishes import Wishes

WORSE = 1000
"""One couple that the director keeps apart counts as so many club-mates."""


class TooManyGroups(Refusal):
    """Each group needs entries enough to be played."""

    code = "too_many_groups"


@dataclass(slots=True)
class Beginning:
    """The rows of a stage that begins, made before the transaction that writes them.

    :param draft: its first round where the director wants to see that before everybody does.
    """

    slots: list[Slot]
    rounds: list[Round]
    laid_out: list[Pairing] = field(default_factory=list)
    draw: Draw = ()
    first: Filled = field(default_factory=Filled)
    draft: Draft | None = None

    def write(self) -> None:
        """Write them, a statement a model: each is named by those after it."""
        Slot.objects.bulk_create(self.slots)
        Round.objects.bulk_create(self.rounds)
        Pairing.objects.bulk_create([*self.laid_out, *self.first.new])
        Side.objects.bulk_create(self.first.sides)
        if self.draft is not None:
            self.draft.save()


def begin(
    stage: Stage,
    seeded: Sequence[Entry],
    *,
    starts_at: datetime | None,
    wishes: Wishes,
    had_byes: Mapping[EntryId, int] = MappingProxyType({}),
) -> Beginning:
    """Return the rows of a stage for these entries, from seed 1 down; its first round is drawn.

    :param had_byes: how many byes they have had in a Swiss before, and in those before it.

    :raises WrongNumberOfEntries: when the format does not take so many.
    :raises TooManyGroups: when a group would have too few.
    """
    slots = [
        Slot(stage=stage, group=group, seed=seed, entry=entry, had_byes=had_byes.get(entry.pk, 0))
        for group, members in enumerate(_grouped(stage, kept_apart(stage, seeded, wishes)), start=1)
        for seed, entry in enumerate(members, start=1)
    ]
    groups = groups_of(stage, slots, (), apart=wishes.apart)
    rounds = [
        Round(stage=stage, number=number) for number in range(1, max(map(rounds_of, groups.values())) + 1)
    ]
    begun = Beginning(slots, rounds, laid_out=_laid_out(groups[1], rounds))
    begun.draw = draw_groups(groups, 1) or ()
    first = rounds[0]
    first.starts_at = starts_at
    if wishes.is_checked:
        begun.draft = draft_of(first, begun.draw, groups)
        return begun
    planned = {pairing.number: pairing for pairing in begun.laid_out if pairing.round is first}
    begun.first = fill(first, begun.draw, planned)
    first.state, first.size = Round.State.DRAWN, first.size or len(begun.draw)
    return begun


def kept_apart(stage: Stage, seeded: Sequence[Entry], wishes: Wishes) -> Sequence[Entry]:
    """Return the entries of a stage in an order in which who is kept apart does not meet, if there is one."""

    def clash(one: Entry, other: Entry) -> int:
        mates = wishes.club_mates_apart and one.club_name == other.club_name != ""
        return (WORSE if frozenset((one.pk, other.pk)) in wishes.apart else 0) + mates

    return parted(stage.format, seeded, stage.groups, clash)


def _grouped(stage: Stage, seeded: Sequence[Entry]) -> tuple[tuple[Entry, ...], ...]:
    groups = in_groups(seeded, stage.groups)
    if stage.groups > 1 and len(groups[-1]) < 2:
        raise TooManyGroups(groups=stage.groups, entries=len(seeded))
    for members in groups:
        check_entries(stage.format, len(members))
    return groups


def _laid_out(state: State, rounds: Sequence[Round]) -> list[Pairing]:
    """Return the pairings of a bracket to its end, which are known before their sides are."""
    if state.format not in BRACKETS:
        return []
    laid_out = []
    for round_, places in zip(rounds, layout(state), strict=True):
        round_.size = sum(map(is_main, places))
        laid_out += [
            Pairing(round=round_, number=number, place=place) for number, place in enumerate(places, start=1)
        ]
    return laid_out


def advancing(groups: Groups, *, take: int | None) -> list[int]:
    """Return who goes on from a stage, the best first: of several groups first all winners, and so on.

    Who has left does not. Where the number does not come out even, the better next ones by points go on.
    """
    lines = [
        (place, group, line)
        for group, state in groups.items()
        for place, line in enumerate(
            (line for line in table(state) if line.entry in state.active and _has_place(line.rank)), start=1
        )
    ]
    whole = (take or len(lines)) // len(groups)
    ranked = sorted(lines, key=lambda one: (one[0], -one[2].points if one[0] > whole else 0, one[1]))
    return [int(line.entry) for _, _, line in ranked[: take or len(ranked)]]


def _has_place(rank: int | None) -> bool:
    return rank is not None
