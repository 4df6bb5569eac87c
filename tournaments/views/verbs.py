"""The director's buttons: each is one verb of the services, sent by a form with a key of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.permissions import SignedInRequest, require
from games.rules import Refusal
from games.services import chance
from tournaments.models import Pairing, Player, Report, Round, Tournament
from tournaments.permissions import may_direct
from tournaments.sentences import sentence
from tournaments.services import draw, rounds, rulings, seats
from tournaments.services.actions import AlreadyDone, Author

from .finding import found

RULINGS = ("replay", "walkover", "double_walkover", "lot")


@login_required
@require_POST
def draw_bracket(request: SignedInRequest, slug: str) -> HttpResponse:
    """Draw the bracket."""
    tournament = _directed(request, slug)
    verb = partial(
        draw.draw,
        tournament_id=tournament.pk,
        stream=chance.fresh(),
        public_number=request.POST.get("public_number", ""),
    )
    return _done(request, tournament, verb, _("The bracket is drawn."))


@login_required
@require_POST
def start_round(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the round that is drawn."""
    tournament = _directed(request, slug)
    round_ = _round(tournament, Round.State.DRAWN)
    verb = partial(rounds.open_round, round_id=round_.pk, stream=chance.fresh())
    return _done(request, tournament, verb, _("The round has started."))


@login_required
@require_POST
def close_round(request: SignedInRequest, slug: str) -> HttpResponse:
    """Close the round in play."""
    tournament = _directed(request, slug)
    round_ = _round(tournament, Round.State.OPEN)
    verb = partial(rounds.close_round, round_id=round_.pk, stream=chance.fresh())
    return _done(request, tournament, verb, _("The round is closed."))


@login_required
@require_POST
def stop_deals(request: SignedInRequest, slug: str) -> HttpResponse:
    """Call "no new deal" in the round in play."""
    tournament = _directed(request, slug)
    round_ = _round(tournament, Round.State.OPEN)
    verb = partial(rounds.stop_deals, round_id=round_.pk)
    return _done(request, tournament, verb, _("Each table finishes the deal in hand and stops."))


@login_required
@require_POST
def settle(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Decide a pairing that no match decided."""
    tournament = _directed(request, slug)
    pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    verb = partial(rulings.settle, pairing_id=pairing.pk, ruling=_ruling(request), stream=chance.fresh())
    return _done(request, tournament, verb, _("Your ruling is recorded."))


def _ruling(request: SignedInRequest) -> rulings.Ruling:
    choice, winner = request.POST.get("choice", ""), request.POST.get("winner", "")
    if choice not in RULINGS:
        raise rulings.NothingToSettle(pairing=0)
    return rulings.Ruling(Report.Kind(choice), int(winner) if winner in ("0", "1") else None)


@login_required
@require_POST
def renew_seat(request: SignedInRequest, slug: str, player_id: int) -> HttpResponse:
    """Make a new link and code for a player; the old ones open nothing any more."""
    tournament = _directed(request, slug)
    player = get_object_or_404(Player, pk=player_id, memberships__tournament=tournament)
    seats.renew_seat(
        tournament_id=tournament.pk,
        player_id=player.pk,
        author=Author(request.user.pk),
        now=timezone.now(),
        stream=chance.fresh(),
    )
    messages.success(request, _("The old link opens nothing any more. Print the new slip."))
    return redirect("tournaments:slips", tournament.slug)


def _directed(request: SignedInRequest, slug: str) -> Tournament:
    tournament = found(request, slug)
    require(may_direct, request.user, tournament)
    return tournament


def _round(tournament: Tournament, state: Round.State) -> Round:
    return get_object_or_404(Round, stage__tournament=tournament, state=state)


def _done(
    request: SignedInRequest, tournament: Tournament, verb: Callable[..., None], said: str
) -> HttpResponse:
    """Do it on the director's behalf and say so; an act that arrives twice says the same."""
    version = request.POST.get("version", "")
    author = Author(
        user_id=request.user.pk,
        key=request.POST.get("key", "")[:40] or None,
        version=int(version) if version.isdecimal() and len(version) < 9 else None,
        why=request.POST.get("why", "")[:200],
    )
    try:
        verb(author=author, now=timezone.now())
        messages.success(request, said)
    except AlreadyDone:
        messages.success(request, said)
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    return redirect("tournaments:direct", tournament.slug)
