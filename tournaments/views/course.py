"""How a drawn tournament goes on: the director changes its rounds, ends it early, or cancels it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from games.numbers import whole_number
from games.permissions import SignedInRequest
from games.services import chance
from tournaments.models import Tournament
from tournaments.services import course as verbs

from .answers import form_key, speak_as
from .finding import directed
from .verbs import Asked, button

PAGE = "tournaments:course"


@login_required
@require_GET
def course(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what can be changed of how the tournament goes on."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    key = form_key()
    context = {"tournament": tournament, "key": key} | verbs.choices(tournament)
    return render(request, "tournaments/course.html", context)


Verb = Callable[[SignedInRequest], Callable[..., None]]
CHANGES: Mapping[str, tuple[Verb, str | Promise]] = {
    "rounds": (
        lambda asked: partial(verbs.set_rounds, rounds=_rounds(asked)),
        _("The number of rounds is changed. It can be undone in the log."),
    ),
    "finish": (
        lambda _asked: partial(verbs.finish_early, stream=chance.fresh()),
        _("It is ended as the table stands. It can be undone in the log."),
    ),
    "again": (
        lambda _asked: partial(verbs.begin_again, stream=chance.fresh()),
        _("The stage begins anew."),
    ),
    "cancel": (
        lambda _asked: verbs.call_off,
        _("The tournament is cancelled. It can be undone in the log."),
    ),
}


def _rounds(request: SignedInRequest) -> int:
    return whole_number(request.POST.get("rounds", "")) or 0


@button
def change(request: SignedInRequest, tournament: Tournament, act: str) -> Asked:
    """Change how the tournament goes on."""
    if act not in CHANGES:
        raise Http404
    verb, said = CHANGES[act]
    return Asked(partial(verb(request), tournament_id=tournament.pk), str(said), back=PAGE)
