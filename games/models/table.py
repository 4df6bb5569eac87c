"""Tables, their seats and the matches played at them: the part everybody may see."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.querysets import MatchQuerySet, SeatQuerySet, TableQuerySet


class Table(models.Model):
    """Where matches are played one after another.

    ``policy`` holds the clocks, who may fill a seat and who may watch: a
    ``games.services.clocks.TablePolicy``.
    ``is_quick`` tables are those that quick play fills.
    ``title``, ``round_of``, ``number`` and ``home_path`` are what a tournament tells its table, and so
    is ``series`` where its match is a game of several: ``game`` is the number of this one, ``of`` how
    many there are at most, ``halves`` twice what each side has of those played. Empty for a single match.
    Tables with one ``home_path`` belong to one tournament.
    """

    class State(models.TextChoices):
        """Waiting for its seats, in play, between two matches, or closed for good."""

        WAITING = "waiting"
        PLAYING = "playing"
        OVER = "over"
        CLOSED = "closed"

    NEXT = {
        State.WAITING: (State.PLAYING, State.CLOSED),
        State.PLAYING: (State.OVER, State.CLOSED),
        State.OVER: (State.PLAYING, State.CLOSED),
        State.CLOSED: (),
    }

    public_id = models.CharField(max_length=12, unique=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    title = models.CharField(max_length=120, blank=True)
    round_of = models.PositiveSmallIntegerField(null=True, blank=True)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    home_path = models.CharField(max_length=200, blank=True)
    series = models.JSONField(default=dict, blank=True)
    is_public = models.BooleanField(default=True)
    is_quick = models.BooleanField(default=False)
    policy = models.JSONField(default=dict)
    bots_due_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    objects = TableQuerySet.as_manager()

    class Meta:
        """Tables whose empty seats bots will fill are looked up by that time."""

        indexes = [
            models.Index(
                "bots_due_at",
                condition=Q(bots_due_at__isnull=False),
                name="table_bots_due",
            )
        ]

    @property
    def has_director(self) -> bool:
        """Whether a tournament leads here, so that somebody can be called."""
        return bool(self.home_path)

    def __str__(self) -> str:
        """Return the public id, which is also the table's address."""
        return self.public_id


class Seat(models.Model):
    """One of a table's four seats, numbered in order of play.

    ``rematch`` is what its person said to another match; after the match only, and until the next.
    ``missed`` counts the turns in a row that the clock has played for it, and ``bank_used`` the seconds
    of its bank that this match has cost (``games.services.away``). ``absent_since`` is when its person was
    marked as away, or got up in the middle of a match. ``holder`` is who it is kept for
    where it ``is_held``, elsewhere whose it was last.
    """

    class Kind(models.TextChoices):
        """Who plays the seat now."""

        OPEN = "open"
        USER = "user"
        BOT = "bot"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=4, choices=Kind, default=Kind.OPEN)
    user = models.ForeignKey("games.User", models.SET_NULL, null=True, blank=True, related_name="+")
    holder = models.ForeignKey(
        "games.User", models.SET_NULL, null=True, blank=True, related_name="held_seats"
    )
    name = models.CharField(max_length=60, blank=True)
    is_held = models.BooleanField(default=False)
    rematch = models.BooleanField(null=True, blank=True)
    missed = models.PositiveSmallIntegerField(default=0)
    bank_used = models.FloatField(default=0)
    absent_since = models.DateTimeField(null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        """A table has each seat once, and a user sits at a table once."""

        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once_a_table"),
            models.UniqueConstraint(
                fields=["table", "user"],
                condition=Q(user__isnull=False),
                name="user_sits_once",
            ),
            models.CheckConstraint(condition=Q(number__lte=3), name="four_seats"),
        ]

    def __str__(self) -> str:
        """Return the table and the seat's number."""
        return f"{self.table_id}/{self.number}"


class Match(models.Model):
    """One match at a table; its outcome is the outbox that tournaments read.

    The rules are frozen here: key, version, canonical JSON and digest. ``winner`` and ``advances``
    are sides (0 or 1; a seat in Solo); ``advances`` is set only when a level match was drawn.
    """

    class State(models.TextChoices):
        """Open, or how it ended (``games.rules.Outcome.state``)."""

        OPEN = "open"
        WON = "won"
        DRAWN = "drawn"
        VOID = "void"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    rules_key = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    rules_json = models.TextField()
    rules_digest = models.CharField(max_length=64)
    target = models.PositiveSmallIntegerField()
    cap = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=5, choices=State, default=State.OPEN)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    advances = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=12, blank=True)
    totals = models.JSONField(default=list)
    deals = models.PositiveSmallIntegerField(default=0)
    last_scored_deal = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        """Matches of a table are numbered from 1, and at most one is open."""

        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state="open"),
                name="one_open_match_a_table",
            ),
        ]
        indexes = [models.Index(fields=["state", "finished_at"], name="match_finished")]

    def __str__(self) -> str:
        """Return the table and the match's number."""
        return f"{self.table_id}#{self.number}"
