"""The table's page: who may see it, its ticket, and what its script needs to begin."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.models import Match, Seat, Table, User
from games.rules import RuleSet
from games.services import chance, people, practice, tables, tickets
from games.views.bid_lines import bid_lines
from games.views.table_strings import table_strings

SOCKET_PATH = "/ws/table"


@require_GET
@never_cache
def table_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table to who may see it."""
    table = get_object_or_404(Table.objects.for_user(request.user), public_id=public_id)
    context = {"table": table, "config": _config(request, table)}
    return render(request, "games/table.html", context)


@require_GET
@never_cache
def ticket(request: HttpRequest, public_id: str) -> JsonResponse:
    """Return a fresh ticket for the table's socket, after a long pause of the page."""
    table = get_object_or_404(Table.objects.for_user(request.user), public_id=public_id)
    return JsonResponse({"ticket": _ticket(request, table)})


@require_POST
def start_practice(request: HttpRequest) -> HttpResponse:
    """Open a table with three bots and sit down; a visitor without an account becomes a guest."""
    stream = chance.fresh()
    user = request.user
    if not isinstance(user, User):
        user = people.guest(
            _("Guest"), stream=stream, language=translation.get_language() or ""
        )
        people.enter(request, user)
    table = practice.open_table(user, stream=stream, now=timezone.now())
    return redirect("games:table", public_id=table.public_id)


def _ticket(request: HttpRequest, table: Table) -> str:
    return tickets.issue(table=table.public_id, user_id=request.user.pk)


def _config(request: HttpRequest, table: Table) -> dict[str, Any]:
    match = Match.objects.filter(table=table).order_by("-number").first()
    rules = RuleSet.from_json(match.rules_json) if match is not None else None
    seat = (
        tables.seat_number(table_id=table.pk, user_id=request.user.pk)
        if request.user.is_authenticated
        else None
    )
    return {
        "table": table.public_id,
        "socket": SOCKET_PATH,
        "ticket": _ticket(request, table),
        "ticket_url": reverse("games:ticket", args=[table.public_id]),
        "you": seat,
        "free": _free_seats(request, table),
        "back": _back(table),
        "title": table.title or _("Practice with bots"),
        "subtitle": _subtitle(table),
        "direction": rules.direction.value if rules is not None else "ccw",
        "bid_lines": bid_lines(rules) if rules is not None else {},
        "strings": table_strings(),
    }


def _free_seats(request: HttpRequest, table: Table) -> list[int]:
    """Return the seats this reader may take: the page offers no other."""
    if not request.user.is_authenticated:
        return []
    seats = Seat.objects.filter(table=table).free_for(request.user.pk)
    return list(seats.values_list("number", flat=True))


def _back(table: Table) -> str:
    """Return where the page's back arrow leads: to the tournament, else to the lobby."""
    if table.home_path:
        return f"/{translation.get_language()}/{table.home_path}"
    return reverse("games:play")


def _subtitle(table: Table) -> str:
    return _("Table %(number)s") % {"number": table.number} if table.number else ""
