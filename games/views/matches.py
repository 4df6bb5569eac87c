"""A match as files to keep: its record, the same as JSON, and its deals to be checked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from games.models import Match
from games.services import deal_files, records, spectators

READABLE = {"ensure_ascii": False}


@require_GET
def match_record(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Send the record of a match to who may watch its table."""
    match = seen_match(request, public_id, number)
    response = HttpResponse(records.text_of(match), content_type="text/plain; charset=utf-8")
    return _as_file(response, match, "txt")


@require_GET
def match_json(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Send a match deal by deal to who may watch its table."""
    match = seen_match(request, public_id, number)
    response = JsonResponse(records.story_of(match), json_dumps_params=READABLE)
    return _as_file(response, match, "json")


@require_GET
def match_deals(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Send the deals of a match, all secrets shown, to who may watch its table."""
    match = seen_match(request, public_id, number)
    return _as_file(
        JsonResponse(deal_files.deals_file(match), json_dumps_params=READABLE), match, "deals.json"
    )


@require_GET
def match_promise(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Send the commitments of a match, also while it is played: they tell nothing of its cards."""
    match = seen_match(request, public_id, number)
    return _as_file(
        JsonResponse(deal_files.promise(match), json_dumps_params=READABLE), match, "promise.json"
    )


def seen_match(request: HttpRequest, public_id: str, number: int) -> Match:
    """Return a match at a table that whoever asks may watch."""
    table = spectators.table_at(public_id, request.user)
    match: Match = get_object_or_404(table.matches.select_related("table"), number=number)
    return match


def _as_file(response: HttpResponse, match: Match, ending: str) -> HttpResponse:
    """Name the file for the table and the match, so that two of them do not look alike."""
    name = f"tarneeb-{match.table.public_id}-{match.number}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
