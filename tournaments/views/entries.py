"""The staff before the draw: the list of entries, check-in at the desk, fees, and what is left out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.models import skeleton
from games.numbers import whole_number
from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import chance
from tournaments.forms.registration import LONGEST_PLAYER, PairForm
from tournaments.models import Entry, Tournament
from tournaments.permissions import may_direct
from tournaments.sentences import sentence
from tournaments.services import acts, check_in, entries, fees, field
from tournaments.services.actions import AlreadyDone

from .answers import form_key, in_the_hall
from .finding import directed, found, staffed
from .verbs import author_of, do_and_say


@login_required
@never_cache
@require_GET
def listing(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show all entries with what can be done to each, the totals of the fees, and who looks for a partner.

    ``?q=`` shows those with these letters in their names.
    """
    tournament = staffed(request, slug)
    return _listed(request, tournament, PairForm(alone=field.is_alone(tournament.pk)))


def _listed(request: SignedInRequest, tournament: Tournament, form: PairForm) -> HttpResponse:
    page = partial(render, request, "tournaments/entries.html", _context(request, tournament, form))
    return in_the_hall(request, tournament, page)


def _context(request: SignedInRequest, tournament: Tournament, form: PairForm) -> dict[str, Any]:
    rows, letters = tournament.entries.all(), request.GET.get("q", "")[:LONGEST_PLAYER]
    link = settings.SITE_ORIGINS[0] + reverse("tournaments:register", args=[tournament.slug])
    return {
        "tournament": tournament,
        "terms": field.registration_of(tournament.pk),
        "form": form,
        "letters": letters,
        "groups": (groups := _groups(rows, skeleton(letters))),
        "nobody": not any(found for _heading, found in groups),
        "missing": list(rows.not_here()) if tournament.state == Tournament.State.CHECK_IN else [],
        "places_left": field.places_left(tournament.pk),
        "treasury": fees.treasury(tournament.pk),
        "singles": list(tournament.singles.select_related("player")),
        "before_draw": tournament.state in Tournament.BEFORE_DRAW,
        "may_direct": (may := may_direct(request.user, tournament)),
        "only_scores": not may,
        "link": link,
        "key": form_key(),
    }


def _groups(rows: QuerySet[Entry], wanted: str) -> list[tuple[str, list[Entry]]]:
    """Return the entries with these letters under headings: who asks, who is in, who waits, who is out."""
    everybody = rows.select_related("fee_by").order_by("name", "pk")
    found = [one for one in everybody if wanted in skeleton(one.name)]
    waiting = sorted(
        (one for one in found if one.state == Entry.State.WAITLISTED),
        key=lambda one: (one.waiting_since or one.pk, one.pk),
    )
    return [
        (_("Waiting for your approval"), [one for one in found if one.state == Entry.State.PENDING]),
        (_("Taking part"), [one for one in found if one.state in Entry.TAKING_PART]),
        (_("Waiting list"), waiting),
        (_("Out"), [one for one in found if one.state in Entry.GONE]),
    ]


@login_required
@require_POST
def add(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a pair that stands before the director; who is refused stands in the form again."""
    tournament = directed(request, slug)
    form = PairForm(request.POST, alone=field.is_alone(tournament.pk))
    if form.is_valid() and _added(request, tournament, form):
        return redirect(reverse("tournaments:entries", args=[slug]) + "#id_player")
    return _listed(request, tournament, form)


def _added(request: SignedInRequest, tournament: Tournament, form: PairForm) -> bool:
    try:
        entries.add_pair(
            tournament_id=tournament.pk,
            names=form.names,
            author=author_of(request),
            now=timezone.now(),
            stream=chance.fresh(),
        )
    except AlreadyDone:
        pass
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return False
    messages.success(request, _("%(name)s: the entry is noted.") % {"name": " & ".join(form.names)})
    return True


@login_required
@require_POST
def act(request: SignedInRequest, slug: str, entry_id: int) -> HttpResponse:
    """Do to an entry what the pressed button names."""
    tournament = found(request, slug)
    name = request.POST.get("act", "")
    verb = acts.allowed(name, request.user, tournament)
    entry = get_object_or_404(Entry, tournament=tournament, pk=entry_id)
    do_and_say(request, partial(verb, entry=entry), _("%(name)s: noted.") % {"name": entry.name}, about=name)
    return redirect(reverse("tournaments:entries", args=[slug]) + f"#entry-{entry.pk}")


@login_required
@require_POST
def leave_out(request: SignedInRequest, slug: str) -> HttpResponse:
    """Withdraw the pairs whose names the director was shown, because they did not come."""
    tournament = directed(request, slug)
    named = _numbers(request, "entry")
    verb = partial(check_in.leave_out, tournament_id=tournament.pk, entry_ids=named)
    return _done(request, tournament, verb, _("They are left out."))


@login_required
@require_POST
def match(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make pairs of those who look for a partner: two who are ticked, or all by lot."""
    tournament = directed(request, slug)
    ticked = _numbers(request, "player")
    verb: Callable[..., Any] = partial(entries.match, tournament_id=tournament.pk, stream=chance.fresh())
    if ticked:
        two = (ticked[0], ticked[-1])
        verb = partial(entries.match_two, tournament_id=tournament.pk, player_ids=two)
    return _done(request, tournament, verb, _("They are pairs."))


def _numbers(request: SignedInRequest, name: str) -> list[int]:
    """Return the numbers that are ticked under a name; what is none is as if it were not there."""
    found = map(whole_number, request.POST.getlist(name))
    return [number for number in found if number is not None]


def _done(
    request: SignedInRequest, tournament: Tournament, verb: Callable[..., Any], said: str
) -> HttpResponse:
    do_and_say(request, verb, said)
    return redirect("tournaments:entries", tournament.slug)
