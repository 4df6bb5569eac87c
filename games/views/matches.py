"""A match that is over, as files to keep: its record, and the same as JSON."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from games.models import Match, Table
from games.services import records


@require_GET
def match_record(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Send the record of a match to who may watch its table."""
    match = _match(request, public_id, number)
    response = HttpResponse(records.text_of(match), content_type="text/plain; charset=utf-8")
    return _as_file(response, match, "txt")


@require_GET
def match_json(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Send a match deal by deal to who may watch its table."""
    match = _match(request, public_id, number)
    response = JsonResponse(records.story_of(match), json_dumps_params={"ensure_ascii": False})
    return _as_file(response, match, "json")


def _match(request: HttpRequest, public_id: str, number: int) -> Match:
    table = get_object_or_404(Table.objects.for_user(request.user), public_id=public_id)
    match: Match = get_object_or_404(table.matches.select_related("table"), number=number)
    return match


def _as_file(response: HttpResponse, match: Match, ending: str) -> HttpResponse:
    """Name the file for the table and the match, so that two of them do not look alike."""
    name = f"tarneeb-{match.table.public_id}-{match.number}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
