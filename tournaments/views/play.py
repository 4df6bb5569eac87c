"""Where somebody finds a table to play at: his own, and a new one under rules of his choice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.models import SavedRules, Table
from games.permissions import Visitor
from games.services.live import live_tables
from tournaments.models import Club
from tournaments.services import house_rules

from .rule_choices import chosen_from, shipped

SHOWN = 60


@require_GET
def play(request: HttpRequest) -> HttpResponse:
    """Show the tables this person sits at, and the way to a new one."""
    mine = Table.objects.for_user(request.user).seated(request.user).unfinished()
    usual = house_rules.usual_rules(request.user).key
    context = {
        "mine": live_tables(mine.order_by("-pk")[:SHOWN]),
        "families": shipped(),
        "own": chosen_from(_house_rules(request.user, usual)),
        "usual": usual,
    }
    return render(request, "play.html", context)


def _house_rules(visitor: Visitor, usual: str) -> Iterator[SavedRules]:
    """Yield the house rules of a person and of his clubs, and those he was given a link to and plays."""
    of_clubs = house_rules.of_clubs(Club.objects.for_user(visitor))
    known = [*SavedRules.objects.for_user(visitor).newest(), *chain.from_iterable(of_clubs.values())]
    if usual not in {row.key for row in known}:
        yield from SavedRules.objects.public().filter(key=usual).newest()
    yield from known
