"""All that was done to a tournament, for its director: everywhere, at one table, or to one entry."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_GET

from games.numbers import whole_number
from games.permissions import SignedInRequest
from tournaments.models import Tournament
from tournaments.services import board, field

from .answers import form_key, live
from .finding import directed

LINES = 50
PAGE = "tournaments/log.html"


@require_GET
@login_required
def log(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the acts, the newest first; ``?table=7`` or ``?entry=12`` shows fewer."""
    tournament = directed(request, slug)
    asked = {name: _number(request.GET, name) for name in ("table", "entry", "first")}
    return live(
        request,
        (PAGE, PAGE),
        seen=(tournament.version, asked),
        context=lambda: _page(tournament, asked),
        tournament=tournament,
    )


def _number(sent: QueryDict, name: str) -> int | None:
    """Return a number of the address; what cannot be read is as if it were not there."""
    return whole_number(sent.get(name, ""))


def _page(tournament: Tournament, asked: dict[str, int | None]) -> dict[str, Any]:
    first = asked["first"] or 0
    found = board.log(tournament, table=asked["table"], entry=asked["entry"], first=first, lines=LINES + 1)
    return {
        "tournament": tournament,
        "log": found[:LINES],
        "entries": tournament.entries.order_by("name"),
        "alone": field.is_alone(tournament.pk),
        "table": asked["table"],
        "entry": asked["entry"],
        "newer": _query(asked, first - LINES) if first else "",
        "older": _query(asked, first + LINES) if len(found) > LINES else "",
        "key": form_key(),
    }


def _query(asked: dict[str, int | None], first: int) -> str:
    """Return the address of other lines of the same log."""
    kept = {name: value for name, value in asked.items() if value is not None}
    return urlencode(kept | {"first": max(first, 0)})
