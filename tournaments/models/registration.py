"""What a tournament asks of those who want to take part."""

from __future__ import annotations

from decimal import Decimal

from django.db import models
from django.db.models import Q

from tournaments.querysets import RegistrationQuerySet

from .tournament import Tournament


class Registration(models.Model):
    """When pairs sign up and check in, how many there may be, who may, and what it costs.

    A time that is null is the director's to choose; the sweep does what is due. Times are UTC.
    ``fee`` is for an entry, in ``currency``; zero where it costs nothing.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="registration")
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    check_in_opens_at = models.DateTimeField(null=True, blank=True)
    check_in_closes_at = models.DateTimeField(null=True, blank=True)
    most_pairs = models.PositiveSmallIntegerField(null=True, blank=True)
    needs_approval = models.BooleanField(default=False)
    members_only = models.BooleanField(default=False)
    fee = models.DecimalField(max_digits=12, decimal_places=3, default=Decimal(0))
    currency = models.CharField(max_length=8, blank=True)

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        """A limit lets two pairs in at least, and nobody is paid for coming."""

        constraints = [
            models.CheckConstraint(
                condition=Q(most_pairs__isnull=True) | Q(most_pairs__gte=2), name="room_for_two_pairs"
            ),
            models.CheckConstraint(condition=Q(fee__gte=0), name="fee_is_no_gift"),
        ]

    def __str__(self) -> str:
        """Return the tournament's number."""
        return f"registration of {self.tournament_id}"
