"""An entry leaves, or is let in again: before the draw its place is free, in play its matches are walkovers.

Who asks - page, API - need not know which of the two it is. Source: docs/formats.md#leaving.
"""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Action, Entry, Tournament

from . import entries, withdrawals
from .actions import Author


def withdraw(*, entry: Entry, author: Author, now: datetime) -> None:
    """Withdraw an entry.

    :raises EntryMoved: before the draw, when it is out already.
    :raises ReasonMissing: in play, without a reason.
    :raises NotTakingPart: in play, when it has left, and after the end.
    """
    if _is_drawn(entry):
        _leave(entry, Action.Verb.WITHDRAW_IN_PLAY, author, now)
    else:
        entries.withdraw(entry=entry, author=author, now=now)


def disqualify(*, entry: Entry, author: Author, now: datetime) -> None:
    """Shut an entry out for a reason.

    :raises ReasonWanted: without one before the draw.
    :raises ReasonMissing: without one in play.
    :raises EntryMoved: before the draw, when it has no place.
    :raises NotTakingPart: in play, when it has left, and after the end.
    """
    if _is_drawn(entry):
        _leave(entry, Action.Verb.DISQUALIFY_IN_PLAY, author, now)
    else:
        entries.disqualify(entry=entry, author=author, now=now)


def reinstate(*, entry: Entry, author: Author, now: datetime) -> None:
    """Take back an entry that left: before the draw as if it came now, in play from the next round on.

    :raises EntryMoved: before the draw, when it is not out.
    :raises PlaysAlready: before the draw, when one of the two has come with somebody else meanwhile.
    :raises NotTakingPart: in play, when it did not leave a stage that is being played.
    :raises OutOfBracket: in a bracket.
    """
    if _is_drawn(entry):
        withdrawals.reinstate(entry_id=entry.pk, author=author, now=now)
    else:
        entries.reinstate(entry=entry, author=author, now=now)


def _is_drawn(entry: Entry) -> bool:
    return not Tournament.objects.before_draw().filter(pk=entry.tournament_id).exists()


def _leave(entry: Entry, verb: withdrawals.Verb, author: Author, now: datetime) -> None:
    withdrawals.leave(entry_id=entry.pk, verb=verb, foreseen=None, author=author, now=now)
