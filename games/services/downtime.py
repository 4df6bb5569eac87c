"""Clocks stop while no server is alive: nobody loses time, or a turn, to an outage of ours."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games import store
from games.models import Heartbeat

BEAT = timedelta(seconds=2)
"""How often a web process says that it is alive."""
SHORT = timedelta(seconds=3)
"""How long none may have been heard of when a process starts. Shorter is a restart nobody notices."""
LONG = timedelta(seconds=15)
"""The same while a process runs: its sweep, which says so, may be busy for a while."""
GRACE = timedelta(seconds=3)
"""What everybody gets besides, to come back to his table."""


def alive(now: datetime, *, most: timedelta) -> int:
    """Say that a server is alive; if none was for longer than ``most``, move every clock on by that time.

    Once, whoever sees it first: the heartbeat is claimed. The bots' clocks too, so that nothing shows
    whose turn it was.

    :returns: how many tables were given time.
    """
    last = Heartbeat.objects.order_by("pk").first()
    if last is None:
        Heartbeat.objects.create(at=now)
        return 0
    with transaction.atomic():
        mine = Heartbeat.objects.filter(pk=last.pk, at=last.at)
        if not mine.update(at=now) or now - last.at <= most:
            return 0
        return store.postpone(after=last.at, by=now - last.at + GRACE)
