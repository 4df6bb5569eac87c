"""What a director does to a match that is being played: give or take points, or let a side retire.

The table does it and writes it in its log, where both sides read it; here it is found by its
pairing, carries a reason, and becomes an action of the tournament. A retired match is recorded like
any other that has ended. Source: docs/formats.md#rulings-at-a-table.
"""

from __future__ import annotations

from datetime import datetime

from games.rules import Adjust, Outlook, Refusal, Retire
from games.services import rulings
from tournaments.models import Action, Pairing

from .actions import Author, acting

Penalty = Adjust | Retire


class NotBeingPlayed(Refusal):
    """There is no match open at this pairing's table."""

    code = "not_being_played"


class ReasonMissing(Refusal):
    """A ruling says why: both sides and the log read it."""

    code = "reason_missing"


def foresee(*, pairing_id: int, penalty: Penalty) -> Outlook:
    """Return what a penalty would do, without giving it.

    :raises NotBeingPlayed: when no match is open at the pairing's table.
    :raises Refusal: when it cannot be given.
    """
    return rulings.foresee(_table(_pairing(pairing_id)), penalty)


def give(*, pairing_id: int, penalty: Penalty, foreseen: str, author: Author, now: datetime) -> None:
    """Give a penalty, if it still does what the director was shown (``rulings.summary``).

    :raises ReasonMissing: without a reason.
    :raises NotBeingPlayed: when no match is open at the pairing's table.
    :raises games.services.rulings.OutlookChanged: when it would do something else now.
    """
    if not author.why.strip():
        raise ReasonMissing()
    pairing = _pairing(pairing_id)
    verb = Action.Verb.ADJUST if isinstance(penalty, Adjust) else Action.Verb.RETIRE
    with acting(pairing.round.stage.tournament_id, verb, author, now=now) as account:
        done = rulings.give(table_id=_table(pairing), ruling=penalty, foreseen=foreseen, now=now)
        facts = {"pairing": pairing.pk, "side": int(penalty.side)}
        if isinstance(penalty, Adjust):
            facts["points"] = penalty.points
        account.before = facts | {"totals": list(done.before.totals)}
        account.after = facts | {"totals": list(done.after.totals), "match": done.after.state}


def _pairing(pairing_id: int) -> Pairing:
    found: Pairing = Pairing.objects.select_related("round__stage").get(pk=pairing_id)
    return found


def _table(pairing: Pairing) -> int:
    if pairing.state != Pairing.State.CALLED or pairing.table_id is None:
        raise NotBeingPlayed()
    return pairing.table_id
