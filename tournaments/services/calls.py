"""Calls for the director, from tables of this site and from the hall, what he rules, and one appeal.

A pairing has at most one call open, so nobody can flood a director: the next needs him to have settled the
one before. A reason is for him only; the ruling is read by both sides.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError, transaction

from games.models import User, claim, clean_name
from games.rules import Refusal
from games.services import calls as at_tables
from games.services.calls import AFTER_THE_MATCH, CallTooLate, DirectorCalled
from tournaments.models import Action, DirectorCall, EntryPlayer, Pairing, Tournament
from tournaments.permissions import may_direct

from .actions import Author, acting
from .hall import NotCalled, in_hall
from .said import deals_of, told
from .seats import NotYourPairing


class NothingToAppeal(Refusal):
    """There is no ruling on this call, it was one on an appeal, or somebody has appealed."""

    code = "nothing_to_appeal"


class OwnRuling(Refusal):
    """Who gave a ruling does not decide the appeal against it."""

    code = "own_ruling"


class CallSettled(Refusal):
    """Somebody else has settled this call."""

    code = "call_settled"


def directs(*, table_id: int, user_id: int) -> bool:
    """Return whether this user directs the tournament of a table."""
    user = User.objects.filter(pk=user_id).first()
    at = Tournament.objects.filter(stages__rounds__pairings__table=table_id).first()
    return user is not None and at is not None and may_direct(user, at)


def call(*, pairing_id: int, author: Author, now: datetime, client_id: str | None = None) -> int:
    """Call the director to a pairing, while it is played and in the ten minutes after; why is for him only.

    :param client_id: names the act at a table of this site, beside the author's key.
    :returns: how far it was: the event of the table's log, or the deals that had been entered in the hall.
    :raises NotYourPairing: when the author does not play in it.
    :raises games.services.play.NotSeated: when it is played here, and he does not sit there.
    :raises NotCalled: before it is called to a table.
    :raises CallTooLate: ten minutes after it.
    :raises DirectorCalled: while a call from it is open.
    :raises games.models.BadName: when the reason would deceive or disturb whoever reads it.
    """
    pairing, author = in_hall(pairing_id), _cleaned(author)
    with acting(pairing.round.stage.tournament_id, Action.Verb.CALL_DIRECTOR, author, now=now) as account:
        if pairing.table_id is None or pairing.hall_table is not None:
            made = _from_hall(pairing, author, now)
        else:
            made = _from_table(pairing, author, now, client_id)
        _keep(made)
        account.after = {"pairing": pairing.pk, "seat": made.seat, "seq": made.seq}
    return made.seq


def call_from_table(
    *, table_id: int, user_id: int, reason: str, now: datetime, client_id: str | None
) -> int | None:
    """Call the director to a table of this site; return the event, or ``None`` where no pairing is played."""
    pairing_id = Pairing.objects.filter(table=table_id).values_list("pk", flat=True).first()
    if pairing_id is None:
        return None
    return call(pairing_id=pairing_id, author=Author(user_id, why=reason), now=now, client_id=client_id)


def appeal(*, call: DirectorCall, author: Author, now: datetime) -> None:
    """Ask that another director looks at what was ruled on a call; once, with a reason that he reads.

    :raises NotYourPairing: when the author does not play there.
    :raises NothingToAppeal: when nothing was ruled, or this was the last word.
    :raises DirectorCalled: while a call from this pairing is open.
    """
    author, tournament = _cleaned(author), call.pairing.round.stage.tournament_id
    with acting(tournament, Action.Verb.APPEAL, author, now=now) as account:
        seat, name = _who(call.pairing, author)
        if not call.may_be_appealed:
            raise NothingToAppeal()
        about = {"pairing": call.pairing, "table_id": call.table_id, "seq": call.seq, "appeals": call}
        _keep(DirectorCall(**about, seat=seat, name=name, reason=author.why, at=now))
        account.after = {"pairing": call.pairing_id, "seat": seat, "seq": call.seq}


def settle(*, call: DirectorCall, author: Author, now: datetime) -> None:
    """Say that a call is settled; its table and the log of the tournament are told.

    The author's reason is the ruling: all who play there read it.

    :raises CallSettled: when somebody else has settled it.
    :raises OwnRuling: when it appeals against what he has ruled himself.
    """
    tournament = call.pairing.round.stage.tournament_id
    with acting(tournament, Action.Verb.SETTLE_CALL, author, now=now) as account:
        if call.appeals is not None and call.appeals.settled_by_id == author.user_id:
            raise OwnRuling()
        unsettled, ruled = DirectorCall.objects.unsettled().filter(pk=call.pk), {"ruling": author.why}
        claim(unsettled, refusal=CallSettled(), settled_at=now, settled_by=author.user_id, **ruled)
        if call.table_id is not None:
            at_tables.write_settled(table_id=call.table_id, seat=call.seat, now=now, **ruled)
        account.after = {"pairing": call.pairing_id, "seq": call.seq, "reason": call.reason}


def open_calls(tournament: Tournament) -> list[DirectorCall]:
    """Return the calls that nobody has settled, the oldest first."""
    rows = DirectorCall.objects.of(tournament).unsettled()
    return list(rows.select_related("pairing__table", "table", "appeals__settled_by"))


def of_pairing(pairing_id: int) -> list[DirectorCall]:
    """Return all calls from a pairing, the newest first, with who ruled and who has appealed."""
    rows = DirectorCall.objects.filter(pairing=pairing_id).select_related("settled_by", "appealed_by")
    return list(rows.order_by("-pk"))


def may_call(pairing: Pairing, *, now: datetime) -> bool:
    """Return whether a match is played with cards, or has ended so shortly before, that a call is in time."""
    if pairing.state != Pairing.State.DECIDED:
        return pairing.state in (Pairing.State.CALLED, Pairing.State.VOID)
    if pairing.hall_table is None:
        return pairing.table_id is not None and at_tables.may_call(pairing.table_id, now=now)
    said: bool = pairing.reports.filter(at__gte=now - AFTER_THE_MATCH).exists()
    return said


def _cleaned(author: Author) -> Author:
    why = clean_name(author.why, longest=DirectorCall.LONGEST_REASON) if author.why.strip() else ""
    return replace(author, why=why)


def _from_hall(pairing: Pairing, author: Author, now: datetime) -> DirectorCall:
    seat, name = _who(pairing, author)
    if pairing.state in (Pairing.State.WAITING, Pairing.State.POSTPONED) or pairing.hall_table is None:
        raise NotCalled()
    if not may_call(pairing, now=now):
        raise CallTooLate()
    deals = deals_of(told(pairing.reports.all()))
    return DirectorCall(pairing=pairing, seat=seat, name=name, seq=deals, reason=author.why, at=now)


def _from_table(pairing: Pairing, author: Author, now: datetime, client_id: str | None) -> DirectorCall:
    assert pairing.table_id is not None  # the caller has looked
    seat, seq = at_tables.write_call(
        table_id=pairing.table_id, user_id=author.user_id, now=now, client_id=client_id
    )
    at = {"pairing": pairing, "table": pairing.table, "seat": seat.number, "name": seat.name}
    return DirectorCall(**at, seq=seq, reason=author.why, at=now)


def _who(pairing: Pairing, author: Author) -> tuple[int, str]:
    """Return the seat and the name of somebody who plays in a pairing."""
    mine = EntryPlayer.objects.filter(entry__sides__pairing=pairing, player__user=author.user_id)
    member = mine.select_related("player").first() if author.user_id is not None else None
    if member is not None:
        side: int = pairing.sides.values_list("number", flat=True).get(entry=member.entry_id)
        return side + 2 * member.position, member.player.name
    raise NotYourPairing()


def _keep(call: DirectorCall) -> None:
    """Keep a call; that the pairing has none open is what the database says yes to."""
    try:
        with transaction.atomic():
            call.save()
    except IntegrityError as another:
        raise DirectorCalled() from another
