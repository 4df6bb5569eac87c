"""The scorers' page: the tables of the hall, quick entry, undo, and what the director does there."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.permissions import SignedInRequest
from games.rules import Refusal
from games.services import chance
from tournaments.models import Pairing, Report, Tournament
from tournaments.permissions import may_direct
from tournaments.quick_entry import BadQuickEntry, QuickEntry, parse
from tournaments.sentences import sentence
from tournaments.services import hall, moving, words
from tournaments.services.actions import AlreadyDone
from tournaments.services.board import desk
from tournaments.services.board.desk import names_of
from tournaments.services.said import Totals

from .answers import form_key, live
from .chosen import choices, chosen, way_back
from .finding import staffed
from .verbs import Asked, author_of, button, button_of

LONGEST_ENTRY = 80
RESULTS = "tournaments:results"

scorers_button = button_of(staffed)


@login_required
@require_GET
def results(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the tables of the hall, the latest results with undo, and who contradicts whom.

    ``?tables=1-40`` and ``?show=playing`` choose among them: a scorer has a range of his own.
    """
    tournament, wanted = staffed(request, slug), chosen(request.GET)
    seen, directs = desk(tournament).of(wanted.tables), may_direct(request.user, tournament)
    offered, tables = choices(wanted, seen.tables, disputed=[one.id for one in seen.disputed])
    return live(
        request,
        ("tournaments/results.html", "tournaments/_results.html"),
        seen=(seen, directs, tournament.version, wanted),
        context=lambda: {
            "tournament": tournament,
            "desk": seen,
            "tables": tables,
            "at": "results",
            "has_hall": True,
            "only_scores": not directs,
            "wanted": wanted,
            "choices": offered,
            "typed": request.GET.get("entry", ""),
            "can_direct": directs,
            "key": form_key(),
        },
        tournament=tournament,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def quick_entry(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a line such as ``7 41-29``; one that is refused stands there again, to be put right.

    Asked with GET it says what the line means, and enters nothing.
    """
    tournament = staffed(request, slug)
    if request.method != "POST":
        typed = request.GET.get("entry", "")[:LONGEST_ENTRY]
        return render(request, "tournaments/_entry_meant.html", _meant(tournament, typed))
    typed, again = request.POST.get("entry", "")[:LONGEST_ENTRY], ""
    try:
        _enter(request, tournament, parse(typed))
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        again = typed
    return redirect(way_back(request.POST, RESULTS, slug, entry=again) + "#entry")


def _meant(tournament: Tournament, typed: str) -> dict[str, Any]:
    """Return what a line would enter, or why it is refused; nothing while it is not yet a line."""
    try:
        line = parse(typed)
        pairing = hall.pairing_at(tournament, line.table)
        known = hall.ResultKnown() if pairing.state == Pairing.State.DECIDED else None
    except BadQuickEntry:
        return {}
    except Refusal as refusal:
        return {"why": sentence(refusal)}
    return {"line": line, "names": names_of(pairing), "why": sentence(known) if known else ""}


def _enter(request: SignedInRequest, tournament: Tournament, typed: QuickEntry) -> None:
    pairing = hall.pairing_at(tournament, typed.table)
    said = Totals(typed.totals, typed.last)
    with suppress(AlreadyDone):  # sent twice, entered once: it is in the books
        hall.enter(pairing_id=pairing.pk, said=said, author=author_of(request), now=timezone.now())
    messages.success(request, _("Table %(number)s: the result is entered.") % {"number": typed.table})


@scorers_button
def take_back(_request: SignedInRequest, tournament: Tournament, report_id: int) -> Asked:
    """Take a result from the hall back."""
    report = get_object_or_404(Report, pk=report_id, pairing__round__stage__tournament=tournament)
    verb = partial(hall.take_back, pairing_id=report.pairing_id, report_id=report.pk)
    return Asked(verb, _("The result is taken back."), back=RESULTS)


@button
def settle_words(_request: SignedInRequest, tournament: Tournament, report_id: int) -> Asked:
    """Let the word of one side be the result."""
    report = get_object_or_404(Report, pk=report_id, pairing__round__stage__tournament=tournament)
    verb = partial(words.settle, pairing_id=report.pairing_id, report_id=report.pk)
    return Asked(verb, _("Your ruling is recorded."), back=RESULTS)


@button
def go_to_cards(_request: SignedInRequest, tournament: Tournament, pairing_id: int) -> Asked:
    """Let a match go on with cards from its score."""
    pairing = _pairing(tournament, pairing_id)
    verb = partial(moving.go_to_cards, pairing_id=pairing.pk)
    return Asked(
        verb, _("The match goes on with cards. Its sheet begins with what was played."), back=RESULTS
    )


@button
def go_online(_request: SignedInRequest, tournament: Tournament, pairing_id: int) -> Asked:
    """Let a match go on at a table of this site from the totals of its sheet."""
    pairing = _pairing(tournament, pairing_id)
    verb = partial(moving.go_online, pairing_id=pairing.pk, stream=chance.fresh())
    return Asked(verb, _("The match goes on online, with its score."), back=RESULTS)


def _pairing(tournament: Tournament, pairing_id: int) -> Pairing:
    found: Pairing = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    return found
