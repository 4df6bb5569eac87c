"""The director puts a result right: he sees what it changes, chooses, and can undo it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import chance
from tournaments.formats import teams
from tournaments.forms.corrections import CorrectionForm
from tournaments.models import Action, Pairing, Tournament
from tournaments.sentences import sentence
from tournaments.services import corrections, undo
from tournaments.services.actions import AlreadyDone
from tournaments.services.board import board, putting_right
from tournaments.services.effects import Choice, Effects

from .answers import form_key, speak_as
from .finding import directed
from .verbs import Asked, author_of, button


@login_required
@require_GET
def decided(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every decided pairing, each with a way to correct it."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    rounds = putting_right.to_correct(board(tournament, back=None))
    return render(request, "tournaments/decided.html", {"tournament": tournament, "rounds": rounds})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Ask for the right result, show what it changes, and write it when that is confirmed."""
    tournament = directed(request, slug)
    pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    speak_as(request, tournament.club)
    names = _names(pairing)
    asked = request.POST if request.method == "POST" else request.GET
    form = CorrectionForm(asked if "why" in asked else None, names=names, initial=_standing(pairing))
    if request.method == "POST" and form.is_valid():
        return _done(request, tournament, pairing, form)
    return render(request, "tournaments/correct.html", _page(tournament, pairing, form, names))


def _names(pairing: Pairing) -> list[str]:
    """Return what the sides of a pairing are called."""
    entries = [side.entry.name for side in pairing.sides.select_related("entry").order_by("number")]
    return [" & ".join(team) for team in teams(entries, sides=pairing.round.stage.sides)]


def _standing(pairing: Pairing) -> dict[str, Any]:
    """Return the form's words for the result that stands: the score, or without one who has won."""
    sides = pairing.round.stage.sides
    scores = list(pairing.sides.order_by("number").values_list("score", flat=True))[:sides]
    if None in scores or pairing.round.stage.best_of > 1:
        return {"winner": pairing.advances}
    by_last = pairing.decided_by == Pairing.DecidedBy.LAST_ROUND
    last = {"last": pairing.advances} if by_last else {}
    return {f"points_{number}": score for number, score in enumerate(scores)} | last


def _page(tournament: Tournament, pairing: Pairing, form: CorrectionForm, names: list[str]) -> dict[str, Any]:
    seen = _foreseen(pairing, form) if form.is_bound and form.is_valid() else None
    return {
        "tournament": tournament,
        "pairing": pairing,
        "title": putting_right.title_of(pairing),
        "form": form,
        "names": names,
        "scores": list(pairing.sides.order_by("number").values_list("score", flat=True))[: len(names)],
        "outlooks": putting_right.outlooks(tournament, seen) if seen else (),
        "seeds": putting_right.seeds(tournament, seen) if seen else (),
        "foreseen": seen.summary if seen else "",
        "key": form_key(),
    }


def _foreseen(pairing: Pairing, form: CorrectionForm) -> Effects | None:
    """Return what the correction would change; where it cannot be made, the form says why."""
    try:
        return corrections.foresee(pairing_id=pairing.pk, result=form.result)
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return None


def _done(
    request: SignedInRequest, tournament: Tournament, pairing: Pairing, form: CorrectionForm
) -> HttpResponse:
    """Correct it; refused, he is shown again what it would change now."""
    try:
        corrections.correct(
            pairing_id=pairing.pk,
            result=form.result,
            choice=_choice(request),
            foreseen=request.POST.get("foreseen", ""),
            author=author_of(request),
            now=timezone.now(),
            stream=chance.fresh(),
        )
    except AlreadyDone:
        pass
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        address = reverse("tournaments:correct", args=[tournament.slug, pairing.pk])
        return redirect(f"{address}?{_as_asked(request, form)}")
    messages.success(request, _("The result is corrected. It can be undone in the log."))
    return redirect("tournaments:direct", tournament.slug)


def _choice(request: HttpRequest) -> Choice:
    asked = request.POST.get("choice", "")
    if asked not in set(Choice):
        raise corrections.ChoiceMissing()
    return Choice(asked)


def _as_asked(request: HttpRequest, form: CorrectionForm) -> str:
    asked = QueryDict(mutable=True)
    asked.update({name: request.POST.get(name, "") for name in form.fields})
    return asked.urlencode()


@button
def undo_action(_request: SignedInRequest, tournament: Tournament, action_id: int) -> Asked:
    """Undo an act of the log."""
    action = get_object_or_404(Action, pk=action_id, tournament=tournament)
    return Asked(partial(undo.undo, action_id=action.pk), _("It is undone."))


@button
def finish_again(_request: SignedInRequest, tournament: Tournament) -> Asked:
    """Say that a tournament under review is over as it stands."""
    return Asked(
        partial(corrections.finish_again, tournament_id=tournament.pk), _("The tournament is finished.")
    )
