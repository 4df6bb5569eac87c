"""A picture of a tournament, which messengers show beside a link and people send to their group."""

from __future__ import annotations

from urllib.parse import urlsplit

import resvg_py
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from tournaments.models import Tournament
from tournaments.services.board import KINDS, board, kinds, picture

from .answers import in_the_hall
from .finding import found

FONTS = sorted(str(path) for path in (settings.BASE_DIR / "tournaments" / "fonts").glob("*.ttf"))
KEPT_SECONDS = 3600
"""How long a picture is kept for a version; what it is kept under never means another one."""


@require_GET
def image(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the picture; ``?show=`` champion, standings or tables, else what is wanted most now."""
    tournament = found(request, slug)
    asked = request.GET.get("show", "")
    shown = asked if asked in KINDS else ""
    key = f"picture:{tournament.pk}:{tournament.version}:{get_language()}:{shown}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        drawn = _drawn(request, tournament, shown)
        cache.set(key, drawn, timeout=KEPT_SECONDS)
    answer = HttpResponse(drawn, content_type="image/png")
    answer["Cache-Control"] = "no-cache"
    return answer


def _drawn(request: HttpRequest, tournament: Tournament, shown: str) -> bytes:
    """Draw it as nobody in particular sees the tournament, in the words of its club."""
    return in_the_hall(request, tournament, lambda: HttpResponse(_png(tournament, shown))).content


def _png(tournament: Tournament, shown: str) -> bytes:
    seen = board(tournament)
    host = urlsplit(settings.SITE_ORIGINS[0]).hostname or ""
    kind = shown or next(iter(kinds(seen)), "")
    svg = render_to_string("tournaments/picture.svg", {"picture": picture(seen, kind, host=host)})
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS)
