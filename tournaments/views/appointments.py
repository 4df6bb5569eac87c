"""When a pairing is played in its window: its sides agree on a time here, or the director sets one."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.permissions import NotAllowed, SignedInRequest
from tournaments.forms.appointments import AppointmentForm
from tournaments.models import Pairing, Tournament
from tournaments.permissions import may_direct
from tournaments.services import appointments
from tournaments.services.windows import takes_time, window_of

from .answers import form_key, in_the_hall
from .finding import found
from .verbs import do_and_say


def _pairing(request: SignedInRequest, slug: str, pairing_id: int) -> tuple[Tournament, Pairing, bool]:
    """Return a pairing to who plays in it or directs, and whether he directs."""
    tournament = found(request, slug)
    pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    directs = may_direct(request.user, tournament)
    if not directs and pairing.side_of(request.user.pk) is None:
        raise NotAllowed()
    return tournament, pairing, directs


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def appointment(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Show the time of a pairing and name another."""
    tournament, pairing, directs = _pairing(request, slug, pairing_id)
    form = AppointmentForm(request.POST or None)
    side = pairing.side_of(request.user.pk)
    if form.is_valid():
        verb = partial(
            appointments.propose, pairing_id=pairing.pk, wall=form.wall, as_director=directs and side is None
        )
        do_and_say(request, verb, _("The time is noted."), about="propose")
        return redirect("tournaments:appointment", slug, pairing_id)
    named = appointments.named(pairing)
    context = {
        "tournament": tournament,
        "pairing": pairing,
        "sides": pairing.sides.select_related("entry"),
        "window": window_of(pairing),
        "is_open": takes_time(pairing),
        "named": named,
        "is_asked": named and side is not None and named.agreed_at is None and named.side != side,
        "form": form,
        "key": form_key(),
    }
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/appointment.html", context))


@login_required
@require_POST
def agree(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Say yes to the time the other side named."""
    _tournament, pairing, _directs = _pairing(request, slug, pairing_id)
    seen = parse_datetime(request.POST.get("seen", "")[:40])
    if seen is None or seen.tzinfo is None:
        raise Http404
    verb = partial(appointments.agree, pairing_id=pairing.pk, seen=seen)
    do_and_say(request, verb, _("You are expected then."), about="agree")
    return redirect("tournaments:appointment", slug, pairing_id)
