"""Matches that nobody came to: the director ticks them, sees what follows, and decides them at once."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.numbers import whole_number
from games.permissions import SignedInRequest
from games.rules import Refusal
from tournaments.models import Tournament
from tournaments.sentences import sentence
from tournaments.services import no_shows
from tournaments.services.actions import AlreadyDone
from tournaments.services.board import to_come, to_postpone
from tournaments.services.no_shows import NoShows

from .answers import form_key, in_the_hall
from .finding import directed
from .verbs import author_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show who has not come, and what follows for those that are ticked; decide them once it is confirmed."""
    tournament = directed(request, slug)
    if request.method == "POST":
        return _decided(request, tournament, _ticked(request.POST))
    context = _page(request, tournament)
    return in_the_hall(request, tournament, partial(render, request, "tournaments/no_shows.html", context))


def _ticked(asked: QueryDict) -> set[int]:
    """Return the numbers of the matches that are ticked; what is none is as if it were not there."""
    found = map(whole_number, asked.getlist("pairing"))
    return {number for number in found if number is not None}


def _page(request: SignedInRequest, tournament: Tournament) -> dict[str, Any]:
    offered, ticked = to_come(tournament), _ticked(request.GET)
    chosen = [one for one in offered if one.id in ticked]
    has_asked = "why" in request.GET
    return {
        "tournament": tournament,
        "offered": offered,
        "chosen": chosen,
        "ticked": ticked,
        "seen": _foreseen(request, tournament, [one.id for one in chosen]) if has_asked else None,
        "why": request.GET.get("why", "")[:200],
        "has_round": bool(offered or to_postpone(tournament)),
        "key": form_key(),
    }


def _foreseen(
    request: SignedInRequest, tournament: Tournament, pairing_ids: Collection[int]
) -> NoShows | None:
    try:
        return no_shows.foresee(tournament_id=tournament.pk, pairing_ids=pairing_ids)
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        return None


def _decided(request: SignedInRequest, tournament: Tournament, pairing_ids: Collection[int]) -> HttpResponse:
    """Decide them; refused, he is shown again who has not come and what would follow now."""
    author, foreseen = author_of(request), request.POST.get("foreseen", "")
    verb = partial(no_shows.decide, tournament_id=tournament.pk, pairing_ids=pairing_ids)
    try:
        verb(foreseen=foreseen, author=author, now=timezone.now())
    except AlreadyDone:
        pass
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        asked = urlencode([("why", author.why), *(("pairing", number) for number in pairing_ids)])
        return redirect(f"{reverse('tournaments:no_shows', args=[tournament.slug])}?{asked}")
    messages.success(request, _said(len(pairing_ids)))
    return redirect("tournaments:direct", tournament.slug)


def _said(count: int) -> str:
    return ngettext(
        "%(count)s match is decided: nobody came. It can be undone in the log.",
        "%(count)s matches are decided: nobody came. It can be undone in the log.",
        count,
    ) % {"count": count}
