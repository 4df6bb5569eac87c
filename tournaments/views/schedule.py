"""When the rounds are: a page for everybody, and the director's page on which he sets them."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.permissions import SignedInRequest
from games.rules import Refusal
from tournaments.forms.schedule import ScheduleForm
from tournaments.models import Tournament
from tournaments.sentences import sentence
from tournaments.services import clashes, timing
from tournaments.services.board import bars
from tournaments.services.timetables import Timetable, timetable_of

from .answers import form_key, in_the_hall
from .finding import directed, found
from .verbs import do_and_say


@require_GET
def times(request: HttpRequest, slug: str) -> HttpResponse:
    """Show when the rounds begin and end: those to come as they are expected."""
    tournament = found(request, slug)
    timetable = timetable_of(tournament, now=timezone.now())
    context = _shown(tournament, timetable)
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/times.html", context))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def schedule(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show and set the times; what stands against them is told before anything is saved."""
    tournament = directed(request, slug)
    now = timezone.now()
    timetable = timetable_of(tournament, now=now)
    form = ScheduleForm(
        request.POST or None,
        timetable=timetable,
        zone=tournament.zone,
        remind_minutes=tournament.remind_minutes,
    )
    against: list[Refusal] = []
    if form.is_valid():
        against = _against(tournament, form)
        if not against:
            verb = partial(
                timing.set_times,
                tournament_id=tournament.pk,
                wanted=form.wanted,
                anyway=form.anyway,
                remind_minutes=form.remind_minutes,
            )
            do_and_say(request, verb, " ".join([_("Saved."), *form.notes]))
            return redirect("tournaments:schedule", slug)
        timetable = timetable_of(tournament, now=now, wanted=form.wanted)
    elif not form.is_bound:
        against = clashes.clashes(tournament, timetable, now=now)
    context = _shown(tournament, timetable) | {
        "form": form,
        "against": [sentence(refusal) for refusal in against],
        "is_over": tournament.state in timing.OVER,
        "key": form_key(),
    }
    return in_the_hall(request, tournament, lambda: render(request, "tournaments/schedule.html", context))


def _against(tournament: Tournament, form: ScheduleForm) -> list[Refusal]:
    """Return what stands against what is asked, and was not overruled; impossible times have no say."""
    now = timezone.now()
    try:
        timing.check(tournament, form.wanted, now=now, anyway=True)
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return [refusal]
    if form.anyway:
        return []
    return clashes.clashes(tournament, timetable_of(tournament, now=now, wanted=form.wanted), now=now)


def _shown(tournament: Tournament, timetable: Timetable) -> dict[str, Any]:
    return {"tournament": tournament, "timetable": timetable, "stages": bars(timetable)}
