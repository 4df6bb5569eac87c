"""A player before the draw: how he signs up, answers, leaves, and says that he is here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.permissions import SignedInRequest
from games.services import chance
from tournaments.forms.registration import ALONE, LINK, NAMED, STANDBY, SignUpForm
from tournaments.models import Tournament
from tournaments.sentences import sentence
from tournaments.services import check_in, field, offers, sign_up

from .answers import form_key, in_the_hall
from .finding import found
from .verbs import do_and_say


@never_cache
@require_http_methods(["GET", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how one signs up and where one stands; take what a player wants."""
    tournament = found(request, slug)
    if request.method == "GET":
        return _page(request, tournament, SignUpForm(alone=field.is_alone(tournament.pk)))
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return _register(cast("SignedInRequest", request), tournament)


def _register(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    form = SignUpForm(request.POST, alone=field.is_alone(tournament.pk))
    if not form.is_valid():
        return _page(request, tournament, form)
    return _done(request, tournament, _wish(request, tournament, form), _("You are noted."))


def _wish(request: SignedInRequest, tournament: Tournament, form: SignUpForm) -> Callable[..., Any]:
    """Return the verb of what was chosen."""
    chosen, asked = form.cleaned_data.get("choice", ALONE), form.cleaned_data.get("name", "")
    verb: Callable[..., Any] = partial(sign_up.seek, standby=chosen == STANDBY)
    if chosen == ALONE:
        verb = sign_up.come
    elif chosen in (LINK, NAMED):
        verb = partial(sign_up.invite, name=asked if chosen == NAMED else "")
    return partial(verb, tournament_id=tournament.pk, user=request.user, stream=chance.fresh())


def _page(request: HttpRequest, tournament: Tournament, form: SignUpForm) -> HttpResponse:
    offer = offers.offer(tournament, request.user, now=timezone.now())
    asks = offer.mine.asks
    link = reverse("tournaments:join", args=[asks.token]) if asks and asks.partner is None else ""
    context = {
        "tournament": tournament,
        "offer": offer,
        "form": form,
        "why_not": sentence(offer.why_not) if offer.why_not else "",
        "why_no_check_in": sentence(offer.why_no_check_in) if offer.why_no_check_in else "",
        "link": settings.SITE_ORIGINS[0] + link if link else "",
        "key": form_key(),
    }
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/register.html", context))


def _done(
    request: SignedInRequest, tournament: Tournament, verb: Callable[..., Any], said: str
) -> HttpResponse:
    """Do it on the player's behalf, tell him, and show where he stands."""
    do_and_say(request, verb, said)
    return redirect("tournaments:register", tournament.slug)


@login_required
@require_POST
def leave(request: SignedInRequest, slug: str) -> HttpResponse:
    """Take a player, and his pair, out before the draw."""
    tournament = found(request, slug)
    verb = partial(sign_up.leave, tournament_id=tournament.pk, user=request.user)
    return _done(request, tournament, verb, _("You have left."))


@login_required
@require_POST
def here(request: SignedInRequest, slug: str) -> HttpResponse:
    """Note that a player's pair is in the hall."""
    tournament = found(request, slug)
    verb = partial(check_in.check_in_myself, tournament_id=tournament.pk, user=request.user)
    return _done(request, tournament, verb, _("You are checked in."))


@login_required
@require_POST
def answer(request: SignedInRequest, token: str) -> HttpResponse:
    """Say yes or no to who asked."""
    tournament = sign_up.open_invitation(token).tournament
    if request.POST.get("answer") == "no":
        verb: Callable[..., Any] = partial(sign_up.decline, token=token, user=request.user)
        return _done(request, tournament, verb, _("You have said no."))
    verb = partial(sign_up.accept, token=token, user=request.user, stream=chance.fresh())
    return _done(request, tournament, verb, _("You are a pair."))


@login_required
@never_cache
@require_GET
def join(request: SignedInRequest, token: str) -> HttpResponse:
    """Show who asks whoever opens the link to be his partner."""
    invitation = sign_up.open_invitation(token)
    tournament = invitation.tournament
    offer = offers.offer(tournament, request.user, now=timezone.now())
    context = {
        "tournament": tournament,
        "invitation": invitation,
        "offer": offer,
        "why_not": sentence(offer.why_not) if offer.why_not else "",
        "own": invitation.player.user_id == request.user.pk,
        "key": form_key(),
    }
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/join.html", context))
