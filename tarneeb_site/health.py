"""``/healthz``: does this web process answer, and does its database?

Valkey is not asked: tables are played without it, so its absence must not take a web process
out of service.
"""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer 200 ``ok``, or 503 while the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("the database does not answer\n", "text/plain", 503)
    return HttpResponse("ok\n", "text/plain")
