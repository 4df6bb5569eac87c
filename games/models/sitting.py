"""Who played in a match that is over, for people's own histories."""

from __future__ import annotations

from django.db import models

from games.querysets import SittingQuerySet

from .table import Match


class Sitting(models.Model):
    """One of the four seats of a finished match, with the name it had and whose it was.

    Written when the match ends and never before: until then who sits where is a question for
    ``Seat``. ``user`` is empty for a bot nobody had got up for.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="sittings")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    user = models.ForeignKey("games.User", models.SET_NULL, null=True, blank=True, related_name="sittings")

    objects = SittingQuerySet.as_manager()

    class Meta:
        """Each seat of a match once; the newest matches of somebody come first."""

        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="sitting_once")]
        indexes = [models.Index(fields=["user", "-match"], name="sittings_of_user")]

    def __str__(self) -> str:
        """Return the match and the seat's number."""
        return f"{self.match_id}/{self.number}"
