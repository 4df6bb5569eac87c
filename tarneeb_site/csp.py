"""Where browsers report what the content security policy stopped."""

from __future__ import annotations

import json
from http import HTTPStatus

import structlog
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

log = structlog.get_logger(__name__)
LONGEST_REPORT = 8 * 1024
TOLD = ("document-uri", "violated-directive", "blocked-uri", "source-file", "line-number")


@csrf_exempt  # a browser sends reports by itself, without a token; nothing is written
@require_POST
def report(request: HttpRequest) -> HttpResponse:
    """Log a report of the policy. It never says who sent it: anybody can."""
    if len(request.body) > LONGEST_REPORT:
        return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):  # lists nested a thousand deep are no report either
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    details = body.get("csp-report") if isinstance(body, dict) else None
    if not isinstance(details, dict):
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    log.warning("csp_report", **{name: str(details.get(name, ""))[:200] for name in TOLD})
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
