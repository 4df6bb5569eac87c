"""The room where people wait for the fourth: its seats, its link to send, and sitting down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.models import Seat, Table, User
from games.permissions import Visitor
from games.rule_names import rules_name
from games.rules import RULESETS, RuleSet
from games.services import chance, frozen, hosting, tables
from games.services.clocks import TablePolicy
from games.services.visitors import playing
from games.views.policy_words import policy_lines


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the room shows it."""

    number: int
    name: str
    is_taken: bool
    is_mine: bool
    is_bot: bool
    is_offered: bool
    is_beside_host: bool

    @property
    def label(self) -> int:
        """What a screen reader calls it: seats count from 1."""
        return self.number + 1


@never_cache
@require_GET
def invited(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Show the room to who was sent the link; when the match has begun, only if a seat is free."""
    table = _found(request, public_id, key)
    if _is_seated(table, request.user) or not _chairs(table, request.user, invited=True).offered:
        return redirect("games:table", public_id=public_id)
    return render(request, "games/waiting.html", _context(request, table, key=key))


@never_cache
@require_GET
def room_part(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the part of the room that changes: who sits where, or where the match has begun."""
    key = request.GET.get("key", "")
    return render(request, "games/_room.html", _context(request, _found(request, public_id, key), key=key))


@require_POST
def sit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat; ``key`` is that of the link, ``seat`` its number."""
    key = request.POST.get("key", "")
    table, number = _found(request, public_id, key), request.POST.get("seat", "")
    if number not in ("0", "1", "2", "3"):
        raise Http404
    with playing(request, stream=chance.fresh()) as user:
        hosting.sit(table=table, number=int(number), user=user, invited=bool(key), now=timezone.now())
    return redirect("games:table", public_id=public_id)


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Get up from a table that still waits."""
    table = get_object_or_404(Table.objects.for_user(request.user).seated(request.user), public_id=public_id)
    assert isinstance(request.user, User)  # whoever is seated is known
    tables.leave(table_id=table.pk, user=request.user, now=timezone.now())
    return redirect("play")


def room(request: HttpRequest, table: Table) -> HttpResponse:
    """Show the room of a table that may be seen without a link."""
    return render(request, "games/waiting.html", _context(request, table, key=""))


def _found(request: HttpRequest, public_id: str, key: str) -> Table:
    table = hosting.room_at(public_id, user_id=request.user.pk, key=key)
    if table is None:
        raise Http404
    return table


def _is_seated(table: Table, user: Visitor) -> bool:
    return tables.seat_number(table_id=table.pk, user_id=user.pk) is not None


@dataclass(frozen=True, slots=True)
class Chairs:
    """The four seats of a room, and whether one of them is offered."""

    all: tuple[Chair, ...]

    @property
    def offered(self) -> bool:
        """Whether the reader may sit down somewhere."""
        return any(chair.is_offered for chair in self.all)


def _chairs(table: Table, user: Visitor, *, invited: bool) -> Chairs:
    free = set(hosting.offered_seats(table, user_id=user.pk, invited=invited))
    if _is_seated(table, user):
        free = set()
    seats = tables.seats_of(table_id=table.pk)
    return Chairs(tuple(_chair(seat, user, seat.number in free) for seat in seats))


def _chair(seat: Seat, user: Visitor, is_offered: bool) -> Chair:
    return Chair(
        number=seat.number,
        name=seat.name,
        is_taken=seat.kind == Seat.Kind.USER,
        is_mine=user.pk is not None and seat.user_id == user.pk,
        is_bot=seat.kind == Seat.Kind.BOT,
        is_offered=is_offered,
        is_beside_host=seat.number == hosting.PARTNER,
    )


def _context(request: HttpRequest, table: Table, *, key: str) -> dict[str, Any]:
    chairs = _chairs(table, request.user, invited=bool(key))
    rules, policy = frozen.rules_at(table.pk), TablePolicy.from_json(table.policy)
    is_mine = any(chair.is_mine for chair in chairs.all)
    link = "" if table.is_quick or not is_mine else _link(table)
    return {
        "table": table,
        "key": key,
        "chairs": chairs.all,
        "rules_name": rules_name(rules),
        "is_pairs": rules.seating.value == "pairs",
        "policy": policy_lines(policy, is_open=tables.is_open_to_all(table_id=table.pk)),
        "is_mine": is_mine,
        "begun": table.state != Table.State.WAITING and is_mine,
        "bots_in": _bots_in(table),
        "rules_page": _rules_page(table, rules),
        "link": link,
    }


def _bots_in(table: Table) -> int | None:
    """Return the seconds until bots come, None where none will."""
    if table.bots_due_at is None:
        return None
    return max(0, round((table.bots_due_at - timezone.now()).total_seconds()))


def _rules_page(table: Table, rules: RuleSet) -> str:
    """Return where the rules are told; a visitor may read shipped ones even where he may not watch."""
    if rules.key in RULESETS:
        return reverse("games:rules_of", args=[rules.key])
    return reverse("games:table_rules", args=[table.public_id])


def _link(table: Table) -> str:
    path = reverse("games:invited", args=[table.public_id, hosting.link_key(table.public_id)])
    return settings.SITE_ORIGINS[0] + path
