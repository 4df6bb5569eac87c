"""The time at which a pairing is to be played, where its round gives it days to."""

from __future__ import annotations

from django.db import models

from games.models import User

from .round import Pairing


class Appointment(models.Model):
    """What one side proposed, or the director set: the last word counts, and is agreed to or not.

    It goes with a pairing whose draw is taken back; the log keeps what was named.

    :param side: the side that proposed it; ``None`` for the director, whose word needs no agreement.
    """

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="appointment")
    starts_at = models.DateTimeField()
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        """Return the pairing and its time."""
        return f"pairing {self.pairing_id} at {self.starts_at}"
