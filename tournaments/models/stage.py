"""The stages of a tournament with their frozen rules, and who plays in each."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.rules import RuleSet
from tournaments.formats import BEST_OF
from tournaments.state import FORMAT_KEYS, Options, read_options, shape_of

from .tournament import Entry, Tournament


class Stage(models.Model):
    """A part of a tournament in one format. The rules are frozen here when it is made.

    :param options: how it is played and ranked, as docs/stages.md says it.
    :param groups: in how many fields it is played side by side, each with a table of its own.
    :param takes: how many come from the stage before; ``None`` for everybody.
    :param best_of: how many games a pairing is played over at most; 1 is a single match.
    :param place: whether pairings are called to tables of this site, or to tables of the hall.
    :param players_report: whether players may say how their match in the hall ended.
    :param confirm_seconds: after so long an opponent who was shown a result and says nothing has
        agreed; ``None`` for never.
    :param round_seconds: after so long no new deal is begun in a round; ``None`` for no clock.
    :param break_seconds: the pause between two rounds.
    :param opens_by_itself: whether a drawn round starts at its time, or waits for the director.
    :param closes_by_itself: whether a round is closed with its last result, or waits for the director.
    :param when_unplayed: what becomes of pairings that nobody came to while their round's window was open.
    :param first_table: the number of its first table in the hall.
    :param last_table: that of its last, where the hall has so many and no more.
    :param winner: who was first when it was over; written anew when a result is corrected.
    """

    class Place(models.TextChoices):
        """Where the matches are played."""

        ONLINE = "online", _("online")
        HALL = "hall", _("in the hall, with cards")

    class WhenUnplayed(models.TextChoices):
        """What becomes of a pairing that nobody came to in its window."""

        DIRECTOR = "director", _("the director decides")
        BOTH_LOSE = "both_lose", _("both sides lose")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    position = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, choices=[(key, key) for key in FORMAT_KEYS])
    options = models.JSONField(default=dict)
    groups = models.PositiveSmallIntegerField(default=1)
    takes = models.PositiveSmallIntegerField(null=True, blank=True)
    rules_key = models.CharField(max_length=40)
    rules_json = models.TextField()
    rules_digest = models.CharField(max_length=64)
    target = models.PositiveSmallIntegerField()
    cap = models.PositiveSmallIntegerField(null=True, blank=True)
    best_of = models.PositiveSmallIntegerField(default=1, choices=[(games, games) for games in BEST_OF])
    place = models.CharField(max_length=6, choices=Place, default=Place.ONLINE)
    players_report = models.BooleanField(default=True)
    confirm_seconds = models.PositiveIntegerField(null=True, blank=True)
    round_seconds = models.PositiveIntegerField(null=True, blank=True)
    break_seconds = models.PositiveIntegerField(default=0)
    opens_by_itself = models.BooleanField(default=True)
    closes_by_itself = models.BooleanField(default=True)
    when_unplayed = models.CharField(max_length=9, choices=WhenUnplayed, default=WhenUnplayed.DIRECTOR)
    first_table = models.PositiveSmallIntegerField(default=1)
    last_table = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        """Stages of a tournament are numbered; games are odd in number, so that one side can win most."""

        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="stage_position_once"),
            models.CheckConstraint(condition=Q(best_of__in=BEST_OF), name="best_of_an_odd_number"),
            models.CheckConstraint(condition=Q(groups__gte=1), name="a_group_at_least"),
            models.CheckConstraint(
                condition=Q(last_table__isnull=True) | Q(last_table__gte=F("first_table")),
                name="a_table_at_least",
            ),
        ]

    def __str__(self) -> str:
        """Return the tournament's number and the format."""
        return f"stage {self.position} of {self.tournament_id}: {self.format}"

    @property
    def rules(self) -> RuleSet:
        """The rule set that was frozen."""
        return RuleSet.from_json(self.rules_json)

    @property
    def sides(self) -> int:
        """How many sides meet in a pairing: two, or four who play alone."""
        return shape_of(self.format)[0]

    @property
    def how(self) -> Options:
        """The options as a value.

        :raises BadState: when they are none.
        """
        return read_options(self.options)


class Slot(models.Model):
    """An entry's place in a stage: its seed in its group, and from when to when it takes part.

    :param from_round: the first round it can be drawn in; more than 1 for who came late.
    :param until_round: the last round it can be drawn in; ``None`` for who has not left.
    :param byes: the rounds in which the director has given it a bye before they were drawn.
    :param sits_out: those in which it has asked for one.
    :param had_byes: how many it has had in the stages before: who has had one gets the next last.
    :param points: table points that the director states for the rounds missed before ``from_round``.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="slots")
    group = models.PositiveSmallIntegerField(default=1)
    seed = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="slots")
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.FloatField(default=0)
    byes = models.JSONField(default=list, blank=True)
    sits_out = models.JSONField(default=list, blank=True)
    had_byes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        """A seed belongs to one entry of a group, and an entry plays once in a stage."""

        ordering = ("group", "seed")
        constraints = [
            models.UniqueConstraint(fields=["stage", "group", "seed"], name="slot_seed_once"),
            models.UniqueConstraint(fields=["stage", "entry"], name="slot_entry_once"),
        ]

    def __str__(self) -> str:
        """Return the stage and the seed."""
        return f"seed {self.seed} of group {self.group} of stage {self.stage_id}"
