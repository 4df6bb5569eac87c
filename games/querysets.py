"""Questions about many rows of ``games``: adjectives that chain; time comes in."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any, NoReturn, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from games.models import User


LISTED = Q(is_public=True) & (Q(policy__spectators="all") | Q(policy__spectators__isnull=True))


class TableQuerySet(QuerySet[Any]):
    """Tables."""

    def public(self) -> Self:
        """Return the tables that are shown to anybody."""
        return self.filter(LISTED)

    def for_user(self, user: User | AnonymousUser) -> Self:
        """Return the tables this user is shown: the public ones and those where he has a seat."""
        if not user.is_authenticated:
            return self.public()
        mine = Q(seats__user=user.pk) | Q(seats__holder=user.pk)
        return self.filter(LISTED | mine).distinct()

    def in_play(self) -> Self:
        """Return the tables with a match going on."""
        return self.filter(state=self.model.State.PLAYING)

    def waiting(self) -> Self:
        """Return the tables that wait for their seats to be taken."""
        return self.filter(state=self.model.State.WAITING)

    def quick(self) -> Self:
        """Return the tables that quick play is filling."""
        return self.waiting().filter(is_quick=True)

    def with_free_seat(self) -> Self:
        """Return the tables where whoever comes first may sit down."""
        free = {"seats__kind": "open", "seats__is_held": False}
        return self.filter(**free).distinct()

    def with_people(self) -> Self:
        """Return the tables where a person sits, or which a tournament looks after."""
        return self.filter(Q(seats__kind="user") | ~Q(home_path="")).distinct()

    def over(self) -> Self:
        """Return the tables whose match is over and where another may follow."""
        return self.filter(state=self.model.State.OVER)

    def unfinished(self) -> Self:
        """Return the tables that wait for their seats or are in play."""
        return self.filter(state__in=[self.model.State.WAITING, self.model.State.PLAYING])

    def seated(self, user: User | AnonymousUser) -> Self:
        """Return the tables where this user sits."""
        return self.filter(seats__user=user.pk) if user.is_authenticated else self.none()

    def overdue(self, now: datetime) -> Self:
        """Return the tables that should have moved by themselves by now."""
        return self.filter(position__due_at__lte=now)

    def with_bots(self, names: Collection[str]) -> Self:
        """Return the tables whose bots are of these, the longest overdue or soonest due first."""
        return self.filter(policy__bot__in=list(names)).order_by("position__due_at", "pk")

    def waiting_for_bots(self, now: datetime) -> Self:
        """Return the waiting tables whose empty seats bots should fill by now."""
        return self.filter(state=self.model.State.WAITING, bots_due_at__lte=now)


class SeatQuerySet(QuerySet[Any]):
    """Seats."""

    def of_user(self, user_id: int) -> Self:
        """Return the seats this user sits on or holds."""
        return self.filter(Q(user=user_id) | Q(holder=user_id))

    def free_for(self, user_id: int) -> Self:
        """Return the seats this user may take: no person sits there, and they are his or nobody's."""
        return self.exclude(kind=self.model.Kind.USER).filter(Q(is_held=False) | Q(holder=user_id))


class SittingQuerySet(QuerySet[Any]):
    """Seats of finished matches."""

    def for_user(self, user: User | AnonymousUser) -> Self:
        """Return what this person has played, the newest first."""
        return self.filter(user=user.pk).order_by("-match_id") if user.is_authenticated else self.none()


class MatchQuerySet(QuerySet[Any]):
    """Matches."""

    def finished(self) -> Self:
        """Return the matches that have ended, however they ended."""
        return self.exclude(state=self.model.State.OPEN)


class JobQuerySet(QuerySet[Any]):
    """Jobs."""

    def about(self, kind: str, subject: int) -> Self:
        """Return the job of a kind about one thing, if there is one."""
        return self.filter(kind=kind, subject=subject)

    def due(self, now: datetime) -> Self:
        """Return the jobs that somebody should take by now, the longest overdue first."""
        states = self.model.State
        open_ones = self.filter(state__in=[states.WAITING, states.RUNNING], due_at__lte=now)
        return open_ones.order_by("due_at", "pk")


class KeptQuerySet(QuerySet[Any]):
    """Rows that are written once."""

    def update(self, **_changes: Any) -> NoReturn:
        """Refuse: changing is a fault of the program."""
        raise TypeError(f"{self.model.__name__} rows are never changed")

    def delete(self) -> NoReturn:
        """Refuse: deleting is a fault of the program."""
        raise TypeError(f"{self.model.__name__} rows are never deleted")


class SavedRulesQuerySet(KeptQuerySet):
    """House rules, each in all its versions."""

    def public(self) -> Self:
        """Return those anybody may read: all of them, since nobody guesses their keys."""
        return self.all()

    def for_user(self, user: User | AnonymousUser) -> Self:
        """Return this person's own."""
        return self.filter(owner=user.pk) if user.is_authenticated else self.none()

    def newest(self) -> Self:
        """Return the last version of each, the newest first."""
        later = self.model.objects.filter(key=OuterRef("key"), version__gt=OuterRef("version"))
        return self.filter(~Exists(later)).order_by("-pk")
