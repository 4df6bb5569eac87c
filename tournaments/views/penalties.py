"""A ruling on a match that is being played: the director sees what it does, and then gives it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.permissions import SignedInRequest
from games.rules import Outlook, Refusal
from games.services.rulings import summary
from tournaments.forms.penalties import PenaltyForm
from tournaments.models import Pairing, Tournament
from tournaments.sentences import sentence
from tournaments.services import penalties
from tournaments.services.actions import AlreadyDone

from .answers import form_key, speak_as
from .finding import directed
from .verbs import author_of

ASKED = ("choice", "side", "points", "why")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def penalty(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Ask for a ruling, show what it would do, and give it when that is confirmed."""
    tournament = directed(request, slug)
    pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    speak_as(request, tournament.club)
    asked = request.POST if request.method == "POST" else request.GET
    names = _names(pairing)
    form = PenaltyForm(asked if "choice" in asked else None, names=names)
    if request.method == "POST" and form.is_valid():
        return _given(request, tournament, pairing, form)
    return render(request, "tournaments/penalty.html", _page(tournament, pairing, form, names))


def _names(pairing: Pairing) -> list[str]:
    sides = pairing.sides.select_related("entry").order_by("number")
    return [side.entry.name for side in sides]


def _page(tournament: Tournament, pairing: Pairing, form: PenaltyForm, names: list[str]) -> dict[str, Any]:
    seen = _foreseen(pairing, form) if form.is_bound and form.is_valid() else None
    return {
        "tournament": tournament,
        "pairing": pairing,
        "form": form,
        "names": names,
        "outlook": seen,
        "lines": _lines(seen, names),
        "foreseen": summary(seen) if seen else "",
        "winner": _winner(seen, names),
        "key": form_key(),
    }


def _foreseen(pairing: Pairing, form: PenaltyForm) -> Outlook | None:
    """Return what the ruling would do; where it cannot be given, the form says why."""
    try:
        return penalties.foresee(pairing_id=pairing.pk, penalty=form.penalty)
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return None


def _lines(seen: Outlook | None, names: list[str]) -> list[dict[str, Any]]:
    if seen is None:
        return []
    totals = zip(names, seen.before.totals, seen.after.totals, strict=True)
    return [{"name": name, "before": before, "after": after} for name, before, after in totals]


def _winner(seen: Outlook | None, names: list[str]) -> str:
    return "" if seen is None or seen.after.winner is None else names[seen.after.winner]


def _given(
    request: SignedInRequest, tournament: Tournament, pairing: Pairing, form: PenaltyForm
) -> HttpResponse:
    """Give the ruling; refused, he is shown again what it would do now."""
    try:
        penalties.give(
            pairing_id=pairing.pk,
            penalty=form.penalty,
            foreseen=request.POST.get("foreseen", ""),
            author=author_of(request),
            now=timezone.now(),
        )
    except AlreadyDone:
        pass
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        return redirect(f"{_address(tournament, pairing)}?{_as_asked(request)}")
    messages.success(request, _("Your ruling is recorded."))
    return redirect("tournaments:direct", tournament.slug)


def _address(tournament: Tournament, pairing: Pairing) -> str:
    return reverse("tournaments:penalty", args=[tournament.slug, pairing.pk])


def _as_asked(request: HttpRequest) -> str:
    asked = QueryDict(mutable=True)
    asked.update({name: request.POST.get(name, "") for name in ASKED})
    return asked.urlencode()
