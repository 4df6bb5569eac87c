"""A tournament, its stages with their frozen rules, and who takes part."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import User
from games.rules import RuleSet
from tournaments.formats import BEST_OF, FORMATS
from tournaments.querysets import TournamentQuerySet

from .club import Club
from .player import Player


class Tournament(models.Model):
    """An evening of a club.

    ``version`` rises with everything that can be seen on its pages. ``policy`` is the clocks of its
    tables and whether bots fill seats that nobody takes (``games.services.clocks.TablePolicy``).
    ``starts_at`` is UTC; ``wall_start`` and ``zone`` are what the director wrote. ``public_number`` is
    what he named at the draw to go into every deal.
    """

    class State(models.TextChoices):
        """Being prepared, drawn, in play, or over."""

        DRAFT = "draft", _("in preparation")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    NEXT = {
        State.DRAFT: (State.DRAWN,),
        State.DRAWN: (State.RUNNING,),
        State.RUNNING: (State.FINISHED,),
        State.FINISHED: (),
    }

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=80)
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    version = models.PositiveIntegerField(default=0)
    policy = models.JSONField(default=dict)
    public_number = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    wall_start = models.CharField(max_length=16, blank=True)
    zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    objects = TournamentQuerySet.as_manager()

    def __str__(self) -> str:
        """Return the tournament's name."""
        return self.name


class Stage(models.Model):
    """A part of a tournament in one format. The rules are frozen here when it is made.

    :param best_of: how many games a pairing is played over at most; 1 is a single match.
    :param round_seconds: after so long no new deal is begun in a round; ``None`` for no clock.
    :param break_seconds: the pause between two rounds.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    position = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, choices=[(key, key) for key in FORMATS])
    rules_key = models.CharField(max_length=40)
    rules_json = models.TextField()
    rules_digest = models.CharField(max_length=64)
    target = models.PositiveSmallIntegerField()
    cap = models.PositiveSmallIntegerField(null=True, blank=True)
    best_of = models.PositiveSmallIntegerField(default=1, choices=[(games, games) for games in BEST_OF])
    round_seconds = models.PositiveIntegerField(null=True, blank=True)
    break_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        """Stages of a tournament are numbered; games are odd in number, so that one side can win most."""

        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="stage_position_once"),
            models.CheckConstraint(condition=Q(best_of__in=BEST_OF), name="best_of_an_odd_number"),
        ]

    def __str__(self) -> str:
        """Return the tournament's number and the format."""
        return f"stage {self.position} of {self.tournament_id}: {self.format}"

    @property
    def rules(self) -> RuleSet:
        """The rule set that was frozen."""
        return RuleSet.from_json(self.rules_json)


class Entry(models.Model):
    """Who takes part: a pair.

    ``own_seed`` and ``rating`` are what the list said; ``seed`` is the number the draw gave.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=124)
    club_name = models.CharField(max_length=80, blank=True)
    rating = models.PositiveIntegerField(null=True, blank=True)
    own_seed = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    players: models.ManyToManyField[Player, EntryPlayer] = models.ManyToManyField(
        Player, through="EntryPlayer", related_name="entries"
    )

    class Meta:
        """A seed belongs to one entry of a tournament."""

        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once"),
            models.UniqueConstraint(fields=["tournament", "own_seed"], name="own_seed_once"),
        ]

    def __str__(self) -> str:
        """Return the names of the pair."""
        return self.name


class EntryPlayer(models.Model):
    """One of the two who play for an entry. Position 0 sits first, 1 opposite."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()

    class Meta:
        """Two places an entry, and nobody in two entries: what ``tournament`` is here for."""

        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="place_in_entry_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="plays_for_one_entry"),
            models.CheckConstraint(condition=Q(position__lte=1), name="an_entry_is_a_pair"),
        ]

    def __str__(self) -> str:
        """Return who plays for what."""
        return f"{self.player_id} for {self.entry_id}"
