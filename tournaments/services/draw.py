"""The draw: seeds, and the whole bracket laid out from them. Source: docs/formats.md."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import count

from games.dealing import Stream
from games.models import claim
from games.rules import Refusal
from tournaments.formats import (
    FORMATS,
    Candidate,
    Layout,
    PlannedPairing,
    Seeded,
    in_seed_order,
)
from tournaments.models import (
    Action,
    Entry,
    Pairing,
    Round,
    Side,
    Slot,
    Stage,
    Tournament,
)

from .actions import Author, acting
from .filling import fill_round


class AlreadyDrawn(Refusal):
    """The bracket has been drawn, or the entries changed while it was."""

    code = "already_drawn"


def draw(*, tournament_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Seed the entries, lay the bracket out and draw its first round.

    Entries that are level by seed and rating are put in an order by lot; its seed is in the action.

    :raises WrongNumberOfEntries: when the format does not take so many.
    :raises AlreadyDrawn: when somebody else was first.
    """
    before = Tournament.objects.get(pk=tournament_id)
    stage = Stage.objects.get(tournament=tournament_id, position=1)
    lot = stream.bytes(16)
    seeded = _seeded(tournament_id, Stream(lot))
    layout = FORMATS[stage.format].layout(len(seeded))
    with acting(tournament_id, Action.Verb.DRAW, author, now=now) as account:
        claim(
            Tournament.objects.filter(pk=tournament_id, state=Tournament.State.DRAFT, version=before.version),
            refusal=AlreadyDrawn(),
            state=Tournament.State.DRAWN,
        )
        _number(seeded)
        first = _lay_out(stage, layout, seeded)
        fill_round(first, FORMATS[stage.format].first_round([entry.pk for entry in seeded]))
        Round.objects.filter(pk=first.pk).update(state=Round.State.DRAWN, starts_at=before.starts_at)
        account.after = {"lot": lot.hex(), "seeds": [entry.pk for entry in seeded]}


def _seeded(tournament_id: int, lot: Stream) -> list[Entry]:
    """Return the entries from seed 1 down."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament_id)}
    drawn = lot.shuffled(sorted(entries))
    candidates = (Candidate(pk, entries[pk].own_seed, entries[pk].rating) for pk in drawn)
    return [entries[pk] for pk in in_seed_order(candidates)]


def _number(seeded: Sequence[Entry]) -> None:
    for seed, entry in enumerate(seeded, start=1):
        entry.seed = seed
    Entry.objects.bulk_update(seeded, ["seed"])


def _lay_out(stage: Stage, layout: Layout, seeded: Sequence[Entry]) -> Round:
    """Write the rounds, pairings, slots and sides of a bracket; return the first round."""
    rounds = Round.objects.bulk_create(
        Round(stage=stage, number=number, size=len(planned))
        for number, planned in enumerate(layout.rounds, start=1)
    )
    planned = [pairing for pairings in layout.rounds for pairing in pairings]
    pairings = Pairing.objects.bulk_create(
        Pairing(round=rounds[one.round - 1], number=one.number) for one in planned
    )
    made = {(one.round, one.number): row for one, row in zip(planned, pairings, strict=True)}
    slots = Slot.objects.bulk_create(_slots(stage, planned, made, seeded))
    feeding = iter(slots)
    Side.objects.bulk_create(
        Side(pairing=row, round=row.round, number=number, slot=next(feeding))
        for one, row in zip(planned, pairings, strict=True)
        for number in range(len(one.sources))
    )
    return rounds[0]


def _slots(
    stage: Stage,
    planned: Sequence[PlannedPairing],
    made: dict[tuple[int, int], Pairing],
    seeded: Sequence[Entry],
) -> list[Slot]:
    """Return the slots of all sides, in the order of the layout."""
    slots, position = [], count(1)
    for one in planned:
        for source in one.sources:
            slot = Slot(stage=stage, position=next(position))
            if isinstance(source, Seeded):
                slot.entry = seeded[source.seed - 1]
            else:
                slot.winner_of = made[source.round, source.number]
            slots.append(slot)
    return slots
