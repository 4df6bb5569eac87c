"""When a round is to be played, as its director wrote it down before it was drawn."""

from __future__ import annotations

from django.db import models

from .stage import Stage


class RoundTime(models.Model):
    """The time of one round. It is known before the round is there, so it names a stage and a number.

    A round starts no earlier than this, and no earlier than its pause after the round before it. The first
    round of a tournament has its time in ``Tournament.starts_at``.

    :param starts_at: UTC; ``None`` for as soon as the round before is over.
    :param wall_start: the same as the director wrote it, on the wall of the hall.
    :param until: its pairings may be played until then, each when its sides agree; ``None`` for at once.
    :param wall_until: the same on the wall.
    :param break_seconds: the pause before this round; ``None`` for the stage's own.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="times")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True, blank=True)
    wall_start = models.CharField(max_length=16, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    wall_until = models.CharField(max_length=16, blank=True)
    break_seconds = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        """A round has one time."""

        ordering = ("stage", "number")
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_time_once")]

    def __str__(self) -> str:
        """Return the round's number and its time."""
        return f"round {self.number} of stage {self.stage_id}: {self.wall_start}"
