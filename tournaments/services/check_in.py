"""Who is in the hall: each pair on its own page, at the desk, or by its staff; and who is left out."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from games.models import User
from games.rules import Refusal
from tournaments.models import Action, Entry, EntryPlayer, Tournament

from . import field
from .actions import Author, acting
from .sign_up import standing_entry


class CheckInNotOpen(Refusal):
    """Check-in has not begun, or is over: the staff can still do it at the desk."""

    code = "check_in_not_open"


class NoEntryOfYours(Refusal):
    """He is in no pair of this tournament."""

    code = "no_entry_of_yours"


class NotCheckedIn(Refusal):
    """Pairs with a place have not checked in: the director says first that they are left out."""

    code = "not_checked_in"


class ListChanged(Refusal):
    """Somebody has checked in meanwhile, or another pair is missing: look at the list again."""

    code = "list_changed"


def arrived(tournament: Tournament) -> tuple[int, int] | None:
    """Return how many entries have checked in, and how many have a place; nothing but at the check-in."""
    if tournament.state != Tournament.State.CHECK_IN:
        return None
    states = list(tournament.entries.filter(state__in=Entry.TAKING_PART).values_list("state", flat=True))
    return states.count(Entry.State.CHECKED_IN), len(states)


def check_in(*, entry: Entry, author: Author, now: datetime) -> None:
    """Note that a pair is here.

    :raises CheckInNotOpen: when the tournament is not at its check-in.
    :raises EntryMoved: when it has no place, or is noted already.
    """
    with acting(entry.tournament_id, Action.Verb.CHECK_IN, author, now=now) as account:
        _at_check_in(entry.tournament_id)
        field.move(entry, Entry.State.CHECKED_IN)
        account.after = {"entry": entry.pk, "pair": entry.name}


def undo(*, entry: Entry, author: Author, now: datetime) -> None:
    """Take a check-in back.

    :raises EntryMoved: when the pair is not checked in.
    """
    with acting(entry.tournament_id, Action.Verb.UNDO_CHECK_IN, author, now=now) as account:
        _at_check_in(entry.tournament_id)
        if entry.state != Entry.State.CHECKED_IN:
            raise field.EntryMoved(entry=entry.name, state=entry.state)
        field.move(entry, Entry.State.ACCEPTED)
        account.before = {"entry": entry.pk, "pair": entry.name}


def check_in_myself(*, tournament_id: int, user: User, author: Author, now: datetime) -> Entry:
    """Note that one's own pair is here, while check-in is open; either of the two can.

    :raises NoEntryOfYours: when he is in no pair.
    :raises CheckInNotOpen: before it opens and after its time.
    """
    entry = standing_entry(tournament_id, user)
    if entry is None:
        raise NoEntryOfYours()
    closes = field.registration_of(tournament_id).check_in_closes_at
    if closes is not None and closes <= now:
        raise CheckInNotOpen()
    check_in(entry=entry, author=author, now=now)
    return entry


def leave_out(*, tournament_id: int, entry_ids: Collection[int], author: Author, now: datetime) -> None:
    """Withdraw the pairs that did not come. The director has read their names: he sends the list back.

    :raises CheckInNotOpen: when the tournament is not at its check-in.
    :raises ListChanged: when these are not the ones who are missing now.
    """
    with acting(tournament_id, Action.Verb.LEAVE_OUT, author, now=now) as account:
        _at_check_in(tournament_id)
        missing = list(Entry.objects.filter(tournament=tournament_id).not_here())
        if {entry.pk for entry in missing} != set(entry_ids):
            raise ListChanged()
        account.before = {"entries": [entry.pk for entry in missing], "pairs": [one.name for one in missing]}
        gone = Entry.objects.filter(pk__in=[entry.pk for entry in missing])
        EntryPlayer.objects.filter(entry__in=gone.values("pk")).update(tournament=None)
        gone.update(state=Entry.State.WITHDRAWN, own_seed=None)
        account.after["moved_up"] = field.fill_places(tournament_id)


def _at_check_in(tournament_id: int) -> None:
    state = Tournament.objects.values_list("state", flat=True).get(pk=tournament_id)
    if state != Tournament.State.CHECK_IN:
        raise CheckInNotOpen()


def refuse_missing(tournament: Tournament) -> None:
    """Refuse a draw while somebody who has a place is neither here nor left out.

    :raises NotCheckedIn: with how many there are and their names.
    """
    if tournament.state != Tournament.State.CHECK_IN:
        return
    names = list(Entry.objects.filter(tournament=tournament).not_here().values_list("name", flat=True))
    if names:
        raise NotCheckedIn(pairs=len(names), names=" · ".join(names))
