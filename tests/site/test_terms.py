"""The two sets of Arabic words, and that an address says nothing of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import resolve, reverse
from django.utils import translation

from games.models import User
from tarneeb_site.terms import COOKIE, TermsMiddleware, use_terms


@pytest.fixture(autouse=True)
def _language_as_before() -> Iterator[None]:
    """Give the language back that stood before a test changed it."""
    with translation.override("en"):
        yield


def asked_by(user: User | AnonymousUser | None = None, cookie: str = "") -> HttpRequest:
    """Return a request of this reader, who may have chosen words on his device."""
    request = RequestFactory().get("/ar/")
    request.user = user or AnonymousUser()
    if cookie:
        request.COOKIES[COOKIE] = cookie
    return request


def language_of(request: HttpRequest) -> str:
    """Return the language in which a page answers."""
    spoken = []

    def answer(_request: HttpRequest) -> HttpResponse:
        spoken.append(translation.get_language())
        return HttpResponse()

    TermsMiddleware(answer)(request)
    return str(spoken[0])


def test_a_reader_who_chose_the_gulf_words_reads_arabic_in_them() -> None:
    translation.activate("ar")

    assert language_of(asked_by(cookie="gulf")) == "ar-kw"
    assert language_of(asked_by(User(terms="gulf"))) == "ar-kw"
    assert language_of(asked_by()) == "ar"


def test_the_choice_on_the_device_goes_before_the_one_in_the_account() -> None:
    translation.activate("ar")

    assert language_of(asked_by(User(terms="gulf"), cookie="levant")) == "ar"


def test_whoever_chose_nothing_reads_the_words_of_the_club() -> None:
    translation.activate("ar")

    use_terms(asked_by(), "gulf")
    assert translation.get_language() == "ar-kw"

    use_terms(asked_by(cookie="levant"), "gulf")
    assert translation.get_language() == "ar"


def test_english_has_one_set_of_words() -> None:
    use_terms(asked_by(cookie="gulf"), "gulf")

    assert translation.get_language() == "en"


def test_an_address_is_the_same_in_both_sets_of_words() -> None:
    translation.activate("ar-kw")

    address = reverse("tournaments:list")

    assert address == "/ar/tournaments/"
    assert resolve(address).view_name == "tournaments:list"
