"""Rounds, the pairings in them, and what was said of each result."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Kept, Match, Table, User
from tournaments.querysets import PairingQuerySet, RoundQuerySet

from .stage import Stage
from .tournament import Entry


class Round(models.Model):
    """The pairings that are played at the same time.

    ``version`` rises with every result in it, so that whoever worked from older results loses the
    claim. ``size`` is its number of pairings, in a knockout of those that lead to the final: 1 is the
    final, 0 one of the consolation alone. After ``ends_at`` no deal is begun, but not while the clock
    stands, which it does since ``paused_at``. One that ``is_held`` does not close by itself.
    """

    class State(models.TextChoices):
        """Laid out, drawn, in play, or closed."""

        PLANNED = "planned"
        DRAWN = "drawn"
        OPEN = "open"
        CLOSED = "closed"

    NEXT = {
        State.PLANNED: (State.DRAWN,),
        State.DRAWN: (State.OPEN, State.PLANNED),
        State.OPEN: (State.CLOSED, State.PLANNED),
        State.CLOSED: (State.OPEN, State.PLANNED),
    }

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=7, choices=State, default=State.PLANNED)
    version = models.PositiveIntegerField(default=0)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    is_held = models.BooleanField(default=False)

    objects = RoundQuerySet.as_manager()

    class Meta:
        """Rounds of a stage are numbered, and at most one is open."""

        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["stage"], condition=Q(state="open"), name="one_open_round_a_stage"
            ),
        ]
        indexes = [models.Index(fields=["state", "starts_at"], name="round_due")]

    def __str__(self) -> str:
        """Return the stage and the round's number."""
        return f"round {self.number} of stage {self.stage_id}"


class Pairing(models.Model):
    """Sides meeting in a round.

    ``outcome`` is what the books say, ``advances`` the number of the side that goes on, or has won: in a
    bracket a match that ended level is ``drawn`` and has one nevertheless, by ``last_round``. ``deal`` is
    then the deal that decided, 0 where nobody counted, and ``level_at`` what ended the match. A best of N
    is called until its last game; a result from the hall can be taken back while its round is in play.
    A round does not wait for one that was postponed; it is played when the director takes it up again.

    :param group: the number of the group it belongs to.
    :param place: its name in a bracket, known before its sides are.
    :param why: values that explain why these meet.
    :param hall_table: where it is played with cards, from the first deal or after ``table`` was left.
    :param called_at: when its sides were called to a table; the last time of several.
    :param postponed_at: when it was postponed; ``None`` again where its round came to wait for it after all.
    """

    class State(models.TextChoices):
        """Not called yet, called to a table, postponed, waiting for the director, or decided."""

        WAITING = "waiting"
        CALLED = "called"
        POSTPONED = "postponed"
        VOID = "void"
        DECIDED = "decided"

    NEXT = {
        State.WAITING: (State.CALLED, State.POSTPONED, State.DECIDED),
        State.CALLED: (State.VOID, State.POSTPONED, State.DECIDED, State.WAITING),
        State.POSTPONED: (State.WAITING, State.CALLED, State.DECIDED),
        State.VOID: (State.CALLED, State.DECIDED),
        State.DECIDED: (State.CALLED, State.POSTPONED, State.WAITING),
    }

    class DecidedBy(models.TextChoices):
        """What decided a pairing."""

        TARGET = "target", _("at the target")
        CAP = "cap", _("ahead at the cap")
        CLOCK = "clock", _("ahead when time was up")
        GAMES = "games", _("by games")
        LAST_ROUND = "last_round", _("level: the last deal decided")
        LAST_GAME = "last_game", _("level: the last game decided")
        LEVEL = "level", _("level")
        BYE = "bye", _("bye")
        SIT_OUT = "sit_out", _("sits out")
        NOT_NEEDED = "not_needed", _("not needed")
        WALKOVER = "walkover", _("walkover")
        DOUBLE_WALKOVER = "double_walkover", _("double walkover")
        LOT = "lot", _("by lot")
        RETIREMENT = "retirement", _("the other side retired")
        RULING = "ruling", _("by ruling")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(default=1)
    place = models.CharField(max_length=20, blank=True)
    why = models.JSONField(default=dict)
    table = models.OneToOneField(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="pairing"
    )
    hall_table = models.PositiveSmallIntegerField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    postponed_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    outcome = models.CharField(max_length=5, blank=True)
    advances = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=15, choices=DecidedBy, blank=True)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    level_at = models.CharField(max_length=5, blank=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        """Pairings of a round are numbered; a decided one says what decided it."""

        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_once"),
            models.CheckConstraint(
                condition=~Q(state="decided") | ~Q(decided_by=""), name="decided_by_something"
            ),
            models.CheckConstraint(
                condition=~Q(decided_by="last_round") | Q(deal__isnull=False),
                name="last_round_names_its_deal",
            ),
            models.CheckConstraint(
                condition=~Q(state="postponed") | Q(postponed_at__isnull=False), name="postponed_at_a_time"
            ),
        ]
        indexes = [models.Index(fields=["state"], name="pairing_state")]

    def __str__(self) -> str:
        """Return the round and the pairing's number."""
        return f"pairing {self.number} of round {self.round_id}"

    @property
    def table_number(self) -> int | None:
        """The number of the table it is played at, in the hall or on this site."""
        return self.hall_table or (self.table.number if self.table else None)

    @property
    def is_out_of_time(self) -> bool:
        """Whether "no new deal" was called for it: what is played later has time of its own."""
        return self.postponed_at is None and self.round.stopped_at is not None

    def side_of(self, user_id: int | None) -> int | None:
        """Return the number of the side that a user plays for, if he does."""
        if user_id is None:
            return None
        mine = self.sides.filter(entry__members__player__user=user_id)
        return mine.values_list("number", flat=True).first()


class Side(models.Model):
    """The place of one entry in a pairing, made when the round is drawn.

    ``number`` counts places in order of play. Two pairs have 0 and 1; four who play alone, or as partners
    for this round, 0 to 3, partners being two apart. ``placement`` is 1 and 2, or 1 and 1 for a draw.
    ``round`` repeats the pairing's, so that the database itself refuses an entry twice in a round.

    :param score: points; of a best of N those of all its games.
    :param halves: twice the games this side has of a best of N; ``None`` for a single match.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="sides")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sides")
    score = models.SmallIntegerField(null=True, blank=True)
    halves = models.PositiveSmallIntegerField(null=True, blank=True)
    placement = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        """Each side once a pairing, each entry once a round."""

        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="side_number_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="entry_once_a_round"),
        ]

    def __str__(self) -> str:
        """Return the pairing and the side's number."""
        return f"side {self.number} of pairing {self.pairing_id}"


class Report(Kept):
    """What was said of a pairing: by its table, from the hall, by its players, or by the director.

    ``match`` is set for what a table reported; a match is reported once. ``side`` is the number of the
    side that a player spoke for. What each kind keeps in ``data`` is written by ``services``.
    """

    class Kind(models.TextChoices):
        """Who said it, and of what kind it is. A word counts for nothing until another side agrees."""

        PLAYED = "played"
        UNDECIDED = "undecided"
        REPLAY = "replay"
        WALKOVER = "walkover"
        DOUBLE_WALKOVER = "double_walkover"
        LOT = "lot"
        SHEET = "sheet"
        TOTALS = "totals"
        WORD = "word"
        AGREED = "agreed"
        CARDS = "cards"
        ONLINE = "online"
        TAKEN_BACK = "taken_back"
        CORRECTION = "correction"
        VOIDED = "voided"

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="reports")
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="report"
    )
    kind = models.CharField(max_length=15, choices=Kind)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        """A player's word says for which side."""

        ordering = ("pk",)
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind="word") | Q(side__isnull=False), name="a_word_is_of_a_side"
            ),
        ]

    def __str__(self) -> str:
        """Return what kind of report it is and of which pairing."""
        return f"{self.kind} of pairing {self.pairing_id}"
