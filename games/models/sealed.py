"""Whatever holds a hidden card. Only ``games.store`` may read or write these rows."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from .table import Match, Table


class Secret(models.Model):
    """What the deals of a match are derived from; the master never leaves the server before it ends.

    ``entropy`` is what the players have put in (``games.services.entropy.Entropy``): a checked cache
    of the match's events.
    """

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True)
    master = models.BinaryField(max_length=32)
    entropy = models.TextField()

    def __str__(self) -> str:
        """Return whose secret it is, not the secret."""
        return f"secret of match {self.match_id}"


class Position(models.Model):
    """What a table holds now: a checked cache of its match's events.

    ``seq`` is the number of the table's last event and the only lock there is: every writer swaps
    from the number it read. ``due_at`` is when the table moves by itself. Once ``is_closed``, nothing
    is written any more.
    """

    table = models.OneToOneField(Table, on_delete=models.PROTECT, primary_key=True)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    seq = models.PositiveIntegerField()
    text = models.TextField()
    due_at = models.DateTimeField(null=True, blank=True)
    is_closed = models.BooleanField(default=False)

    class Meta:
        """The sweep looks positions up by the time they are due."""

        indexes = [models.Index("due_at", condition=Q(due_at__isnull=False), name="position_due")]

    def __str__(self) -> str:
        """Return the table and its number of events, nothing of the cards."""
        return f"table {self.table_id} at {self.seq}"


class Event(models.Model):
    """One entry of a table's append-only log; the match's truth."""

    # Every card pays for every index; both are first in one below.
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=8)
    text = models.TextField()
    # NULL, not "": acts without a client are outside the uniqueness.
    client_id = models.CharField(max_length=40, null=True, blank=True)  # noqa: DJ001 - see above
    at = models.DateTimeField()

    class Meta:
        """Each number once a table; each act of a client once a seat."""

        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="event_number_once"),
            models.UniqueConstraint(fields=["table", "seat", "client_id"], name="client_acts_once"),
        ]
        indexes = [models.Index(fields=["match", "seq"], name="event_of_match")]

    def __str__(self) -> str:
        """Return the table, the number and the kind, nothing of the cards."""
        return f"table {self.table_id} event {self.seq} {self.kind}"
