"""The director says what there is to win."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.permissions import SignedInRequest
from tournaments.forms import prizes as forms
from tournaments.services import prizes as services

from .answers import form_key, in_the_hall
from .finding import directed
from .verbs import do_and_say


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def prizes(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the prizes as lines of a form; write them all."""
    tournament = directed(request, slug)
    rows = list(tournament.prizes.all())
    lines = forms.lines(request.POST or None, rows)
    if lines.is_valid():
        verb = partial(
            services.set_prizes,
            tournament_id=tournament.pk,
            prizes=forms.offered(lines),
            seen=request.POST.get("seen", ""),
        )
        do_and_say(request, verb, _("Saved."))
        return redirect("tournaments:prizes", slug)
    context: dict[str, Any] = {
        "tournament": tournament,
        "lines": lines,
        "seen": services.digest(rows),
        "key": form_key(),
    }
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/prizes.html", context))
