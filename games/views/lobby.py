"""Where a visitor finds the tables he may watch, and those where a seat is free."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.models import Table
from games.services.live import live_tables
from games.services.lobby import lobby

SHOWN = 60


@require_GET
def watch(request: HttpRequest) -> HttpResponse:
    """Show the tables in play that this person may watch."""
    tables = Table.objects.for_user(request.user).in_play().order_by("number", "-pk")
    return render(request, "games/watch.html", {"live_tables": live_tables(tables[:SHOWN])})


@never_cache
@require_GET
def lobby_part(request: HttpRequest) -> HttpResponse:
    """Return the part of the lobby that changes by itself."""
    return render(request, "games/_lobby.html", lobby(request.user))
