"""Who leaves in mid tournament and who comes late: the director sees what follows, and then it does."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import chance
from tournaments.forms.corrections import LeavingForm, SubstituteForm
from tournaments.forms.registration import LateForm
from tournaments.models import Action, Entry, Tournament
from tournaments.sentences import sentence
from tournaments.services import byes, field, latecomers, substitutes, withdrawals
from tournaments.services.actions import AlreadyDone
from tournaments.services.board import putting_right
from tournaments.services.withdrawals import Leaving, Verb

from .answers import form_key, speak_as
from .finding import directed
from .verbs import Asked, author_of, button, do

PAGE = "tournaments:leaving"


@login_required
@require_GET
def leaving(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show who plays and who has left."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    context = _everybody(tournament, LateForm(alone=field.is_alone(tournament.pk)))
    return render(request, "tournaments/leaving.html", context)


def _everybody(tournament: Tournament, form: LateForm) -> dict[str, Any]:
    joins = latecomers.joinable(tournament)
    return {
        "tournament": tournament,
        "form": form,
        "joins": {"round": joins[0].number, "last": joins[1]} if joins else None,
        "leavers": putting_right.leavers(tournament),
        "key": form_key(),
    }


@login_required
@require_http_methods(["GET", "POST"])
def substitute(request: SignedInRequest, slug: str, entry_id: int) -> HttpResponse:
    """Ask who takes whose place in an entry, and why, and let him."""
    tournament = directed(request, slug)
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    speak_as(request, tournament.club)
    members = entry.members.select_related("player").order_by("position")
    form = SubstituteForm(request.POST or None, players=[(one.position, one.player.name) for one in members])
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        verb = partial(
            substitutes.substitute,
            entry_id=entry.pk,
            position=asked["position"],
            name=asked["name"],
            stream=chance.fresh(),
        )
        do(request, tournament, Asked(verb, _("The substitute sits from the next round that starts.")))
        return redirect(PAGE, tournament.slug)
    key = form_key()
    context = {"tournament": tournament, "entry": entry, "form": form, "key": key}
    return render(request, "tournaments/substitute.html", context)


@login_required
@require_POST
def join_late(request: SignedInRequest, slug: str) -> HttpResponse:
    """Let an entry join from the next round on."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    form = LateForm(request.POST, alone=field.is_alone(tournament.pk))
    if not form.is_valid():
        return render(request, "tournaments/leaving.html", _everybody(tournament, form))
    verb = partial(
        latecomers.join,
        tournament_id=tournament.pk,
        names=form.names,
        points=form.cleaned_data["points"],
        stream=chance.fresh(),
    )
    do(request, tournament, Asked(verb, _("It plays from the next round on.")))
    return redirect(PAGE, tournament.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: SignedInRequest, slug: str, entry_id: int) -> HttpResponse:
    """Ask why an entry leaves, show what follows, and let it leave when that is confirmed."""
    tournament = directed(request, slug)
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    speak_as(request, tournament.club)
    asked = request.POST if request.method == "POST" else request.GET
    form = LeavingForm(asked if "verb" in asked else None)
    if request.method == "POST" and form.is_valid():
        return _left(request, tournament, entry, form)
    return render(request, "tournaments/leave.html", _page(tournament, entry, form))


def _page(tournament: Tournament, entry: Entry, form: LeavingForm) -> dict[str, Any]:
    seen = _foreseen(entry, form) if form.is_bound and form.is_valid() else None
    return {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "seen": seen,
        "later": putting_right.places_named(tournament, seen.later) if seen else (),
        "key": form_key(),
    }


def _foreseen(entry: Entry, form: LeavingForm) -> Leaving | None:
    try:
        return withdrawals.foresee(entry_id=entry.pk)
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return None


def _left(request: SignedInRequest, tournament: Tournament, entry: Entry, form: LeavingForm) -> HttpResponse:
    """Let it leave; refused, he is shown again what would follow now."""
    verbs: dict[str, Verb] = {
        "withdraw": Action.Verb.WITHDRAW_IN_PLAY,
        "disqualify": Action.Verb.DISQUALIFY_IN_PLAY,
    }
    try:
        withdrawals.leave(
            entry_id=entry.pk,
            verb=verbs[form.cleaned_data["verb"]],
            foreseen=request.POST.get("foreseen", ""),
            author=author_of(request),
            now=timezone.now(),
        )
    except AlreadyDone:
        pass
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        return redirect("tournaments:leave", tournament.slug, entry.pk)
    messages.success(request, _("It is done. It can be undone in the log."))
    return redirect(PAGE, tournament.slug)


@button
def give_bye(request: SignedInRequest, tournament: Tournament, entry_id: int) -> Asked:
    """Give an entry a bye in the round that is drawn next, also one it asked for, or take that back."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    verb = partial(byes.give_bye, entry_id=entry.pk, asked_for="asked_for" in request.POST)
    return Asked(verb, _("It is noted for the draw."), back=PAGE)


@button
def come_back(_request: SignedInRequest, tournament: Tournament, entry_id: int) -> Asked:
    """Let an entry that left play again."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    verb = partial(withdrawals.reinstate, entry_id=entry.pk)
    return Asked(verb, _("It plays again from the next round."), back=PAGE)
