"""The draw: seeds, and the whole bracket laid out from them. Source: docs/formats.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.dealing import Stream
from games.models import claim, clean_name
from games.rules import Refusal
from tournaments.formats import (
    FORMATS,
    Candidate,
    Drawn,
    Layout,
    Seeded,
    WinnerOf,
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
from .filling import fill
from .planning import LONGEST_NAME


class AlreadyDrawn(Refusal):
    """The bracket has been drawn, or the entries changed while it was."""

    code = "already_drawn"


def draw(
    *, tournament_id: int, author: Author, now: datetime, stream: Stream, public_number: str = ""
) -> None:
    """Seed the entries, lay the bracket out and draw its first round.

    Entries that are level by seed and rating are put in an order by lot; its seed is in the action.

    :param public_number: a number or text that all have heard; it goes into every deal.
    :raises BadName: when the public number would deceive or disturb whoever reads it.
    :raises WrongNumberOfEntries: when the format does not take so many.
    :raises AlreadyDrawn: when somebody else was first.
    """
    named = clean_name(public_number, longest=LONGEST_NAME) if public_number.strip() else ""
    before = Tournament.objects.get(pk=tournament_id)
    stage = Stage.objects.get(tournament=tournament_id, position=1)
    lot = stream.bytes(16)
    seeded = _seeded(tournament_id, Stream(lot))
    format_ = FORMATS[stage.format]
    bracket = _bracket(stage, format_.layout(len(seeded)), seeded)
    first = format_.first_round([entry.pk for entry in seeded])
    _fill_first(bracket, before, first)
    with acting(tournament_id, Action.Verb.DRAW, author, now=now) as account:
        claim(
            Tournament.objects.filter(pk=tournament_id, state=Tournament.State.DRAFT, version=before.version),
            refusal=AlreadyDrawn(),
            state=Tournament.State.DRAWN,
            public_number=named,
        )
        bracket.write()
        account.after = {
            "lot": lot.hex(),
            "seeds": [entry.pk for entry in seeded],
            "public_number": named,
        }


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rows of a bracket, made before the transaction that writes them."""

    entries: Sequence[Entry]
    rounds: Sequence[Round]
    pairings: Sequence[Pairing]
    slots: Sequence[Slot]
    sides: Sequence[Side]

    def write(self) -> None:
        """Write them, a statement a model: each is named by those after it."""
        Entry.objects.bulk_create(
            self.entries, update_conflicts=True, unique_fields=["pk"], update_fields=["seed"]
        )
        Round.objects.bulk_create(self.rounds)
        Pairing.objects.bulk_create(self.pairings)
        Slot.objects.bulk_create(self.slots)
        Side.objects.bulk_create(self.sides)


def _seeded(tournament_id: int, lot: Stream) -> list[Entry]:
    """Return the entries from seed 1 down."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament_id)}
    drawn = lot.shuffled(sorted(entries))
    candidates = (Candidate(pk, entries[pk].own_seed, entries[pk].rating) for pk in drawn)
    return [entries[pk] for pk in in_seed_order(candidates)]


def _bracket(stage: Stage, layout: Layout, seeded: Sequence[Entry]) -> Bracket:
    """Return the whole bracket, with what feeds each side; nobody sits in it yet."""
    for seed, entry in enumerate(seeded, start=1):
        entry.seed = seed
    rounds = [
        Round(stage=stage, number=number, size=len(planned))
        for number, planned in enumerate(layout.rounds, start=1)
    ]
    planned = [pairing for pairings in layout.rounds for pairing in pairings]
    made = {
        (one.round, one.number): Pairing(round=rounds[one.round - 1], number=one.number) for one in planned
    }
    sides = [
        _side(stage, made[one.round, one.number], number, _feeding(source, seeded, made))
        for one in planned
        for number, source in enumerate(one.sources)
    ]
    for position, side in enumerate(sides, start=1):
        side.slot.position = position
    return Bracket(seeded, rounds, list(made.values()), [side.slot for side in sides], sides)


def _side(stage: Stage, pairing: Pairing, number: int, fed_by: dict[str, Any]) -> Side:
    slot = Slot(stage=stage, **fed_by)
    return Side(pairing=pairing, round=pairing.round, number=number, slot=slot)


def _feeding(
    source: Seeded | WinnerOf, seeded: Sequence[Entry], made: Mapping[tuple[int, int], Pairing]
) -> dict[str, Any]:
    if isinstance(source, Seeded):
        return {"entry": seeded[source.seed - 1]}
    return {"winner_of": made[source.round, source.number]}


def _fill_first(bracket: Bracket, tournament: Tournament, drawn: tuple[Drawn, ...]) -> None:
    """Let the first round be drawn, and its byes be decided."""
    first = bracket.rounds[0]
    first.state, first.starts_at = Round.State.DRAWN, tournament.starts_at
    fill(drawn, [side for side in bracket.sides if side.round is first])
