"""What leaves the site: texts for a group, a calendar file, and a page for another site's frame."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from tournaments.services.board import LISTS, board, board_now, calendar, dates, kinds, texts

from .answers import live
from .finding import found, found_now, of_board
from .pages import rounds_and_tables

THEMES = ("light", "dark")


@require_GET
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be sent of a tournament: its address, texts, pictures, the calendar file, the frame."""
    tournament, now = found_now(request, slug)

    def context() -> dict[str, Any]:
        seen = board_now(tournament, now, back=2)
        return of_board(seen) | {
            "texts": texts(seen, address=_address("detail", slug)),
            "pictures": kinds(seen),
            "address": _address("detail", slug),
            "frame": f'<iframe src="{_address("embed", slug)}" width="100%" height="640"></iframe>',
        }

    return live(
        request,
        ("tournaments/share.html", "tournaments/_share.html"),
        seen=now,
        context=context,
        tournament=tournament,
        shared=True,
    )


@require_GET
def calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the tournament's times for a calendar, and those that the visitor has agreed to."""
    tournament = found(request, slug)
    body = calendar(
        board(tournament, back=None),
        address=_address("detail", slug),
        host=urlsplit(settings.SITE_ORIGINS[0]).hostname or "",
        now=timezone.now(),
        more=dates(tournament, request.user),
    )
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.ics"'
    return answer


@require_GET
def list_file(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Return standings or pairings for a spreadsheet."""
    tournament = found(request, slug)
    if what not in LISTS:
        raise Http404
    body = LISTS[what](board(tournament, back=None))
    answer = HttpResponse(body, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{what}.csv"'
    return answer


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its type knows no arguments of an address
@require_GET
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show tables and standings in another site's frame; the only page that may stand in one.

    ``?theme=light`` or ``dark`` makes it go with that site, whatever its reader prefers.
    """
    tournament, now = found_now(request, slug)
    asked = request.GET.get("theme", "")

    def context() -> dict[str, Any]:
        seen = board_now(tournament, now)
        rounds = rounds_and_tables(tournament, seen, now)
        return of_board(seen) | {"rounds_and_tables": rounds, "theme": asked if asked in THEMES else ""}

    return live(
        request,
        ("tournaments/embed.html", "tournaments/_embed.html"),
        seen=now,
        context=context,
        tournament=tournament,
        shared=True,
    )


def _address(name: str, slug: str) -> str:
    """Return an address with the site's own name, as it is told to others."""
    return settings.SITE_ORIGINS[0] + reverse(f"tournaments:{name}", args=[slug])
