"""Matches that are played later: the director's page of them, and his two buttons."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.permissions import SignedInRequest
from tournaments.models import Pairing, Tournament
from tournaments.services import postponing
from tournaments.services.board import postponed, to_postpone

from .answers import form_key, in_the_hall
from .finding import directed
from .verbs import Asked, button

PAGE = "tournaments:postponed"


@login_required
@require_GET
def listing(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what was postponed, and what can be."""
    tournament = directed(request, slug)
    now = to_postpone(tournament)
    context = {
        "tournament": tournament,
        "postponed": postponed(tournament),
        "offered": [one for one in now if not one.has_begun],
        "has_round": bool(now),
        "key": form_key(),
    }
    page = partial(render, request, "tournaments/postponed.html", context)
    return in_the_hall(request, tournament, page)


@button
def postpone(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Let a match be played later."""
    asked = request.POST.get("pairing", "")
    pairing = _pairing(tournament, int(asked) if asked.isdecimal() and len(asked) < 18 else 0)
    verb = partial(postponing.postpone, pairing_id=pairing.pk)
    return Asked(verb, _("The match is postponed."), back=PAGE)


@button
def take_up(_request: SignedInRequest, tournament: Tournament, pairing_id: int) -> Asked:
    """Let a postponed match be played now."""
    verb = partial(postponing.take_up, pairing_id=_pairing(tournament, pairing_id).pk)
    return Asked(verb, _("The match is called as soon as a table is free."), back=PAGE)


def _pairing(tournament: Tournament, pairing_id: int) -> Pairing:
    return get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
