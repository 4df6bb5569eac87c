"""The frame of every verb: one transaction, one ``Action``, one notice, and never twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from games.rules import Refusal
from tournaments import notices
from tournaments.models import Action, Tournament


class AlreadyDone(Refusal):
    """This act arrived before, and was done then."""

    code = "already_done"


class TournamentCancelled(Refusal):
    """The tournament is cancelled: nothing of it is played, drawn or decided any more."""

    code = "tournament_cancelled"


AFTER_CANCELLING = (
    Action.Verb.UNDO,
    Action.Verb.SETTLE_FEE,
    Action.Verb.SETTLE_CALL,
    Action.Verb.NAME_STAFF,
    Action.Verb.RELIEVE_STAFF,
)
"""What is still done to a tournament that was cancelled in play."""


@dataclass(frozen=True, slots=True)
class Author:
    """On whose behalf a verb acts; nobody is the program itself.

    :param key: names the act, so that a form sent twice acts once.
    :param version: the version of the tournament that he saw.
    """

    user_id: int | None = None
    key: str | None = None
    version: int | None = None
    why: str = ""


PROGRAM = Author()


@dataclass(slots=True)
class Account:
    """What a verb says of itself: how things were before and are after, and which act it undoes."""

    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    undoes: Action | None = None


@contextmanager
def acting(tournament_id: int, verb: Action.Verb, author: Author, *, now: datetime) -> Iterator[Account]:
    """Run a verb: all it changes, its action and its notice happen together or not at all.

    :raises AlreadyDone: when the author's key has been used.
    :raises TournamentCancelled: when it is, and this is not done to a cancelled tournament.
    """
    with transaction.atomic():
        # The row is the tournament's lock on PostgreSQL; on SQLite the transaction is.
        held = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if held is not None and held.state == Tournament.State.CANCELLED and verb not in AFTER_CANCELLING:
            raise TournamentCancelled()
        if author.key and Action.objects.filter(tournament=tournament_id, key=author.key).exists():
            raise AlreadyDone()
        account = Account()
        yield account
        Action.objects.create(
            tournament_id=tournament_id,
            actor_id=author.user_id,
            verb=verb,
            before=account.before,
            after=account.after,
            why=author.why,
            undoes=account.undoes,
            key=author.key or None,
            version=author.version,
            at=now,
        )
        notices.changed(tournament_id)
