"""What the lobby lists: tables of one's own, those with a free seat, and those to watch."""

from __future__ import annotations

from typing import Any

from games.models import Table
from games.permissions import Visitor
from games.services.live import live_tables, open_tables

SHOWN = 12


def lobby(visitor: Visitor) -> dict[str, Any]:
    """Return what the lobby lists: his own tables, those with a free seat, and those to watch."""
    mine = Table.objects.for_user(visitor).seated(visitor).unfinished().order_by("-pk")
    free = Table.objects.waiting().with_free_seat().exclude(pk__in=mine.values("pk"))
    in_play = Table.objects.public().in_play().with_people().exclude(pk__in=mine.values("pk"))
    return {
        "mine": live_tables(mine[:SHOWN]),
        "open_tables": open_tables(free.order_by("-pk")[:SHOWN]),
        "live_tables": live_tables(in_play.order_by("number", "-pk")[:SHOWN]),
    }
