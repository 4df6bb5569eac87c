"""Coming to a seat: by the link or the six digits of a slip, and sitting down."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.models import User, skeleton
from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import chance, people
from tournaments.forms.tournaments import SeatCodeForm
from tournaments.models import Pairing, Player, Tournament
from tournaments.permissions import may_direct
from tournaments.sentences import sentence
from tournaments.services import seats

from .finding import found

TRIES, TRY_SECONDS = 10, 60


@never_cache
@require_GET
def seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a player's seat link: the browser goes on as him, on his own page."""
    try:
        player = seats.player_of(token=token)
    except seats.NoSuchSeat:
        return render(request, "tournaments/seat_gone.html", status=HTTPStatus.GONE)
    return _go_on_as(request, player)


@never_cache
@require_http_methods(["GET", "POST"])
def seat_code(request: HttpRequest) -> HttpResponse:
    """Ask for the six digits of a slip; an address may be wrong ten times a minute."""
    form = SeatCodeForm(request.POST or None)
    if not form.is_valid():
        return render(request, "tournaments/seat_code.html", {"form": form})
    try:
        player = _player_of(request, form.cleaned_data["code"])
    except Refusal as refusal:
        form.add_error("code", sentence(refusal))
        return render(request, "tournaments/seat_code.html", {"form": form})
    return _go_on_as(request, player)


def _player_of(request: HttpRequest, code: str) -> Player:
    """Return whose code it is. Only wrong ones count: a whole club comes from one address."""
    key = f"wrong-seat-code:{request.META['REMOTE_ADDR']}"
    if cache.get(key, 0) >= TRIES:
        raise seats.TooManyTries(seconds=TRY_SECONDS)
    try:
        return seats.player_of(code=code)
    except seats.NoSuchSeat:
        cache.add(key, 0, TRY_SECONDS)
        with suppress(ValueError):  # it ran out between the two lines
            cache.incr(key)
        raise


def _go_on_as(request: HttpRequest, player: Player) -> HttpResponse:
    visitor = request.user if isinstance(request.user, User) else None
    tournament = _directed(visitor, player)
    if tournament is not None:
        messages.info(request, sentence(seats.SeatOfAnother(name=player.name)))
        return redirect("tournaments:slips", tournament.slug)
    user = seats.open_seat(
        player=player,
        visitor=visitor,
        now=timezone.now(),
        stream=chance.fresh(),
        language=get_language() or "",
    )
    if user != visitor:
        people.enter(request, user)
    return redirect("tournaments:me")


def _directed(visitor: User | None, player: Player) -> Tournament | None:
    """Return a tournament of the player that the visitor directs without being this player.

    A director tries the links he prints; that must not make him the player.
    """
    if visitor is None or player.user == visitor or skeleton(str(visitor)) == skeleton(player.name):
        return None
    mine = Tournament.objects.for_user(visitor).of_player(player.pk)
    return next((one for one in mine if may_direct(visitor, one)), None)


@login_required
@require_POST
def sit(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Seat a player at the table of his pairing, and show it."""
    tournament = found(request, slug)
    pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    table = seats.sit_down(pairing=pairing, user=request.user, now=timezone.now())
    return redirect("games:table", table.public_id)
