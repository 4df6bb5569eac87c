"""Calls for the director from a tournament's tables: who he is, which wait for him, what he has settled."""

from __future__ import annotations

from datetime import datetime

from games.models import DirectorCall, User
from games.services import calls
from tournaments import notices
from tournaments.models import Action, Pairing, Tournament
from tournaments.permissions import may_direct

from .actions import Author, acting


def directs(*, table_id: int, user_id: int) -> bool:
    """Return whether this user directs the tournament of a table."""
    user = User.objects.filter(pk=user_id).first()
    at = Tournament.objects.filter(stages__rounds__pairings__table=table_id).first()
    return user is not None and at is not None and may_direct(user, at)


def open_calls(tournament: Tournament) -> list[DirectorCall]:
    """Return the calls that nobody has settled, the oldest first."""
    tables = Pairing.objects.filter(round__stage__tournament=tournament, table__isnull=False)
    return calls.open_calls(tables.values_list("table", flat=True))


def settle(*, call: DirectorCall, tournament_id: int, author: Author, now: datetime) -> None:
    """Say that a call is settled; its table and the log of the tournament are told.

    The author's reason is the ruling: all who sit at the table read it.

    :raises CallSettled: when somebody else has settled it.
    :raises OwnRuling: when it appeals against what he has ruled himself.
    """
    with acting(tournament_id, Action.Verb.SETTLE_CALL, author, now=now) as account:
        calls.settle(call=call, by_id=author.user_id, ruling=author.why, now=now)
        account.after = {"table": call.table.public_id, "event": call.seq, "reason": call.reason}


def at_table(table_id: int) -> list[DirectorCall]:
    """Return all calls at a table, the newest first, with who ruled and who has appealed."""
    rows = DirectorCall.objects.filter(table=table_id).select_related("settled_by", "appealed_by")
    return list(rows.order_by("-pk"))


def hear_called(table_id: int) -> None:
    """Tell the pages of the table's tournament that its director has been called."""
    found = Pairing.objects.filter(table=table_id).values_list("round__stage__tournament", flat=True).first()
    if found is not None:
        notices.changed(found)
