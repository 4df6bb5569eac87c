"""How pages answer: the whole page or its live part, in the hall's time, and 304 when unchanged."""

from __future__ import annotations

import functools
import gzip
import hashlib
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from games.services import chance
from tournaments.models import Club, Tournament
from tournaments.services.board import Kept

KEY_LENGTH = 16
ANSWERS = Kept[bytes](most=256)
"""Whole answers, packed, by address and words."""


def live(
    request: HttpRequest,
    templates: tuple[str, str],
    *,
    seen: object,
    context: Callable[[], dict[str, Any]],
    tournament: Tournament | None = None,
    shared: bool = False,
) -> HttpResponse:
    """Return the page, or to htmx its live part, or 304 when the visitor has it.

    :param templates: of the page and of the live part.
    :param seen: all that the answer depends on beside language and visitor: a moment, which is read
        before anything that is shown.
    :param shared: whether all who are not signed in see the same, so that it is made once for each moment.
    """
    page, part = templates
    partial = bool(getattr(request, "htmx", False)) or page == part
    tag = _tag(request, seen, partial)
    answer = get_conditional_response(request, etag=tag) if partial else None
    if answer is None:
        template = part if partial else page
        make = functools.partial(_rendered, request, template, context, tournament, partial=partial)
        is_shared = shared and _is_onlooker(request)
        answer = _shared(request, seen, template, make) if is_shared else make()
    if partial:
        answer["ETag"] = tag
        answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("HX-Request", "Cookie"))
    return answer


def _is_onlooker(request: HttpRequest) -> bool:
    """Return whether nothing on a page is for this visitor alone."""
    return not request.user.is_authenticated and not len(get_messages(request))


def _shared(
    request: HttpRequest, seen: object, template: str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return what every onlooker gets who asks for the same address in the same words, as it was packed once.

    No secret of a visitor is in it, so that its length tells nothing.
    """
    # The language is the reader's; which Arabic words it uses is his club's while he has chosen none.
    words = (get_language(), "terms" in request.COOKIES)
    name = (request.build_absolute_uri(), words, template)
    packed = ANSWERS(name, seen, lambda: gzip.compress(make().content, mtime=0))
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    else:
        answer = HttpResponse(gzip.decompress(packed))
    patch_vary_headers(answer, ("Accept-Encoding",))
    return answer


def _rendered(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    tournament: Tournament | None,
    *,
    partial: bool,
) -> HttpResponse:
    def answer() -> HttpResponse:
        return render(request, template, context())

    made = answer() if tournament is None else in_the_hall(request, tournament, answer)
    if partial:
        made.content = made.content.strip()  # blanks beside the part would stay on the page at each swap
    return made


def form_key() -> str:
    """Return a key for a form: an act that arrives under it twice is done once."""
    return chance.fresh().token(KEY_LENGTH)


def in_the_hall(
    request: HttpRequest, tournament: Tournament, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return an answer in the words of the tournament's club and the time on its wall."""
    speak_as(request, tournament.club)
    with timezone.override(ZoneInfo(tournament.zone)):
        return answer()


def _tag(request: HttpRequest, seen: object, partial: bool) -> str:
    """Return a weak tag; the visitor is in it, so that nobody is told he has another's page."""
    whole = repr((seen, get_language(), request.user.pk, request.COOKIES.get("terms"), partial))
    return f'W/"{hashlib.sha256(whole.encode()).hexdigest()[:20]}"'


def speak_as(request: HttpRequest, club: Club) -> None:
    """Use the club's words for trick and trump, unless the reader chose his own.

    The site's middleware put the function there; a request without it speaks as it is.
    """
    use_terms = getattr(request, "use_terms", None)
    if use_terms is not None:
        use_terms(club.terms)
