"""Where a visitor finds the tables he may watch."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.models import Table
from games.services.live import live_tables

SHOWN = 60


@require_GET
def watch(request: HttpRequest) -> HttpResponse:
    """Show the tables in play that this person may watch."""
    tables = Table.objects.for_user(request.user).in_play().order_by("number", "-pk")
    return render(request, "games/watch.html", {"live_tables": live_tables(tables[:SHOWN])})
