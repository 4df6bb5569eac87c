"""The table's page: who may see it, its ticket, and what its script needs to begin."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.models import Table
from games.numbers import whole_number
from games.rule_names import rules_name
from games.rules import RuleSet
from games.services import (
    blocks,
    chance,
    frozen,
    hosting,
    house_rules,
    practice,
    quick_play,
    spectators,
    tables,
    tickets,
)
from games.services.clocks import TablePolicy
from games.services.visitors import playing
from games.table_names import kind_name
from games.views import waiting
from games.views.guide_strings import guide_strings
from games.views.table_rules import table_rules
from games.views.table_strings import table_strings

SOCKET_PATH = "/ws/table"


@require_GET
@never_cache
def table_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table to who may see it."""
    room = hosting.room_at(public_id, user_id=request.user.pk)
    if room is not None and hosting.waits(room):
        return waiting.room(request, room)
    table = spectators.table_at(public_id, request.user)
    context = {"table": table, "config": _config(request, table)}
    return render(request, "games/table.html", context)


@require_GET
@never_cache
def ticket(request: HttpRequest, public_id: str) -> JsonResponse:
    """Return a fresh ticket for the table's socket, after a long pause of the page."""
    table = spectators.table_at(public_id, request.user)
    return JsonResponse({"ticket": _ticket(request, table)})


@require_POST
def start_practice(request: HttpRequest) -> HttpResponse:
    """Open a table with three bots and sit down; a visitor without an account becomes a guest.

    ``rules`` is the key of any rule set, with ``version`` for one that is not the current, and
    ``target-<key>`` the points to play to where the rules leave a choice; ``bot`` how strong they are.
    """
    rules = _asked_rules(request)
    target, bot = _asked_target(request, rules), request.POST.get("bot", "club")
    stream = chance.fresh()
    now = timezone.now()
    with playing(request, stream=stream) as user:
        table = practice.open_table(user, rules=rules, target=target, bot=bot, stream=stream, now=now)
    return redirect("games:table", public_id=table.public_id)


@require_POST
def start_quick_play(request: HttpRequest) -> HttpResponse:
    """Sit down where others wait; a visitor without an account becomes a guest."""
    stream = chance.fresh()
    with playing(request, stream=stream) as user:
        apart = blocks.blocked_with(user)
        table = quick_play.sit_down(user, apart_from=apart, stream=stream, now=timezone.now())
    return redirect("games:table", public_id=table.public_id)


def _asked_rules(request: HttpRequest) -> RuleSet:
    key, version = request.POST.get("rules", ""), request.POST.get("version", "")
    if not key:
        return practice.usual_rules(request.user)
    return house_rules.rule_set(key, whole_number(version))


def _asked_target(request: HttpRequest, rules: RuleSet) -> int | None:
    """Return the points to play to; what is no number is a target that no rules have."""
    text = request.POST.get(f"target-{rules.key}", "")
    return (whole_number(text) or 0) if text else None


def _ticket(request: HttpRequest, table: Table) -> str:
    return tickets.issue(table=table.public_id, user_id=request.user.pk)


def _config(request: HttpRequest, table: Table) -> dict[str, Any]:
    rules = frozen.rules_at(table.pk)
    policy = TablePolicy.from_json(table.policy)
    name = rules_name(rules)
    seat = tables.seat_number(table_id=table.pk, user_id=request.user.pk)
    return {
        "table": table.public_id,
        "socket": SOCKET_PATH,
        "ticket": _ticket(request, table),
        "ticket_url": reverse("games:ticket", args=[table.public_id]),
        "you": seat,
        "has_director": table.has_director,
        "kept": tables.kept_seat(table_id=table.pk, user_id=request.user.pk),
        "free": tables.free_seats(table_id=table.pk, user_id=request.user.pk),
        "back": _back(table),
        "verify": reverse("games:verify"),
        "rules_page": reverse("games:table_rules", args=[table.public_id]),
        "title": table.title or kind_name(table),
        "subtitle": " · ".join(filter(None, [_watching(request, table, seat), _subtitle(table) or name])),
        "rules": table_rules(rules, policy),
        "guide": guide_strings(rules) if policy.casual and not policy.card_seconds else None,
        "strings": table_strings(rules),
    }


def _back(table: Table) -> str:
    """Return where the page's back arrow leads: to the tournament, else to the lobby."""
    if table.home_path:
        return f"/{translation.get_language()}/{table.home_path}"
    return reverse("play")


def _subtitle(table: Table) -> str:
    """Return the round and the table's number, as the hall calls them."""
    number = _("Table %(number)s") % {"number": table.number} if table.number else ""
    return " · ".join(filter(None, [_round_name(table.round_of), number]))


def _watching(request: HttpRequest, table: Table, seat: int | None) -> str:
    """Return what one who only watches has to know: how far what he sees is behind the table."""
    if seat is not None or table.state not in spectators.IN_PLAY:
        return ""
    deals = spectators.deals_behind(table, user_id=request.user.pk)
    if not deals:
        return _("Live, without hands") if table.has_director else ""
    behind = ngettext("%(deals)s deal behind the table", "%(deals)s deals behind the table", deals)
    return behind % {"deals": deals}


def _round_name(sides: int | None) -> str:
    """Return what a bracket's round is called, by how many sides are left in it."""
    names = {None: "", 2: _("Final"), 4: _("Semi-final"), 8: _("Quarter-final")}
    return names[sides] if sides in names else _("Round of %(sides)s") % {"sides": sides}
