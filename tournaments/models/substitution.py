"""One player who takes the place of another in an entry, from a round on."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from .player import Player
from .round import Round
from .tournament import Entry


class Substitution(models.Model):
    """A change of who plays for an entry. Who sat there before stays who played before.

    :param position: the place in the entry, as ``EntryPlayer`` counts them.
    :param first_round: the first round the substitute sits in; ``None`` while the one before is in play.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="substitutions")
    position = models.PositiveSmallIntegerField()
    leaves = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    comes = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="relieves")
    first_round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        """Nobody takes his own place, and one place waits for one substitute at a time."""

        ordering = ("pk",)
        constraints = [
            models.CheckConstraint(condition=~Q(leaves=F("comes")), name="substitute_is_another"),
            models.UniqueConstraint(
                fields=["entry", "position"],
                condition=Q(first_round__isnull=True),
                name="one_waits_for_a_place",
            ),
        ]

    def __str__(self) -> str:
        """Return who comes for whom."""
        return f"{self.comes_id} for {self.leaves_id} in {self.entry_id}"
