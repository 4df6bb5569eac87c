"""What a refusal looks like from outside: one shape and one status for pages and the API.

``RefusalMiddleware`` answers for pages, ``api_refusal`` for the API; sockets send the same code and
sentence in a ``nack``. Whatever is not a refusal is a fault of the program and stays one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.models import BadName
from games.permissions import NotAllowed, SignInFirst
from games.rules import BadSheetLine, BadTotals, Refusal, UnknownRules
from games.services.practice import TooManyTables
from games.services.spectators import NoSpectators, PlayersDoNotWatch
from games.services.watch import NoSuchTable
from tournaments.sentences import told
from tournaments.services.clubs import LinkSpent
from tournaments.services.entry_list import ListRefused
from tournaments.services.said import UnknownResult
from tournaments.services.seats import NoSuchSeat
from tournaments.state import BadState

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase

    Respond = Callable[[HttpRequest], HttpResponseBase]

API = "/api/"
STATUS: Mapping[type[Refusal], HTTPStatus] = {
    SignInFirst: HTTPStatus.UNAUTHORIZED,
    NotAllowed: HTTPStatus.FORBIDDEN,
    BadName: HTTPStatus.BAD_REQUEST,
    LinkSpent: HTTPStatus.GONE,
    NoSpectators: HTTPStatus.FORBIDDEN,
    NoSuchSeat: HTTPStatus.NOT_FOUND,
    NoSuchTable: HTTPStatus.NOT_FOUND,
    PlayersDoNotWatch: HTTPStatus.FORBIDDEN,
    UnknownResult: HTTPStatus.BAD_REQUEST,
    UnknownRules: HTTPStatus.NOT_FOUND,
    BadSheetLine: HTTPStatus.BAD_REQUEST,
    BadState: HTTPStatus.BAD_REQUEST,
    ListRefused: HTTPStatus.BAD_REQUEST,
    BadTotals: HTTPStatus.BAD_REQUEST,
    TooManyTables: HTTPStatus.TOO_MANY_REQUESTS,
    Refusal: HTTPStatus.CONFLICT,
}
"""The status of a class of refusals. What is in nobody's way but the state of things is a 409."""


def status_of(refusal: type[Refusal]) -> HTTPStatus:
    """Return the status of a refusal: that of the nearest class that has one."""
    return next(STATUS[ancestor] for ancestor in refusal.__mro__ if ancestor in STATUS)


class RefusalMiddleware:
    """Turns a refusal that left a view into an answer."""

    def __init__(self, respond: Respond) -> None:
        """Remember what answers the request."""
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Let the request through."""
        return self.respond(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Answer a refusal; a visitor who has to sign in is shown where."""
        if not isinstance(fault, Refusal):
            return None
        if isinstance(fault, SignInFirst) and request.method == "GET":
            return redirect_to_login(request.get_full_path())
        return _page(request, told(fault), status_of(type(fault)))


def _page(request: HttpRequest, error: dict[str, object], status: HTTPStatus) -> HttpResponse:
    """Return the page of an error, with a way back to where it came from."""
    known = {"code": error["code"], "message": error["sentence"], "back_url": _way_back(request)}
    return render(request, "refused.html", known, status=status)


def _way_back(request: HttpRequest) -> str:
    """Return the page of this site that led here, or the first page."""
    came_from = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()}):
        return came_from
    return reverse("home")


def api_refusal(fault: Exception, context: dict[str, Any]) -> Response | None:
    """Answer whatever the API says no to, in the one shape; DRF's exception handler."""
    if isinstance(fault, Refusal):
        return Response(told(fault), status=status_of(type(fault)))
    if isinstance(fault, RequestDataTooBig):
        error = _error("too_large", _("This is more than can be sent at once."))
        return Response(error, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    response = exception_handler(fault, context)
    if response is not None:
        response.data = _shaped(fault)
    return response


def _shaped(fault: Exception) -> dict[str, object]:
    """Return what DRF or Django refused in the shape of a refusal."""
    match fault:
        case exceptions.ValidationError(detail=detail):
            return _error("invalid", _("Some of what was sent cannot be used."), fields=detail)
        case exceptions.NotAuthenticated():
            return told(SignInFirst())
        case Http404() | exceptions.NotFound():
            return _error("not_found", _("There is nothing at this address."))
        case PermissionDenied() | exceptions.PermissionDenied():
            return told(NotAllowed())
        case exceptions.APIException(default_code=code, detail=detail):
            return _error(str(code), str(detail))
    raise fault  # DRF answers no other kind


def _error(code: str, sentence: str, **params: object) -> dict[str, object]:
    """Return an error that is no refusal of ours in the shape of one."""
    return {"code": code, "sentence": sentence, "params": params}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that leads nowhere; Django's handler404."""
    if request.path.startswith(API):
        error = _error("not_found", _("There is nothing at this address."))
        return JsonResponse(error, status=HTTPStatus.NOT_FOUND)
    return defaults.page_not_found(request, exception)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer for a fault of the program; Django's handler500."""
    if request.path.startswith(API):
        error = _error("server_error", _("Something went wrong here. It has been noted."))
        return JsonResponse(error, status=HTTPStatus.INTERNAL_SERVER_ERROR)
    return defaults.server_error(request)
