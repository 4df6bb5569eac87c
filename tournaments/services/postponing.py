"""Matches that are played later: postponed by the director, and taken up again when both sides are there.

A postponed match counts for nobody until it is played. Its round goes on and closes without it, and the next
is drawn; its sides do not meet again meanwhile. In a bracket only who would go on from it waits. The stage is
not over before it is decided. Source: docs/formats.md#postponing.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Exists, OuterRef

from games.rules import Refusal
from tournaments.models import Action, Pairing, Round, RoundTime

from .actions import Account, Author, acting
from .changes import Changes
from .hall import in_hall
from .penalties import ReasonMissing
from .said import has_begun

TO_PLAY = (Pairing.State.WAITING, Pairing.State.CALLED)


class NothingToPostpone(Refusal):
    """This match is decided or postponed already, or who plays it is not known yet."""

    code = "nothing_to_postpone"


class MatchHasBegun(Refusal):
    """Cards have been played, or something has been said of the result."""

    code = "match_has_begun"


class NotPostponed(Refusal):
    """This match is not postponed, or somebody else has taken it up."""

    code = "not_postponed"


def postpone(*, pairing_id: int, author: Author, now: datetime) -> None:
    """Let a match be played later: its table is free, and its round does not wait for it.

    :raises ReasonMissing: without a reason.
    :raises NothingToPostpone: when it is not to be played now.
    :raises MatchHasBegun: when something of it has been played.
    """
    if not author.why.strip():
        raise ReasonMissing()
    pairing = in_hall(pairing_id)
    with acting(pairing.round.stage.tournament_id, Action.Verb.POSTPONE, author, now=now) as account:
        changes, row = Changes(), Pairing.objects.filter(pk=pairing_id, state__in=TO_PLAY)
        if not row.annotate(here=Count("sides")).filter(here__gte=pairing.round.stage.sides).exists():
            raise NothingToPostpone()
        if has_begun(pairing):
            raise MatchHasBegun()
        if pairing.table_id is not None:
            changes.close_tables([pairing.table_id])
        nowhere = {"table": None, "hall_table": None, "called_at": None}
        changes.update(row, state=Pairing.State.POSTPONED, postponed_at=now, **nowhere)
        _tell(pairing, changes, account)


def take_up(*, pairing_id: int, author: Author, now: datetime) -> None:
    """Let a postponed match be played now: it is called like one that waited for a free table.

    While its round is in play, its window is open and time has not been called, that waits for it again.

    :raises NotPostponed: when it is not.
    """
    pairing = in_hall(pairing_id)
    with acting(pairing.round.stage.tournament_id, Action.Verb.TAKE_UP, author, now=now) as account:
        row = Pairing.objects.filter(pk=pairing_id, state=Pairing.State.POSTPONED)
        if not row.exists():
            raise NotPostponed()
        changes, awaited = Changes(), {"postponed_at": None} if _waits(pairing.round_id, now) else {}
        changes.update(row, state=Pairing.State.WAITING, **awaited)
        _tell(pairing, changes, account)


def _waits(round_id: int, now: datetime) -> bool:
    """Return whether a round can wait for one of its matches: it is not closed, and there is time left."""
    over = RoundTime.objects.filter(stage=OuterRef("stage"), number=OuterRef("number"), until__lte=now)
    not_over = Round.objects.filter(~Exists(over), pk=round_id, stopped_at__isnull=True)
    return not_over.exclude(state=Round.State.CLOSED).exists()


def _tell(pairing: Pairing, changes: Changes, account: Account) -> None:
    account.before, account.after = {"pairing": pairing.pk}, {"pairing": pairing.pk}
    changes.tell(account)
