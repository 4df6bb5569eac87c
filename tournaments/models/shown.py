"""That a player's word was seen by those it concerns: without it nobody's silence means anything."""

from __future__ import annotations

from django.db import models

from games.models import User

from .round import Report


class Shown(models.Model):
    """A side was shown what another side says of their match; once for each side that was."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="shown")
    side = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        """Only the first time counts."""

        constraints = [models.UniqueConstraint(fields=["report", "side"], name="shown_once_a_side")]

    def __str__(self) -> str:
        """Return which report was shown to which side."""
        return f"report {self.report_id} shown to side {self.side}"
