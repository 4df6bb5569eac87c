"""Which sessions still hold: what the web process asks once a second for the sockets it has open."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import CharField, F, IntegerField, Value
from django.db.models.functions import Cast

from games import hints
from games.doors import Pass
from games.frames import CLOSE_NOT_ALLOWED, CLOSE_SIGNED_OUT
from games.models import User

TOPIC = "user:"
"""What hints about a user's sessions and rights begin with."""


def lapsed(passes: Collection[Pass], *, now: datetime) -> dict[Pass, int]:
    """Return the passes that are good no more, each with the code its sockets are closed with.

    Signed out are those whose session has ended, whose password was changed or who were shut out; whose
    rights have changed is let in again as far as he still may. One statement for all of them.
    """
    if not passes:
        return {}
    known = _known(passes, now)
    codes = {brought: _code(brought, known) for brought in passes}
    return {brought: code for brought, code in codes.items() if code is not None}


Known = dict[str, tuple[str, int]]


def _known(passes: Collection[Pass], now: datetime) -> Known:
    """Return the sessions that hold by their key, and the users who may sign in by their number."""
    keys = {brought.session for brought in passes if brought.session}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    users = User.objects.filter(pk__in={brought.user_id for brought in passes}, is_active=True)
    rows = sessions.values_list(
        "session_key", Value("", output_field=CharField()), Value(0, output_field=IntegerField())
    ).union(users.values_list(Cast("pk", CharField()), "password", "rights_version"), all=True)
    return {key: (password, rights) for key, password, rights in rows}


def _code(brought: Pass, known: Known) -> int | None:
    password, rights = known.get(str(brought.user_id), (None, 0))
    if password != brought.password or (brought.session and brought.session not in known):
        return CLOSE_SIGNED_OUT
    return None if rights == brought.rights else CLOSE_NOT_ALLOWED


def rights_changed(user_id: int) -> None:
    """Say, in the caller's transaction, that a user may perhaps less than before: his sockets look again."""
    User.objects.filter(pk=user_id).update(rights_version=F("rights_version") + 1)
    hint(user_id)


def hint(user_id: int) -> None:
    """Let the web processes look at this user's sessions at once, after the commit."""
    # No ``partial``: Django cannot log the failure of one, and would fail itself.
    transaction.on_commit(lambda: hints.publish(f"{TOPIC}{user_id}", 0), robust=True)
