"""When a server was last alive: what tells a clock that ran out from one that nobody could have stopped."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """The one row that every web process keeps fresh."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        """Return the moment."""
        return self.at.isoformat()
