"""What tests of regular tournaments are told with: one that is played every Thursday at eight in Beirut."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.cast import NOW
from tournaments.models import Club, Regular, Tournament
from tournaments.services import regular
from tournaments.services.regular import Wish

THURSDAY = datetime.fromisoformat("2026-12-03 20:00")
"""Three days after the evening on which every test plays."""


def weekly(club: Club, *, pattern: Tournament, first: datetime = THURSDAY, **wish: Any) -> Regular:
    """Return a tournament that is played again and again, like a pattern."""
    wanted = Wish("Thursday Cup", pattern, first, **wish)
    return regular.begin(club=club, wish=wanted, user_id=None, now=NOW)
