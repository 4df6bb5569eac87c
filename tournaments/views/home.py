"""The first page: what the site is, what is being played, and what is to come."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from games.models import Table
from games.services.live import live_tables
from tournaments.services import house_rules
from tournaments.services.board import cards
from tournaments.services.demo import SAMPLE_SLUG

from .finding import may_create, visible

FEW, SOME = 3, 6


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show what the site is, what is being played, and what is to come."""
    seen = visible(request.user)
    sample = seen.running().filter(slug=SAMPLE_SLUG).first()
    in_play = Table.objects.public().in_play().order_by("number", "-pk")
    context = {
        "live_tables": live_tables(in_play[:SOME]),
        "running": cards(seen.running()[:SOME]),
        "coming": cards(seen.coming()[:SOME]),
        "finished": cards(seen.finished()[:FEW]),
        "has_sample": sample is not None,
        "sample_url": reverse("tournaments:detail", args=[SAMPLE_SLUG]) if sample else "",
        "usual": house_rules.usual_rules(request.user).key,
        "can_create": may_create(request.user),
    }
    return render(request, "home.html", context)
