"""The draw: seeds, and the first stage laid out from them. Source: docs/formats.md."""

from __future__ import annotations

from datetime import datetime

from games.dealing import Stream
from games.models import claim, clean_name
from games.rules import Refusal
from tournaments.formats import Candidate, in_seed_order
from tournaments.models import Action, Entry, Stage, Tournament

from . import check_in
from .actions import Author, acting
from .planning import LONGEST_NAME
from .stages import begin
from .wishes import wishes_of


class AlreadyDrawn(Refusal):
    """The bracket has been drawn, or the entries changed while it was."""

    code = "already_drawn"


def draw(
    *, tournament_id: int, author: Author, now: datetime, stream: Stream, public_number: str = ""
) -> None:
    """Seed the entries, lay the first stage out and draw its first round.

    Entries that are level by seed and rating are put in an order by lot; its seed is in the action.

    :param public_number: a number or text that all have heard; it goes into every deal.
    :raises BadName: when the public number would deceive or disturb whoever reads it.
    :raises WrongNumberOfEntries: when the format does not take so many.
    :raises TooManyGroups: when a group would have too few.
    :raises NotCheckedIn: while pairs with a place are neither here nor left out.
    :raises AlreadyDrawn: when somebody else was first.
    """
    named = clean_name(public_number, longest=LONGEST_NAME) if public_number.strip() else ""
    before = Tournament.objects.get(pk=tournament_id)
    check_in.refuse_missing(before)
    stage = Stage.objects.get(tournament=tournament_id, position=1)
    lot = stream.bytes(16)
    seeded = _seeded(tournament_id, Stream(lot))
    stage.options = stage.options | {"lot_secret": lot.hex()}
    beginning = begin(stage, seeded, starts_at=before.starts_at, wishes=wishes_of(before))
    with acting(tournament_id, Action.Verb.DRAW, author, now=now) as account:
        claim(
            Tournament.objects.before_draw().filter(pk=tournament_id, version=before.version),
            refusal=AlreadyDrawn(),
            state=Tournament.State.DRAWN,
            public_number=named,
        )
        Stage.objects.filter(pk=stage.pk).update(options=stage.options)
        Entry.objects.bulk_create(seeded, update_conflicts=True, unique_fields=["pk"], update_fields=["seed"])
        beginning.write()
        account.after = {
            "lot": lot.hex(),
            "seeds": [entry.pk for entry in seeded],
            "public_number": named,
        }


def _seeded(tournament_id: int, lot: Stream) -> list[Entry]:
    """Return the entries that take part from seed 1 down, each with its seed."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament_id).taking_part()}
    drawn = lot.shuffled(sorted(entries))
    candidates = (Candidate(pk, entries[pk].own_seed, entries[pk].rating) for pk in drawn)
    seeded = [entries[pk] for pk in in_seed_order(candidates)]
    for seed, entry in enumerate(seeded, start=1):
        entry.seed = seed
    return seeded
