"""What the cards of a deal were worth: worked out once, when the match was over."""

from __future__ import annotations

from itertools import pairwise

from django.db import models

from games.models.kept import Kept
from games.models.table import Match


class DealAnalysis(Kept):
    """The double-dummy analysis of one deal of a match (``games.analysis``).

    ``values`` are the tricks the declaring side takes in the whole deal with best play from there on,
    before the first card and after each; ``better`` are, by the index of a card that gave something
    away, the cards (two letters) that would not have.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="analyses")
    deal = models.CharField(max_length=8)
    values = models.JSONField()
    better = models.JSONField()

    class Meta:
        """A deal is analysed once."""

        constraints = [models.UniqueConstraint(fields=["match", "deal"], name="deal_analysed_once")]

    def __str__(self) -> str:
        """Return the match and the deal's key in it."""
        return f"{self.match_id} {self.deal}"

    @property
    def costs(self) -> tuple[int, ...]:
        """What each card gave away, in tricks: 0 for a card as good as any."""
        return tuple(abs(after - before) for before, after in pairwise(self.values))
