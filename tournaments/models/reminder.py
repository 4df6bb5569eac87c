"""That players are told of a start some time before it."""

from __future__ import annotations

from django.db import models

from tournaments.querysets import ReminderQuerySet

from .round import Pairing
from .tournament import Tournament


class Reminder(models.Model):
    """One telling of one start: ``due_at`` is when, ``sent_at`` that it was done, which is claimed.

    :param pairing: the match of which its sides alone are told; ``None`` for all who play.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="reminders")
    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, null=True, blank=True, related_name="reminders"
    )
    starts_at = models.DateTimeField()
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    objects = ReminderQuerySet.as_manager()

    class Meta:
        """Nobody is told twice of one start."""

        ordering = ("due_at",)
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "starts_at"],
                condition=models.Q(pairing__isnull=True),
                name="told_once_of_a_start",
            ),
            models.UniqueConstraint(fields=["pairing", "starts_at"], name="told_once_of_a_match"),
        ]
        indexes = [models.Index(fields=["sent_at", "due_at"], name="reminder_due")]

    def __str__(self) -> str:
        """Return of which start it tells."""
        return f"{self.starts_at} of {self.tournament_id}"
