"""What a club plays again and again: a page that lists it, makes more of it, pauses and ends it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.permissions import SignedInRequest, require
from games.rules import Refusal
from tournaments.forms.regular import RegularForm
from tournaments.models import Club, Tournament
from tournaments.permissions import may_organise
from tournaments.sentences import sentence
from tournaments.services import regular

from .answers import speak_as


def _organised(request: SignedInRequest, slug: str) -> Club:
    club: Club = get_object_or_404(Club.objects.for_user(request.user), slug=slug)
    require(may_organise, request.user, club)
    return club


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def listing(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what the club plays again and again, and let a tournament be played so."""
    club = _organised(request, slug)
    speak_as(request, club)
    patterns = Tournament.objects.for_user(request.user).for_club(club.pk).order_by("-pk")
    form = RegularForm(request.POST or None, patterns=patterns)
    if form.is_valid():
        try:
            regular.begin(club=club, wish=form.wish, user_id=request.user.pk, now=timezone.now())
        except Refusal as refusal:
            form.add_error("first", sentence(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:regular", slug)
    context = {"club": club, "form": form, "rows": regular.of_club(club), "can_begin": patterns.exists()}
    return render(request, "tournaments/regular.html", context)


@login_required
@require_POST
def change(request: SignedInRequest, slug: str, regular_id: int, verb: str) -> HttpResponse:
    """Pause one, go on with it, or end it."""
    club = _organised(request, slug)
    row = get_object_or_404(regular.of_club(club), pk=regular_id)
    if verb not in regular.VERBS:
        raise Http404
    try:
        regular.VERBS[verb](regular=row, now=timezone.now())
        messages.success(request, _("Done."))
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    return redirect("tournaments:regular", slug)
