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
    Action.Verb.CALL_DIRECTOR,
    Action.Verb.APPEAL,
    Action.Verb.SETTLE_CALL,
    Action.Verb.NAME_STAFF,
    Action.Verb.RELIEVE_STAFF,
)
"""What is still done to a tournament that was cancelled in play."""


class DecidedSince(Refusal):
    """Somebody else decided something since the version that the author saw.

    ``changed`` names the verbs, ``version`` is that of now.
    """

    code = "decided_since"


ARRIVING = (
    Action.Verb.INVITE,
    Action.Verb.ANSWER,
    Action.Verb.SEEK,
    Action.Verb.SIGN_UP,
    Action.Verb.LEAVE,
    Action.Verb.CHECK_IN,
    Action.Verb.UNDO_CHECK_IN,
    Action.Verb.SETTLE_FEE,
    Action.Verb.RECORD,
    Action.Verb.SCORE,
    Action.Verb.REPORT,
    Action.Verb.AGREE,
    Action.Verb.OPEN_SEAT,
    Action.Verb.CALL_DIRECTOR,
    Action.Verb.APPEAL,
)
"""What comes in from players, tables and the desk all evening; no other act rests on it."""


@dataclass(frozen=True, slots=True)
class Author:
    """On whose behalf a verb acts; nobody is the program itself.

    :param key: names the act, so that a form sent twice acts once.
    :param version: the version of the tournament that he saw.
    :param strict: whether to refuse when somebody else, or the program, has decided something since.
    """

    user_id: int | None = None
    key: str | None = None
    version: int | None = None
    why: str = ""
    strict: bool = False


PROGRAM = Author()


@dataclass(slots=True)
class Account:
    """What a verb says of itself: how things were before and are after, and which act it undoes."""

    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    undoes: Action | None = None


def is_done(tournament_id: int, key: str | None) -> bool:
    """Return whether an act of a tournament was done under this key; without one nothing was."""
    return bool(key) and Action.objects.filter(tournament=tournament_id, key=key).exists()


@contextmanager
def acting(tournament_id: int, verb: Action.Verb, author: Author, *, now: datetime) -> Iterator[Account]:
    """Run a verb: all it changes, its action and its notice happen together or not at all.

    :raises AlreadyDone: when the author's key has been used.
    :raises TournamentCancelled: when it is, and this is not done to a cancelled tournament.
    :raises DecidedSince: when he is strict, and somebody else decided something since the version he saw.
    """
    with transaction.atomic():
        # The row is the tournament's lock on PostgreSQL; on SQLite the transaction is.
        held = Tournament.objects.select_for_update().get(pk=tournament_id)
        if is_done(tournament_id, author.key):
            raise AlreadyDone()
        if held.state == Tournament.State.CANCELLED and verb not in AFTER_CANCELLING:
            raise TournamentCancelled()
        demand_nothing_decided(held, author)
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
            made=held.version + 1,
            at=now,
        )
        notices.changed(tournament_id)


def demand_nothing_decided(tournament: Tournament, author: Author) -> None:
    """Refuse a strict author who has not seen what somebody else decided.

    :raises DecidedSince: naming that, when there is something.
    """
    if not author.strict:
        return
    since = Action.objects.filter(tournament=tournament, made__gt=author.version or 0)
    others = since.exclude(verb__in=ARRIVING).exclude(actor=author.user_id, actor__isnull=False)
    decided = others.order_by("pk").values_list("verb", flat=True)
    if decided:
        raise DecidedSince(version=tournament.version, changed=", ".join(dict.fromkeys(decided)))
