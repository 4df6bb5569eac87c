"""The director before the draw: what registration asks, opening and closing, and the order of seeds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.numbers import whole_number
from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import chance
from tournaments.forms.registration import TermsForm
from tournaments.models import Entry, Tournament
from tournaments.sentences import sentence
from tournaments.services import field, openings, seeding

from .answers import form_key, in_the_hall
from .finding import directed
from .verbs import do_and_say

FIELD_AT_FAULT = {"times_cross": "closes_at", "too_few_pairs": "most_pairs"}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def registration(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show and change what registration asks, with the buttons that open and close it."""
    tournament = directed(request, slug)
    terms = field.registration_of(tournament.pk)
    form = TermsForm(request.POST or None, terms=terms, zone=tournament.zone)
    if form.is_valid() and _set(request, tournament, form):
        return redirect("tournaments:registration", slug)
    context = {
        "tournament": tournament,
        "form": form,
        "steps": openings.possible(tournament.state),
        "before_draw": tournament.state in Tournament.BEFORE_DRAW,
        "key": form_key(),
    }
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/registration.html", context))


def _set(request: SignedInRequest, tournament: Tournament, form: TermsForm) -> bool:
    """Change what is asked, unless the times or the limit are none: then the form says so."""
    try:
        openings.check(form.terms)
    except Refusal as refusal:
        form.add_error(FIELD_AT_FAULT[refusal.code], sentence(refusal))
        return False
    verb = partial(openings.set_terms, tournament_id=tournament.pk, terms=form.terms)
    do_and_say(request, verb, _("Saved."))
    return True


@login_required
@require_POST
def step(request: SignedInRequest, slug: str) -> HttpResponse:
    """Open or close what the pressed button names."""
    tournament = directed(request, slug)
    name = request.POST.get("step", "")
    if name not in openings.STEPS:
        raise Http404
    _step, verb = openings.STEPS[name]
    do_and_say(request, partial(verb, tournament_id=tournament.pk), _("Done."), about=name)
    return redirect("tournaments:registration", slug)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def seeds(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the order of seeds and change it: by rating, by lot, or one entry to another place."""
    tournament = directed(request, slug)
    if request.method == "POST":
        about = request.POST.get("by") or request.POST.get("place", "")
        do_and_say(request, _seeding(request, tournament), _("The seeds are in this order now."), about=about)
        return redirect("tournaments:seeds", slug)
    context: dict[str, Any] = {
        "tournament": tournament,
        "entries": seeding.in_order(tournament.pk),
        "before_draw": tournament.state in Tournament.BEFORE_DRAW,
        "key": form_key(),
    }
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/seeds.html", context))


def _seeding(request: SignedInRequest, tournament: Tournament) -> Callable[..., Any]:
    """Return the verb of the pressed button."""
    by = request.POST.get("by", "")
    if by == "rating":
        return partial(seeding.by_rating, tournament_id=tournament.pk)
    if by == "lot":
        return partial(seeding.by_lot, tournament_id=tournament.pk, stream=chance.fresh())
    entry = get_object_or_404(Entry, tournament=tournament, pk=whole_number(request.POST.get("entry", "")))
    return partial(seeding.move_to, entry=entry, place=whole_number(request.POST.get("place", "")) or 0)
