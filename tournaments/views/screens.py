"""The screen of a hall: pictures that take turns by themselves, chosen by the address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournaments.services.board import PARTS, Wanted, board_now, pictures, tables_of

from .answers import live
from .finding import found_now, of_board

SECONDS, SHORTEST, LONGEST = 12, 3, 120
LONGEST_WORDS = 120


@require_GET
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament from far away.

    ``?show=tables,standings`` chooses the parts and their order, ``tables=1-40`` the tables of this screen,
    ``seconds=12`` how long a picture stays, ``words=`` a line at the foot. What cannot be read is as if it
    were not there.
    """
    tournament, now = found_now(request, slug)
    wanted = _wanted(request.GET)

    def context() -> dict[str, Any]:
        seen = board_now(tournament, now)
        return of_board(seen) | {
            "pictures": pictures(seen, wanted),
            "words": wanted.words,
            "seconds": _seconds(request.GET.get("seconds", "")),
            "address": settings.SITE_ORIGINS[0] + reverse("tournaments:tables", args=[slug]),
            "now": timezone.now(),
        }

    return live(
        request,
        ("tournaments/screen.html", "tournaments/_screen.html"),
        seen=(now, wanted),
        context=context,
        tournament=tournament,
    )


def _wanted(asked: QueryDict) -> Wanted:
    parts = [part for part in asked.get("show", "").split(",") if part in PARTS]
    words = " ".join(asked.get("words", "").split())[:LONGEST_WORDS]
    return Wanted(tuple(parts) or PARTS, tables_of(asked.get("tables", "")), words)


def _seconds(asked: str) -> int:
    if not asked.isdecimal():
        return SECONDS
    return min(max(int(asked[:4]), SHORTEST), LONGEST)
