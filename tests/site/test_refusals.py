"""Every refusal has a sentence, and every interface says it in the same shape."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.test import RequestFactory
from rest_framework import exceptions

from games.models.names import NameTooLong
from games.permissions import NotAllowed, SignInFirst
from games.rules import Refusal
from games.sentences import told as told_at_a_table
from games.store import TableMoved
from tarneeb_site import errors
from tarneeb_site.management.commands.refusals import known_refusals, page
from tournaments.sentences import SENTENCES, told

ROOT = Path(settings.BASE_DIR)
REFUSALS = known_refusals()
WANTED = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.__name__)
def test_every_refusal_has_a_sentence(refusal: type[Refusal]) -> None:
    assert refusal.code in SENTENCES


def test_no_sentence_is_left_of_a_refusal_that_is_gone() -> None:
    assert set(SENTENCES) == {Refusal.code, *(refusal.code for refusal in REFUSALS)}


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Return where refusals are made in the source: the place, the class, the names of the values."""
    names = {refusal.__name__ for refusal in REFUSALS}
    for package in ("games", "tournaments", "tarneeb_site"):
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                    values = {word.arg for word in node.keywords if word.arg is not None}
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", node.func.id, values


def test_wherever_a_refusal_is_made_it_gets_the_values_of_its_sentence() -> None:
    codes = {refusal.__name__: refusal.code for refusal in REFUSALS}

    missing = {
        place: wanted
        for place, name, values in raised()
        if (wanted := set(WANTED.findall(str(SENTENCES[codes[name]]))) - values)
    }

    assert missing == {}


def test_the_page_of_refusals_is_the_one_the_command_writes() -> None:
    assert (ROOT / "docs" / "refusals.md").read_text("utf-8") == page()


def test_a_refusal_leaves_as_code_sentence_and_values() -> None:
    expected = {
        "code": "name_too_long",
        "sentence": "A name has at most 60 letters.",
        "params": {"longest": 60},
    }

    assert told_at_a_table(NameTooLong(longest=60)) == expected
    assert told(NameTooLong(longest=60)) == expected


def test_values_that_json_does_not_know_are_said_in_words() -> None:
    error = told(Refusal(where=ROOT, cards=["QH"], none=None))

    assert error["params"] == {"where": str(ROOT), "cards": ["QH"], "none": None}


@pytest.mark.parametrize(
    ("refusal", "status"),
    [
        (SignInFirst(), HTTPStatus.UNAUTHORIZED),
        (NotAllowed(), HTTPStatus.FORBIDDEN),
        (NameTooLong(longest=60), HTTPStatus.BAD_REQUEST),
        (TableMoved(), HTTPStatus.CONFLICT),
    ],
)
def test_pages_and_the_api_refuse_with_the_same_status(refusal: Refusal, status: HTTPStatus) -> None:
    request = RequestFactory().post("/")
    middleware = errors.RefusalMiddleware(lambda _request: HttpResponse())

    by_page = middleware.process_exception(request, refusal)
    by_api = errors.api_refusal(refusal, {})

    assert by_page is not None
    assert by_api is not None
    assert (by_page.status_code, by_api.status_code) == (status, status)
    assert str(told(refusal)["sentence"]) in by_page.content.decode()
    assert by_api.data == told(refusal)


def test_a_visitor_who_follows_a_link_is_shown_where_to_sign_in() -> None:
    request = RequestFactory().get("/en/tournaments/cup/direct/")
    middleware = errors.RefusalMiddleware(lambda _request: HttpResponse())

    response = middleware.process_exception(request, SignInFirst())

    assert response is not None
    assert response.headers["Location"].endswith("?next=/en/tournaments/cup/direct/")


def test_a_fault_of_the_program_is_not_dressed_up_as_a_refusal() -> None:
    middleware = errors.RefusalMiddleware(lambda _request: HttpResponse())

    assert middleware.process_exception(RequestFactory().get("/"), KeyError("bug")) is None
    assert errors.api_refusal(KeyError("bug"), {}) is None


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Http404(), "not_found"),
        (PermissionDenied(), "not_allowed"),
        (exceptions.NotAuthenticated(), "sign_in_first"),
        (exceptions.MethodNotAllowed("PUT"), "method_not_allowed"),
        (exceptions.ValidationError({"limit": ["no"]}), "invalid"),
    ],
)
def test_what_the_framework_refuses_leaves_the_api_in_the_same_shape(fault: Exception, code: str) -> None:
    response = errors.api_refusal(fault, {})

    assert response is not None
    assert response.data["code"] == code
    assert set(response.data) == {"code", "sentence", "params"}


def test_the_way_back_never_leads_to_another_site() -> None:
    middleware = errors.RefusalMiddleware(lambda _request: HttpResponse())
    request = RequestFactory().post("/", headers={"Referer": "https://elsewhere.test/trap"})

    response = middleware.process_exception(request, NotAllowed())

    assert response is not None
    assert "elsewhere" not in response.content.decode()
