"""The director's buttons: each is one verb of the services, sent by a form with a key of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games.numbers import whole_number
from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import chance
from tournaments.models import DirectorCall, Pairing, Player, Report, Round, Tournament
from tournaments.sentences import sentence
from tournaments.services import calls, draw, round_clock, rounds, rulings, seats
from tournaments.services.actions import AlreadyDone, Author, is_done

from .chosen import way_back
from .finding import directed

STEP_MINUTES = 5
RULINGS = ("replay", "walkover", "double_walkover", "lot")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a button asks for: a verb that still wants to know for whom and when, and what to say then."""

    verb: Callable[..., object]
    said: str
    back: str = "tournaments:direct"


def button_of(find: Callable[[SignedInRequest, str], Tournament]) -> Callable[..., Any]:
    """Return what makes a view of what a button asks for.

    :param find: returns the tournament of an address to those who may press it.
    """

    def button(ask: Callable[..., Asked]) -> Callable[..., HttpResponse]:
        """Make the view: it is done on the visitor's behalf, and he is told."""

        @login_required
        @require_POST
        @wraps(ask)
        def pressed(request: SignedInRequest, slug: str, **ids: int) -> HttpResponse:
            tournament = find(request, slug)
            asked = ask(request, tournament, **ids)
            do(request, tournament, asked)
            return redirect(way_back(request.POST, asked.back, tournament.slug))

        return pressed

    return button


button = button_of(directed)


def do(request: SignedInRequest, tournament: Tournament, asked: Asked) -> None:
    """Do it and say so; an act that arrives twice says the same."""
    if is_done(tournament.pk, author_of(request).key):  # what it was about may be gone by now
        messages.success(request, asked.said)
    else:
        do_and_say(request, asked.verb, asked.said)


def do_and_say(request: SignedInRequest, verb: Callable[..., Any], said: str, *, about: str = "") -> None:
    """Do it on the behalf of who asks, and tell him on the next page; twice the same says the same.

    :param about: which of several buttons of a form: each is an act of its own.
    """
    author = author_of(request)
    if author.key and about:
        author = replace(author, key=f"{author.key}-{about}"[:40])
    try:
        verb(author=author, now=timezone.now())
        messages.success(request, said)
    except AlreadyDone:
        messages.success(request, said)
    except Refusal as refusal:
        messages.error(request, sentence(refusal))


def author_of(request: SignedInRequest) -> Author:
    """Return on whose behalf a form acts, with its key, the version he saw and his reason."""
    return Author(
        user_id=request.user.pk,
        key=request.POST.get("key", "")[:40] or None,
        version=whole_number(request.POST.get("version", "")),
        why=request.POST.get("why", "")[:200],
    )


@button
def draw_bracket(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Make the draw."""
    verb = partial(
        draw.draw,
        tournament_id=tournament.pk,
        stream=chance.fresh(),
        public_number=request.POST.get("public_number", ""),
    )
    return Asked(verb, _("The draw is made."))


@button
def start_round(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Start the round that is drawn."""
    round_ = _round(request, tournament, Round.State.DRAWN)
    verb = partial(rounds.open_round, round_id=round_.pk, stream=chance.fresh())
    return Asked(verb, _("The round has started."))


@button
def close_round(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Close the round in play."""
    round_ = _round(request, tournament, Round.State.OPEN)
    verb = partial(rounds.close_round, round_id=round_.pk, stream=chance.fresh())
    return Asked(verb, _("The round is closed."))


@button
def stop_deals(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Call "no new deal" in the round in play."""
    round_ = _round(request, tournament, Round.State.OPEN)
    verb = partial(rounds.stop_deals, round_id=round_.pk)
    return Asked(verb, _("Each table finishes the deal in hand and stops."))


CLOCK: Mapping[str, tuple[Callable[..., None], str | Promise]] = {
    "more": (partial(round_clock.give_time, minutes=STEP_MINUTES), gettext_lazy("Five minutes more.")),
    "less": (
        partial(round_clock.give_time, minutes=-STEP_MINUTES),
        gettext_lazy("Five minutes less."),
    ),
    "pause": (round_clock.pause, gettext_lazy("The clock stands.")),
    "go_on": (round_clock.go_on, gettext_lazy("The clock goes on.")),
}
"""What the buttons at the clock of a round do."""


@button
def set_clock(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Give the round in play more time or less, or let its clock stand or go on."""
    act = request.POST.get("act", "")
    if act not in CLOCK:
        raise Http404
    verb, said = CLOCK[act]
    return Asked(partial(verb, round_id=_round(request, tournament, Round.State.OPEN).pk), str(said))


def _round(request: SignedInRequest, tournament: Tournament, state: Round.State) -> Round:
    """Return the round that the form names, whatever became of it since; else the one in this state."""
    named = whole_number(request.POST.get("round", ""))
    wanted = {"state": state} if named is None else {"pk": named}
    return get_object_or_404(Round, stage__tournament=tournament, **wanted)


@button
def settle(request: SignedInRequest, tournament: Tournament, pairing_id: int) -> Asked:
    """Decide a pairing that no match decided."""
    pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    verb = partial(rulings.settle, pairing_id=pairing.pk, ruling=_ruling(request), stream=chance.fresh())
    return Asked(verb, _("Your ruling is recorded."))


def _ruling(request: SignedInRequest) -> rulings.Ruling:
    choice, winner = request.POST.get("choice", ""), request.POST.get("winner", "")
    if choice not in RULINGS:
        raise rulings.NothingToSettle(pairing=0)
    return rulings.Ruling(Report.Kind(choice), int(winner) if winner in ("0", "1") else None)


@button
def settle_call(_request: SignedInRequest, tournament: Tournament, call_id: int) -> Asked:
    """Say that what the director was called for is settled."""
    call = get_object_or_404(DirectorCall, pk=call_id, pairing__round__stage__tournament=tournament)
    return Asked(partial(calls.settle, call=call), _("The call is settled."))


@button
def renew_seat(_request: SignedInRequest, tournament: Tournament, player_id: int) -> Asked:
    """Make a new link and code for a player; the old ones open nothing any more."""
    player = get_object_or_404(Player, pk=player_id, memberships__tournament=tournament)
    verb = partial(seats.renew_seat, tournament_id=tournament.pk, player_id=player.pk, stream=chance.fresh())
    said = _("The old link opens nothing any more. Print the new slip.")
    return Asked(verb, said, back="tournaments:slips")
