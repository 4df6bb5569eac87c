"""What a tournament offers one visitor before the draw, and why something is not his to do.

Read by the tournament's page, the page where he signs up and the API; nothing here changes a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.models import User
from games.permissions import Visitor
from games.rules import Refusal
from tournaments.models import Entry, EntryPlayer, Invitation, Player, Registration, Single, Tournament

from . import field
from .check_in import CheckInNotOpen
from .sign_up import refuse_to_register, standing_entry


@dataclass(frozen=True, slots=True)
class Mine:
    """Where one user stands: in an entry, asking, asked, looking; or nowhere.

    ``turn`` is his entry's place on the waiting list, counted from 1. ``others`` look for a partner too.
    """

    entry: Entry | None = None
    partner: str = ""
    turn: int | None = None
    asks: Invitation | None = None
    asked_by: tuple[Invitation, ...] = ()
    looks: Single | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is: the terms, how full it is, where the visitor stands and what stops him.

    ``alone`` is whether each signs up for himself. ``why_not`` is why he cannot sign up,
    ``why_no_check_in`` why he cannot say that he is here.
    """

    terms: Registration
    taken: int
    waiting: int
    mine: Mine
    alone: bool
    why_not: Refusal | None
    why_no_check_in: Refusal | None

    @property
    def full(self) -> bool:
        """Whether who signs up now waits for a place."""
        most = self.terms.most_pairs
        return most is not None and (self.taken >= most or self.waiting > 0)


def offer(tournament: Tournament, visitor: Visitor, *, now: datetime) -> Offer:
    """Return what a tournament offers this visitor now."""
    terms = field.registration_of(tournament.pk)
    entries = Entry.objects.filter(tournament=tournament)
    return Offer(
        terms=terms,
        taken=entries.taking_part().count(),
        waiting=entries.waiting().count(),
        mine=_mine(tournament, visitor) if isinstance(visitor, User) else Mine(),
        alone=field.is_alone(tournament.pk),
        why_not=_why_not(tournament, visitor),
        why_no_check_in=None if _open_at(tournament, terms, now) else CheckInNotOpen(),
    )


def waiting_for(user: User) -> list[Tournament]:
    """Return the tournaments before their draw in which a user waits for a place.

    He is asked or asks, looks for a partner, or his entry waits.
    """
    waits = (Entry.State.PENDING, Entry.State.WAITLISTED)
    mine = Q(entries__members__player__user=user, entries__state__in=waits)
    for player in ("player", "partner"):
        mine |= Q(**{f"invitations__{player}__user": user, "invitations__state": Invitation.State.OPEN})
    mine |= Q(singles__player__user=user)
    rows = Tournament.objects.before_draw().filter(mine).select_related("club")
    return list(rows.distinct().order_by("-pk"))


def _why_not(tournament: Tournament, visitor: Visitor) -> Refusal | None:
    try:
        refuse_to_register(tournament, visitor)
    except Refusal as refusal:
        return refusal
    return None


def _open_at(tournament: Tournament, terms: Registration, now: datetime) -> bool:
    closes = terms.check_in_closes_at
    return tournament.state == Tournament.State.CHECK_IN and (closes is None or closes > now)


def _mine(tournament: Tournament, user: User) -> Mine:
    player = Player.objects.filter(club=tournament.club_id, user=user).first()
    if player is None:
        return Mine(others=_others(tournament, None))
    entry = standing_entry(tournament.pk, user)
    waiting = Invitation.objects.filter(tournament=tournament, state=Invitation.State.OPEN)
    return Mine(
        entry=entry,
        partner=_partner(entry, player) if entry else "",
        turn=_turn(entry) if entry else None,
        asks=waiting.filter(player=player).select_related("partner").first(),
        asked_by=tuple(waiting.filter(partner=player).select_related("player").order_by("pk")),
        looks=Single.objects.filter(tournament=tournament, player=player).first(),
        others=() if entry else _others(tournament, player),
    )


def _partner(entry: Entry, player: Player) -> str:
    rows = EntryPlayer.objects.filter(entry=entry).exclude(player=player)
    return rows.values_list("player__name", flat=True).first() or ""


def _turn(entry: Entry) -> int | None:
    if entry.state != Entry.State.WAITLISTED:
        return None
    waiting = Entry.objects.filter(tournament=entry.tournament_id).waiting()
    return list(waiting.values_list("pk", flat=True)).index(entry.pk) + 1


def _others(tournament: Tournament, player: Player | None) -> tuple[str, ...]:
    rows = Single.objects.filter(tournament=tournament)
    rows = rows if player is None else rows.exclude(player=player)
    return tuple(rows.values_list("player__name", flat=True))
