"""What there is to win in a tournament."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from .tournament import Tournament


class Prize(models.Model):
    """A prize for a place among all, among the entries of one club, or among those rated below a number.

    It is a thing (``text``), money (``amount`` in ``currency``), or both. Who gets it is nowhere stored:
    it follows from the final order.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prizes")
    place = models.PositiveSmallIntegerField(default=1)
    of_club = models.CharField(max_length=80, blank=True)
    rated_below = models.PositiveIntegerField(null=True, blank=True)
    text = models.CharField(max_length=80, blank=True)
    amount = models.DecimalField(max_digits=12, decimal_places=3, null=True, blank=True)
    currency = models.CharField(max_length=8, blank=True)

    class Meta:
        """The prizes for all come first; each is for a place and is something."""

        ordering = ("of_club", models.F("rated_below").asc(nulls_first=True), "place", "pk")
        constraints = [
            models.CheckConstraint(condition=Q(place__gte=1), name="prize_for_a_place"),
            models.CheckConstraint(
                condition=~Q(text="") | Q(amount__isnull=False), name="prize_is_something"
            ),
            models.CheckConstraint(
                condition=Q(amount__isnull=True) | Q(amount__gt=0), name="prize_money_is_money"
            ),
        ]

    def __str__(self) -> str:
        """Return the place and the tournament's number."""
        return f"prize {self.place} of {self.tournament_id}"
