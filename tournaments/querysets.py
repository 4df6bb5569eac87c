"""Questions about many rows of ``tournaments``: adjectives that chain; time comes in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Self

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from games.models import User
    from tournaments.models import Tournament


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
        """Return the players of tournaments that are not over, with the substitutes who wait there."""
        ahead = ("draft", "registration", "closed", "check_in", "drawn", "running")
        waits = Q(relieves__first_round=None, relieves__entry__tournament__state__in=ahead)
        return self.filter(Q(memberships__tournament__state__in=ahead) | waits).distinct()


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

    def of_player(self, player_id: int) -> Self:
        """Return the tournaments a player takes part in, or waits in for a seat."""
        waits = Q(entries__substitutions__comes=player_id, entries__substitutions__first_round=None)
        return self.filter(Q(entries__members__player=player_id) | waits).distinct()

    def for_club(self, club_id: int) -> Self:
        """Return the tournaments of a club."""
        return self.filter(club=club_id)

    def running(self) -> Self:
        """Return the tournaments that are being played, or looked at again."""
        return self.filter(state__in=[self.model.State.RUNNING, self.model.State.REVIEW])

    def open_for_pairs(self) -> Self:
        """Return the tournaments for which players can sign up now."""
        return self.filter(state=self.model.State.REGISTRATION)

    def before_draw(self) -> Self:
        """Return the tournaments whose field may still change."""
        return self.filter(state__in=self.model.BEFORE_DRAW)

    def coming(self) -> Self:
        """Return the tournaments that have not begun."""
        return self.filter(state__in=[*self.model.BEFORE_DRAW, self.model.State.DRAWN])

    def finished(self) -> Self:
        """Return the tournaments that are over."""
        return self.filter(state=self.model.State.FINISHED)

    def as_looked_for(self) -> Self:
        """Return what is played, then what is to come, then what is over; the newest first of each."""
        state = self.model.State
        is_played = When(state__in=[state.RUNNING, state.REVIEW], then=0)
        is_over = When(state__in=[state.FINISHED, state.CANCELLED], then=2)
        return self.order_by(Case(is_played, is_over, default=1), "-pk")


class DirectorCallQuerySet(QuerySet[Any]):
    """Calls for the director."""

    def of(self, tournament: Tournament) -> Self:
        """Return those from the pairings of a tournament."""
        return self.filter(pairing__round__stage__tournament=tournament)

    def unsettled(self) -> Self:
        """Return those that he has not settled."""
        return self.filter(settled_at=None)


class RegistrationQuerySet(QuerySet[Any]):
    """What tournaments ask of those who want to take part."""

    def to_open(self, now: datetime) -> Self:
        """Return those whose time to open has come, and whose time to close has not."""
        open_ = Q(closes_at__isnull=True) | Q(closes_at__gt=now)
        return self.filter(open_, tournament__state="draft", opens_at__lte=now)

    def to_close(self, now: datetime) -> Self:
        """Return the open ones whose time to close has come."""
        return self.filter(tournament__state="registration", closes_at__lte=now)

    def to_check_in(self, now: datetime) -> Self:
        """Return those whose check-in is to open."""
        before = ("draft", "registration", "closed")
        return self.filter(tournament__state__in=before, check_in_opens_at__lte=now)


class RegularQuerySet(QuerySet[Any]):
    """Tournaments that are played again and again."""

    def to_make(self, now: datetime) -> Self:
        """Return those of which the next is to be made now."""
        return self.filter(is_paused=False, due_at__lte=now)


class ReminderQuerySet(QuerySet[Any]):
    """Reminders of starts."""

    def to_send(self, now: datetime) -> Self:
        """Return those that are due, of starts to come in tournaments that are not over or called off."""
        over = ("finished", "review", "cancelled")
        due = self.filter(sent_at__isnull=True, due_at__lte=now, starts_at__gt=now)
        return due.exclude(tournament__state__in=over)


class EntryQuerySet(QuerySet[Any]):
    """Entries."""

    def taking_part(self) -> Self:
        """Return the entries that have a place: whom the draw takes."""
        return self.filter(state__in=self.model.TAKING_PART)

    def in_field(self) -> Self:
        """Return the entries that have a place, or had one when the field was drawn."""
        return self.filter(Q(state__in=self.model.TAKING_PART) | Q(seed__isnull=False))

    def shown(self) -> Self:
        """Return the entries that everybody sees before the draw: those in by name, then the waiting list."""
        seen = [*self.model.TAKING_PART, self.model.State.WAITLISTED]
        waits = Q(state=self.model.State.WAITLISTED)
        order = (Case(When(waits, then="waiting_since")), "name", "pk")
        return self.filter(state__in=seen).order_by(Case(When(waits, then=1), default=0), *order)

    def waiting(self) -> Self:
        """Return the waiting list, whose turn it is first."""
        return self.filter(state=self.model.State.WAITLISTED).order_by("waiting_since", "pk")

    def not_here(self) -> Self:
        """Return the entries that have a place and have not checked in, by name."""
        return self.filter(state=self.model.State.ACCEPTED).order_by("name", "pk")


class RoundQuerySet(QuerySet[Any]):
    """Rounds."""

    def going_on(self) -> Self:
        """Return the rounds of tournaments that are not cancelled."""
        return self.exclude(stage__tournament__state="cancelled")

    def due(self, now: datetime) -> Self:
        """Return the drawn rounds whose time to start has come, where they start by themselves."""
        by_itself = self.going_on().filter(stage__opens_by_itself=True)
        return by_itself.filter(state=self.model.State.DRAWN, starts_at__lte=now)

    def out_of_time(self, now: datetime) -> Self:
        """Return the rounds in play whose clock has run out and in which time was not called."""
        in_play = self.going_on().filter(state=self.model.State.OPEN, stopped_at__isnull=True)
        return in_play.filter(ends_at__lte=now, paused_at__isnull=True)

    def half_called(self, now: datetime) -> Self:
        """Return the rounds in play of which pairings still wait for a table, and those with one taken up."""
        begun = Q(state=self.model.State.OPEN, opened_at__lte=now - CALLED_WITHIN)
        # One round, because of both: who waits for somebody to come there is not to be called yet.
        waiting = {"pairings__state": "waiting", "pairings__sides__isnull": False}
        later = Q(state=self.model.State.CLOSED)
        return self.going_on().filter(begun | later, **waiting).distinct()

    def complete(self) -> Self:
        """Return the rounds in play that wait for no pairing any more, where they close by themselves.

        Those that are held are not among them, nor the last of a stage in which one is postponed.
        """
        by_itself = self.going_on().filter(stage__closes_by_itself=True, is_held=False)
        pairings = self.model.pairings.rel.related_model.objects
        waits = pairings.filter(round=OuterRef("pk")).awaited()
        postponed = pairings.filter(round__stage=OuterRef("stage")).put_off()
        later = self.model.objects.filter(stage=OuterRef("stage"), state=self.model.State.PLANNED)
        over = by_itself.filter(state=self.model.State.OPEN).exclude(Exists(waits))
        return over.exclude(Exists(postponed) & ~Exists(later))


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

    def awaited(self) -> Self:
        """Return the undecided pairings that their rounds wait for: all but those that were postponed."""
        return self.undecided().filter(postponed_at__isnull=True)

    def put_off(self) -> Self:
        """Return the pairings that were postponed and are not decided: their rounds go on without them."""
        return self.undecided().filter(postponed_at__isnull=False)

    def in_play(self) -> Self:
        """Return the pairings of rounds in play, and those that were postponed and are played now."""
        later = Q(postponed_at__isnull=False, state__in=[self.model.State.CALLED, self.model.State.VOID])
        return self.filter(Q(round__state="open") | later)
