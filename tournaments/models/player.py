"""A person as a club knows him, with or without a user, and his way to a seat."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import User
from tournaments.querysets import PlayerQuerySet

from .club import Club


class Player(models.Model):
    """A person of a club, known by his name there.

    ``seat_token`` is the secret part of his seat link and ``seat_code`` its six digits. They are
    kept as they are because slips are printed again; whoever has one may sit for this player, and
    for nobody with an account: see ``tournaments.services.seats``.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=60)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players")
    seat_token = models.CharField(max_length=32, unique=True)
    seat_code = models.CharField(max_length=6, unique=True)
    seat_opened_at = models.DateTimeField(null=True, blank=True)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        """A club knows a name once, and a user is one player of it."""

        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_player_of_a_name"),
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="one_player_a_user"
            ),
        ]

    def __str__(self) -> str:
        """Return the player's name."""
        return self.name
