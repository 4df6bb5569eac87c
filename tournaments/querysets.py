"""Questions about many rows of ``tournaments``: adjectives that chain; time comes in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Self

from django.db.models import Q, QuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from games.models import User


CALLED_WITHIN = timedelta(seconds=5)
"""So long whoever starts a round has to open all its tables."""

STAFF = ("owner", "admin", "director", "scorer")
"""The roles (``models.club.Role``) whose holders see what is in preparation."""


class ClubQuerySet(QuerySet[Any]):
    """Clubs."""

    def public(self) -> Self:
        """Return the clubs anybody may know of: all of them."""
        return self.all()

    def for_user(self, user: User | AnonymousUser) -> Self:
        """Return the clubs this user belongs to, whatever his role."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(memberships__user=user.pk)

    def organised_by(self, user: User | AnonymousUser) -> Self:
        """Return the clubs in which this user may make tournaments."""
        if not user.is_authenticated:
            return self.none()
        high = ("owner", "admin", "director")
        return self.filter(memberships__user=user.pk, memberships__role__in=high)

    def without_owner(self) -> Self:
        """Return the clubs that nobody owns, such as the sample club of a new installation."""
        return self.exclude(memberships__role="owner")


class PlayerQuerySet(QuerySet[Any]):
    """Players."""

    def of_user(self, user: User | AnonymousUser) -> Self:
        """Return the players this user is, at most one a club."""
        return self.filter(user=user.pk) if user.is_authenticated else self.none()

    def expected(self) -> Self:
        """Return the players of tournaments that are not over."""
        ahead = ("draft", "drawn", "running")
        return self.filter(memberships__tournament__state__in=ahead).distinct()


class TournamentQuerySet(QuerySet[Any]):
    """Tournaments."""

    def public(self) -> Self:
        """Return the tournaments anybody may see: all but those still in preparation."""
        return self.exclude(state=self.model.State.DRAFT)

    def for_user(self, user: User | AnonymousUser) -> Self:
        """Return the public tournaments, and those in preparation whose staff this user is."""
        seen = ~Q(state=self.model.State.DRAFT)
        if user.is_authenticated:
            # In one Q, so that role and user are of the same row.
            staff = Q(club__memberships__user=user.pk, club__memberships__role__in=STAFF)
            seen |= staff | Q(roles__user=user.pk)
        return self.filter(seen).distinct()

    def for_club(self, club_id: int) -> Self:
        """Return the tournaments of a club."""
        return self.filter(club=club_id)

    def running(self) -> Self:
        """Return the tournaments that are being played."""
        return self.filter(state=self.model.State.RUNNING)

    def coming(self) -> Self:
        """Return the tournaments that have not begun."""
        return self.filter(state__in=[self.model.State.DRAFT, self.model.State.DRAWN])

    def finished(self) -> Self:
        """Return the tournaments that are over."""
        return self.filter(state=self.model.State.FINISHED)


class RoundQuerySet(QuerySet[Any]):
    """Rounds."""

    def due(self, now: datetime) -> Self:
        """Return the drawn rounds whose time to start has come."""
        return self.filter(state=self.model.State.DRAWN, starts_at__lte=now)

    def out_of_time(self, now: datetime) -> Self:
        """Return the rounds in play whose clock has run out and in which time was not called."""
        in_play = self.filter(state=self.model.State.OPEN, stopped_at__isnull=True)
        return in_play.filter(ends_at__lte=now)

    def half_called(self, now: datetime) -> Self:
        """Return the rounds in play of which some pairings still wait for a table, after a while."""
        begun = self.filter(state=self.model.State.OPEN, opened_at__lte=now - CALLED_WITHIN)
        return begun.filter(pairings__state="waiting").distinct()

    def complete(self) -> Self:
        """Return the rounds in play in which every pairing is decided."""
        return self.filter(state=self.model.State.OPEN).exclude(
            pairings__state__in=["waiting", "called", "void"]
        )


class PairingQuerySet(QuerySet[Any]):
    """Pairings."""

    def void(self) -> Self:
        """Return the pairings that wait for the director."""
        return self.filter(state=self.model.State.VOID)

    def at_table(self, number: int) -> Self:
        """Return the pairings at tables of this number, in the hall or on this site."""
        return self.filter(Q(hall_table=number) | Q(hall_table=None, table__number=number))

    def undecided(self) -> Self:
        """Return the pairings that are not decided."""
        return self.exclude(state=self.model.State.DECIDED)
