"""A player calls the director, or appeals against what he ruled; from his own page or the score sheet."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.permissions import SignedInRequest, require
from tournaments.models import DirectorCall, Pairing
from tournaments.permissions import plays_in
from tournaments.services import calls

from .finding import found
from .verbs import Asked, do


@login_required
@require_POST
def call(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Call the director to a pairing."""
    tournament = found(request, slug)
    pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    require(plays_in, request.user, pairing)
    do(request, tournament, Asked(partial(calls.call, pairing_id=pairing.pk), _("The director is called.")))
    return _back(request, slug, pairing.pk)


@login_required
@require_POST
def appeal(request: SignedInRequest, slug: str, call_id: int) -> HttpResponse:
    """Ask another director to look at a ruling again."""
    tournament = found(request, slug)
    ruled = get_object_or_404(DirectorCall, pk=call_id, pairing__round__stage__tournament=tournament)
    require(plays_in, request.user, ruled.pairing)
    do(
        request,
        tournament,
        Asked(partial(calls.appeal, call=ruled), _("Another director decides your appeal.")),
    )
    return _back(request, slug, ruled.pairing_id)


def _back(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Return to the page the form was on."""
    page = request.POST.get("from", "")
    if page == "result":
        return redirect("tournaments:result", slug, pairing_id)
    return redirect("tournaments:detail", slug) if page == "detail" else redirect("tournaments:me")
