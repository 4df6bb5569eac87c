"""A player who wants to take part and has no partner."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from .player import Player
from .tournament import Tournament


class Single(models.Model):
    """A player looking for a partner; the standby plays only when the others are odd in number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="singles")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    standby = models.BooleanField(default=False)
    since = models.DateTimeField()

    class Meta:
        """A player looks once, and a tournament has one standby."""

        ordering = ("standby", "since", "pk")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="looks_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(standby=True), name="one_standby_a_tournament"
            ),
        ]

    def __str__(self) -> str:
        """Return who looks where."""
        return f"{self.player_id} in {self.tournament_id}"
