"""A player whose match is over calls the director, or appeals against what he ruled; from his own page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import DirectorCall, Table
from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import calls
from tournaments.sentences import sentence

from .finding import found


@login_required
@require_POST
def call(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Call the director to the table of a pairing."""
    table = get_object_or_404(
        Table, pairing=pairing_id, pairing__round__stage__tournament=found(request, slug)
    )
    return _said(request, partial(calls.call_director, table_id=table.pk))


@login_required
@require_POST
def appeal(request: SignedInRequest, slug: str, call_id: int) -> HttpResponse:
    """Ask another director to look at a ruling again."""
    at_its_tables = {"table__pairing__round__stage__tournament": found(request, slug)}
    return _said(
        request, partial(calls.appeal, call=get_object_or_404(DirectorCall, pk=call_id, **at_its_tables))
    )


def _said(request: SignedInRequest, verb: Callable[..., object]) -> HttpResponse:
    try:
        verb(user=request.user, reason=request.POST.get("why", "")[:200], now=timezone.now())
        messages.success(request, _("The director is called."))
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    return redirect("tournaments:me")
