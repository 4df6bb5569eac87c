"""What people look up in a tournament: where they play, and how an entry has come to its place."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments.services.board import board_now, entry_stages, is_mine, round_to_find, whereabouts

from .answers import live
from .finding import found_now, of_board

LONGEST = 60


@require_GET
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where everybody plays: by table, ``?by=name``, or for the letters of ``?q=``."""
    tournament, now = found_now(request, slug)
    letters = request.GET.get("q", "").strip()[:LONGEST]
    by = "name" if request.GET.get("by") == "name" or letters else "table"

    def context() -> dict[str, Any]:
        seen = board_now(tournament, now)
        round_ = round_to_find(seen)
        places = whereabouts(round_, letters) if round_ and by == "name" else ()
        return of_board(seen) | {"round": round_, "letters": letters, "by": by, "places": places}

    return live(
        request,
        ("tournaments/tables.html", "tournaments/_tables.html"),
        seen=(now, letters, by),
        context=context,
        tournament=tournament,
        shared=True,
    )


@require_GET
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Show what an entry has played, why it met whom, and the working of its tie-breaks."""
    tournament, now = found_now(request, slug)

    def context() -> dict[str, Any]:
        seen = board_now(tournament, now, back=None)
        of_entry = entry_stages(seen, entry_id)
        if not of_entry:
            raise Http404
        own = {"is_mine": is_mine(entry_id, request.user)}
        return of_board(seen) | own | {"entry": of_entry[0].row, "of_entry": of_entry}

    return live(
        request,
        ("tournaments/entrant.html", "tournaments/_entrant.html"),
        seen=(now, entry_id),
        context=context,
        tournament=tournament,
        shared=True,
    )
