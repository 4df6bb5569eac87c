"""Where somebody finds a table to play at: his own, and a new one under rules of his choice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.models import SavedRules
from games.permissions import Visitor
from games.services import practice
from games.services.lobby import lobby
from tournaments.models import Club
from tournaments.services import house_rules

from .rule_choices import chosen_from, shipped


@require_GET
def play(request: HttpRequest) -> HttpResponse:
    """Show the tables there are to sit at or to watch, and the ways to a new one."""
    usual = house_rules.usual_rules(request.user).key
    context = {
        "families": shipped(),
        "own": chosen_from(house_rules_of(request.user, usual)),
        "usual": usual,
        "strengths": practice.STRENGTHS,
    }
    return render(request, "play.html", context | lobby(request.user))


def house_rules_of(visitor: Visitor, usual: str) -> Iterator[SavedRules]:
    """Yield the house rules of a person and of his clubs, and those he was given a link to and plays."""
    of_clubs = house_rules.of_clubs(Club.objects.for_user(visitor))
    known = [*SavedRules.objects.for_user(visitor).newest(), *chain.from_iterable(of_clubs.values())]
    if usual not in {row.key for row in known}:
        yield from SavedRules.objects.public().filter(key=usual).newest()
    yield from known
