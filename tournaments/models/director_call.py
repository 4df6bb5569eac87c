"""A call for the director: who called from which pairing, how far it was, and what was ruled."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models import Table, User
from tournaments.querysets import DirectorCallQuerySet

from .round import Pairing


class DirectorCall(models.Model):
    """Somebody who plays in a pairing asked for the director.

    ``reason`` is for the director only; the log of a table, which everybody reads, does not have it.
    ``ruling`` is the sentence that both sides read; one of them may appeal, once, by a call that ``appeals``
    it.

    :param table: the table of this site that he called from; ``None`` for one of the hall.
    :param seq: the event of the table's log that says so; in the hall how many deals had been entered.
    """

    LONGEST_REASON = 200

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="director_calls")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
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
        """A pairing has at most one call that nobody has settled."""

        ordering = ("at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"], condition=Q(settled_at=None), name="one_open_call_a_pairing"
            )
        ]

    def __str__(self) -> str:
        """Return the pairing and how far it was."""
        return f"pairing {self.pairing_id} at {self.seq}"

    @property
    def may_be_appealed(self) -> bool:
        """Whether something was ruled that is not the last word, and nobody has appealed yet."""
        return bool(self.ruling) and self.appeals_id is None and not hasattr(self, "appealed_by")
