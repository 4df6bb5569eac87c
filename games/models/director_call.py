"""A table's call for its director: who called, from which event on, and whether somebody came."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.querysets import DirectorCallQuerySet

from .person import User
from .table import Table


class DirectorCall(models.Model):
    """Somebody at a table asked for the director. ``seq`` is the event of the log that says so.

    ``reason`` is for the director only; the log, which everybody reads, does not have it. ``ruling`` is the
    sentence that all who sit there read; one of them may appeal, once, by a call that ``appeals`` it.
    """

    LONGEST_REASON = 200

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="director_calls")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    seq = models.PositiveIntegerField()
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    ruling = models.CharField(max_length=200, blank=True)
    appeals = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="appealed_by")

    objects = DirectorCallQuerySet.as_manager()

    class Meta:
        """A table has at most one call that nobody has settled."""

        ordering = ("at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(settled_at=None), name="one_open_call_a_table"
            )
        ]

    def __str__(self) -> str:
        """Return the table and the event."""
        return f"{self.table_id} at {self.seq}"
