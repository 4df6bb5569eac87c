"""A tournament, and who takes part."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import User
from tournaments.querysets import EntryQuerySet, TournamentQuerySet

from .club import Club
from .player import Player


class Tournament(models.Model):
    """An evening of a club. One that is under review was over, and a result of it was corrected.

    ``version`` rises with everything that can be seen on its pages. ``policy`` is the clocks of its
    tables and whether bots fill seats that nobody takes (``games.services.clocks.TablePolicy``).
    ``starts_at`` is UTC; ``wall_start`` and ``zone`` are what the director wrote. ``public_number`` is
    what he named at the draw to go into every deal. ``remind_minutes`` before a start its players are told.
    """

    class State(models.TextChoices):
        """In preparation and seen by staff only; open for pairs, or closed to them; drawn, in play, over.

        Or under review, when a result is corrected after the end.
        """

        DRAFT = "draft", _("in preparation")
        REGISTRATION = "registration", _("registration open")
        CLOSED = "closed", _("registration closed")
        CHECK_IN = "check_in", _("check-in")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        REVIEW = "review", _("under review")
        CANCELLED = "cancelled", _("cancelled")

    NEXT = {
        State.DRAFT: (State.REGISTRATION, State.CHECK_IN, State.DRAWN, State.CANCELLED),
        State.REGISTRATION: (State.CLOSED, State.CHECK_IN, State.DRAWN, State.CANCELLED),
        State.CLOSED: (State.REGISTRATION, State.CHECK_IN, State.DRAWN, State.CANCELLED),
        State.CHECK_IN: (State.CLOSED, State.DRAWN, State.CANCELLED),
        State.DRAWN: (State.RUNNING, State.FINISHED, State.CANCELLED),
        State.RUNNING: (State.FINISHED, State.CANCELLED),
        State.FINISHED: (State.REVIEW, State.RUNNING),
        State.REVIEW: (State.FINISHED,),
        State.CANCELLED: (State.DRAWN, State.RUNNING),
    }
    BEFORE_DRAW = (State.DRAFT, State.REGISTRATION, State.CLOSED, State.CHECK_IN)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=80)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    version = models.PositiveIntegerField(default=0)
    policy = models.JSONField(default=dict)
    public_number = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    wall_start = models.CharField(max_length=16, blank=True)
    zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    remind_minutes = models.PositiveIntegerField(null=True, blank=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    objects = TournamentQuerySet.as_manager()

    def __str__(self) -> str:
        """Return the tournament's name."""
        return self.name


class Entry(models.Model):
    """Who takes part, wants to, or did: a pair, or one player where nobody has a partner of his own.

    ``own_seed`` and ``rating`` are what the list or the director said; ``seed`` is the number the draw
    gave. ``waiting_since`` is its turn on the waiting list. ``fee_amount`` is what it paid or was let off.
    """

    class State(models.TextChoices):
        """Asked for, in, waiting for a place, in the hall; or out of the field."""

        PENDING = "pending", _("waits for the director")
        ACCEPTED = "accepted", _("accepted")
        WAITLISTED = "waitlisted", _("on the waiting list")
        CHECKED_IN = "checked_in", _("checked in")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")
        DECLINED = "declined", _("declined")

    NEXT = {
        State.PENDING: (State.ACCEPTED, State.WAITLISTED, State.DECLINED, State.WITHDRAWN),
        State.WAITLISTED: (State.ACCEPTED, State.DECLINED, State.WITHDRAWN),
        State.ACCEPTED: (State.CHECKED_IN, State.WITHDRAWN, State.DISQUALIFIED),
        State.CHECKED_IN: (State.ACCEPTED, State.WITHDRAWN, State.DISQUALIFIED),
        State.WITHDRAWN: (State.ACCEPTED, State.WAITLISTED),
        State.DISQUALIFIED: (State.ACCEPTED, State.WAITLISTED),
        State.DECLINED: (State.ACCEPTED, State.WAITLISTED),
    }
    TAKING_PART = (State.ACCEPTED, State.CHECKED_IN)
    STANDING = (State.PENDING, State.ACCEPTED, State.WAITLISTED, State.CHECKED_IN)
    GONE = (State.WITHDRAWN, State.DISQUALIFIED, State.DECLINED)

    class Fee(models.TextChoices):
        """What has become of the entry's fee."""

        DUE = "due", _("due")
        PAID = "paid", _("paid")
        WAIVED = "waived", _("waived")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=124)
    state = models.CharField(max_length=12, choices=State, default=State.ACCEPTED)
    waiting_since = models.DateTimeField(null=True, blank=True)
    fee_state = models.CharField(max_length=6, choices=Fee, default=Fee.DUE)
    fee_amount = models.DecimalField(max_digits=12, decimal_places=3, null=True, blank=True)
    fee_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    fee_at = models.DateTimeField(null=True, blank=True)
    club_name = models.CharField(max_length=80, blank=True)
    rating = models.PositiveIntegerField(null=True, blank=True)
    own_seed = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    players: models.ManyToManyField[Player, EntryPlayer] = models.ManyToManyField(
        Player, through="EntryPlayer", related_name="entries"
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        """A seed belongs to one entry of a tournament."""

        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once"),
            models.UniqueConstraint(fields=["tournament", "own_seed"], name="own_seed_once"),
        ]

    def __str__(self) -> str:
        """Return the names."""
        return self.name


class EntryPlayer(models.Model):
    """Who plays for an entry. Position 0 sits first, 1 opposite.

    ``tournament`` is null once the entry has left the field before the draw: the two may enter again.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()

    class Meta:
        """Two places an entry, and nobody in two entries: what ``tournament`` is here for."""

        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="place_in_entry_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="plays_for_one_entry"),
            models.CheckConstraint(condition=Q(position__lte=1), name="two_play_for_an_entry"),
        ]

    def __str__(self) -> str:
        """Return who plays for what."""
        return f"{self.player_id} for {self.entry_id}"
