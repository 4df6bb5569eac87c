"""One player asking another to be his partner."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from .player import Player
from .tournament import Tournament


class Invitation(models.Model):
    """A player asks for a partner: one he names, or whoever opens the link with ``token``, once.

    The token is kept as it is, because who made the link is shown it again.
    """

    class State(models.TextChoices):
        """Waiting for an answer, or answered."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        TAKEN_BACK = "taken_back"

    NEXT = {
        State.OPEN: (State.ACCEPTED, State.DECLINED, State.TAKEN_BACK),
        State.ACCEPTED: (),
        State.DECLINED: (),
        State.TAKEN_BACK: (),
    }

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="invitations")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    partner = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    token = models.CharField(max_length=32, unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField()

    class Meta:
        """A player asks one at a time, and not himself."""

        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(state="open"), name="one_open_invitation"
            ),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | ~Q(partner=F("player")), name="asks_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        """Return who asks whom, nothing that would open it."""
        return f"{self.player_id} asks {self.partner_id} for {self.tournament_id}"
