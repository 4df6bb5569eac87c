"""What is hung up, laid on tables and handed over: pages made for paper."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from tournaments.services.board import (
    board,
    handed_out,
    paper_sheets,
    prizes,
    round_to_find,
    whereabouts,
)

from .answers import live
from .finding import found, of_board

PAGES = ("tables", "names", "cards", "sheets", "standings", "prizes", "certificates")
PLACES_HONOURED = 3


@require_GET
def paper(request: HttpRequest, slug: str, what: str = "") -> HttpResponse:
    """Show one of the pages for paper, or which there are."""
    if what and what not in PAGES:
        raise Http404
    tournament = found(request, slug)
    seen = board(tournament)
    round_ = round_to_find(seen)
    template = f"tournaments/paper/{what or 'index'}.html"
    return live(
        request,
        (template, template),
        seen=(seen, what),
        context=lambda: (
            of_board(seen)
            | {
                "round": round_,
                "across": max((len(one.sides) for one in round_.pairings), default=1) if round_ else 0,
                "places": whereabouts(round_) if round_ and what == "names" else (),
                "sheets": paper_sheets(tournament) if what == "sheets" else (),
                "honoured": PLACES_HONOURED,
                "prizes": prizes(tournament, seen) if what == "prizes" else (),
                "handed_out": handed_out(tournament, seen) if what == "prizes" else (),
                "address": settings.SITE_ORIGINS[0] + reverse("tournaments:tables", args=[slug]),
            }
        ),
        tournament=tournament,
    )
