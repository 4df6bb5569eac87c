"""What a director wants of the draws of a tournament, and rounds that are drawn and not published."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from .round import Round
from .tournament import Entry, Tournament


class DrawWishes(models.Model):
    """How a tournament is drawn; where there is no row, each draw is published as it is made.

    :param is_checked: whether a draw waits as a draft until the director publishes it.
    :param club_mates_apart: whether players of one club are kept out of each other's way in a first round.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="draw_wishes")
    is_checked = models.BooleanField(default=False)
    club_mates_apart = models.BooleanField(default=False)

    def __str__(self) -> str:
        """Return the tournament's number."""
        return f"draws of {self.tournament_id}"


class KeptApart(models.Model):
    """Two entries that are not to meet while it can be helped: a family, or two cars from one village."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="kept_apart")
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")

    class Meta:
        """Two entries are named once, the one that was entered earlier first."""

        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="kept_apart_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="kept_apart_in_order"),
        ]

    def __str__(self) -> str:
        """Return the numbers of both."""
        return f"{self.first_id} and {self.second_id}"


class Draft(models.Model):
    """The draw of a round before it is published. Its round is still planned, and nobody has a side there.

    So whoever asks for the round, by whichever way, finds nothing of it.

    :param lines: its pairings, as ``services.drafts`` writes them.
    :param drawn_from: a digest of all that it was drawn from; when that is another now, it is stale.
    :param is_kept: whether the director has chosen to keep it although it is.
    :param version: rises with each change, so that two directors do not write over each other.
    """

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="draft")
    lines = models.JSONField(default=list)
    drawn_from = models.CharField(max_length=64)
    is_kept = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        """Return the round's number."""
        return f"draft of round {self.round_id}"
