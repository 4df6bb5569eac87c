"""The order of seeds before the draw: by rating, by hand, or by lot with its seed in the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.dealing import Stream
from games.rules import Refusal
from tournaments.formats import Candidate, in_seed_order
from tournaments.models import Action, Entry

from .actions import Account, Author, acting
from .check_in import ListChanged
from .field import before_draw


class NoSuchPlace(Refusal):
    """There is no seed of this number."""

    code = "no_such_place"


def in_order(tournament_id: int) -> list[Entry]:
    """Return the entries that take part as they would be seeded now; level ones in the order of coming."""
    entries = {one.pk: one for one in Entry.objects.filter(tournament=tournament_id).taking_part()}
    candidates = (Candidate(pk, entries[pk].own_seed, entries[pk].rating) for pk in sorted(entries))
    return [entries[pk] for pk in in_seed_order(candidates)]


def by_rating(*, tournament_id: int, author: Author, now: datetime) -> None:
    """Forget the seeds given by hand or lot: ratings decide, and the draw's lot among equals."""
    with acting(tournament_id, Action.Verb.SEED, author, now=now) as account:
        before_draw(tournament_id)
        _write(tournament_id, [], account)
        account.after["by"] = "rating"


def by_lot(*, tournament_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Draw all seeds by lot; the seed of the lot is in the action, so that anybody can repeat it."""
    lot = stream.bytes(16)
    with acting(tournament_id, Action.Verb.SEED, author, now=now) as account:
        before_draw(tournament_id)
        entries = sorted(entry.pk for entry in in_order(tournament_id))
        _write(tournament_id, Stream(lot).shuffled(entries), account)
        account.after |= {"by": "lot", "lot": lot.hex()}


def by_hand(*, tournament_id: int, order: Sequence[int], author: Author, now: datetime) -> None:
    """Give the seeds from 1 down as the director has them.

    :raises ListChanged: when these are not, each once, the entries that take part.
    """
    with acting(tournament_id, Action.Verb.SEED, author, now=now) as account:
        before_draw(tournament_id)
        if sorted(order) != sorted(entry.pk for entry in in_order(tournament_id)):
            raise ListChanged()
        _write(tournament_id, order, account)
        account.after["by"] = "hand"


def move_to(*, entry: Entry, place: int, author: Author, now: datetime) -> None:
    """Move one entry to a seed; those between make room.

    :raises NoSuchPlace: when there are fewer entries.
    :raises ListChanged: when the entry does not take part.
    """
    with acting(entry.tournament_id, Action.Verb.SEED, author, now=now) as account:
        before_draw(entry.tournament_id)
        order = [one.pk for one in in_order(entry.tournament_id)]
        if entry.pk not in order:
            raise ListChanged()
        if not 1 <= place <= len(order):
            raise NoSuchPlace(place=place, places=len(order))
        order.remove(entry.pk)
        order.insert(place - 1, entry.pk)
        _write(entry.tournament_id, order, account)
        account.after["by"] = "hand"


def _write(tournament_id: int, order: Sequence[int], account: Account) -> None:
    """Store the seeds, in two statements: a number is free before somebody else gets it."""
    rows = Entry.objects.filter(tournament=tournament_id)
    seeded = rows.filter(own_seed__isnull=False).order_by("own_seed")
    account.before = {"seeds": list(seeded.values_list("pk", flat=True))}
    rows.update(own_seed=None)
    entries = [Entry(pk=pk, own_seed=seed) for seed, pk in enumerate(order, start=1)]
    Entry.objects.bulk_update(entries, ["own_seed"])
    account.after = {"seeds": list(order)}
