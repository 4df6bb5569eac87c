"""The next time of something that is played again and again, on the wall; clocks change nothing of it."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.models import Regular

WEEK = timedelta(weeks=1)


def after(wall: datetime, every: str) -> datetime:
    """Return the time after this one.

    Every month is the same weekday of it, as the second Thursday is; the last one, after a fifth.
    """
    if every == Regular.Every.MONTH:
        return _next_month(wall)
    return wall + (WEEK if every == Regular.Every.WEEK else 2 * WEEK)


def _next_month(wall: datetime) -> datetime:
    """Return the same weekday of the next month, counted as this one is from the beginning of its own."""
    which = (wall.day - 1) // 7
    candidates = [wall + weeks * WEEK for weeks in range(1, 10)]
    month = next(one.month for one in candidates if one.month != wall.month)
    there = [one for one in candidates if one.month == month]
    return there[min(which, len(there) - 1)]
