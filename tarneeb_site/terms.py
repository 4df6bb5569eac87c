"""Two sets of Arabic words for trick and trump, chosen by the reader or else by his club.

The Gulf words are a gettext catalogue of their own, ``ar_KW``, that holds only the sentences that differ;
gettext looks into ``ar`` for the rest. Addresses stay the same under both: a link somebody sends does not
carry his words with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils.translation import activate, get_language

COOKIE = "terms"
GULF = "gulf"
LANGUAGE = "ar"
GULF_LANGUAGE = "ar-kw"


class PublicPrefix(LocalePrefixPattern):
    """The first part of an address: the language, without the set of words."""

    @property
    def language_prefix(self) -> str:
        """Return "ar/" for both sets of Arabic words."""
        return f"{(get_language() or 'en').split('-')[0]}/"


def page_patterns(*patterns: URLPattern | URLResolver) -> list[URLResolver]:
    """Return patterns of pages below their language; Django's own helper would put the words in too."""
    return [URLResolver(PublicPrefix(), list(patterns))]


def readers_terms(request: HttpRequest) -> str:
    """Return the set of words the reader chose: on this device, else in his account, else ""."""
    return request.COOKIES.get(COOKIE) or str(getattr(request.user, "terms", ""))


def use_terms(request: HttpRequest, club_terms: str) -> None:
    """Use the words of a club while one of its pages is made, unless the reader chose his own."""
    language = get_language() or ""
    if language.split("-")[0] == LANGUAGE:
        activate(GULF_LANGUAGE if (readers_terms(request) or club_terms) == GULF else LANGUAGE)


class TermsMiddleware:
    """Speak Arabic in the words the reader chose. Stands after the sessions' user is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep what answers the request."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Choose the words, then answer; a view that shows a club's page may choose the club's."""
        use_terms(request, "")
        request.use_terms = partial(use_terms, request)  # type: ignore[attr-defined]  # for apps below the site
        return self.get_response(request)
