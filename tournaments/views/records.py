"""How a tournament stood after any act of its log, its record as a file, and one brought in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from channels.db import database_sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.permissions import SignedInRequest, require
from games.rules import Refusal
from games.services import chance
from tournaments.forms.records import RecordForm
from tournaments.models import Action, Club
from tournaments.names import FORMAT_NAMES, round_name
from tournaments.permissions import may_organise
from tournaments.sentences import sentence
from tournaments.services import record

from .answers import speak_as
from .finding import directed, may_create


@login_required
@never_cache
@require_GET
def stood(request: SignedInRequest, slug: str, action_id: int) -> HttpResponse:
    """Show how the tournament stood after an act; where its log cannot be done again, say at what."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    action = get_object_or_404(Action, pk=action_id, tournament=tournament)
    context = {"tournament": tournament, "action": action, "stages": (), "why_not": ""}
    try:
        context |= {"seen": (seen := record.as_it_stood(action)), "stages": _stages(seen)}
    except Refusal as refusal:
        context["why_not"] = sentence(refusal)
    return render(request, "tournaments/stood.html", context)


def _stages(seen: record.Stood) -> list[dict[str, object]]:
    return [
        {
            "name": FORMAT_NAMES[stage.format],
            "table": stage.table,
            "rounds": [
                (round_name(one.name[0], size=one.name[1], number=one.name[2]), one.pairings)
                for one in reversed(stage.rounds)
            ],
        }
        for stage in seen.stages
    ]


@login_required
@never_cache
@require_GET
def download(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """Send the tournament as one file, as it is now; a long one is sent while it is written."""
    tournament = directed(request, slug)
    pieces = record.pieces(tournament.pk)
    streamed = _one_by_one(pieces) if isinstance(request, ASGIRequest) else pieces
    answer = StreamingHttpResponse(streamed, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.json"'
    return answer


async def _one_by_one(pieces: Iterator[str]) -> AsyncIterator[str]:
    """Yield the pieces without keeping the event loop from anybody's card."""
    following = database_sync_to_async(lambda: next(pieces, None))
    while (piece := await following()) is not None:
        yield piece


@login_required
@require_http_methods(["GET", "POST"])
def bring_in(request: SignedInRequest) -> HttpResponse:
    """Bring in a tournament from a file, into a club in which this person may make some."""
    require(may_create, request.user)
    clubs = Club.objects.for_user(request.user).organised_by(request.user)
    form = RecordForm(request.POST or None, request.FILES or None, clubs=clubs)
    if form.is_valid():
        club = form.cleaned_data["club"]
        require(may_organise, request.user, club)
        try:
            found = record.bring(record=form.record, club=club, now=timezone.now(), stream=chance.fresh())
        except Refusal as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _("The tournament is here, with its log. Print new seat slips."))
            return redirect("tournaments:direct", found.slug)
    return render(request, "tournaments/bring_in.html", {"form": form})
