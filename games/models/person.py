"""The person who can sit at a table, with an account or as a guest."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from .names import LONGEST, skeleton


class User(AbstractUser):
    """One who can sit at a table. A guest is a row too: signing up fills in the same one.

    ``skeleton`` keeps two accounts from having names that a reader takes for the same. A guest's user
    name is made up and never shown; a display name may be anybody's. ``rights_version`` is raised
    whenever what the user may has changed: his open sockets look again.
    """

    class Terms(models.TextChoices):
        """The words for trick and trump that this person is used to."""

        LEVANT = "levant", _("Levant (tarneeb, lamma)")
        GULF = "gulf", _("Gulf (hokm, laffa)")

    display_name = models.CharField(_("name shown at the table"), max_length=LONGEST, blank=True)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=5, blank=True)
    terms = models.CharField(max_length=8, choices=Terms, blank=True)
    rights_version = models.PositiveIntegerField(default=0, editable=False)
    skeleton = models.CharField(max_length=150, unique=True, editable=False)

    def __str__(self) -> str:
        """Return the name others see."""
        return self.display_name or self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the user with the skeleton of the name, whichever way the account was made."""
        self.skeleton = skeleton(self.username)[:150]
        super().save(*args, **kwargs)
