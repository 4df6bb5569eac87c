"""The scorers' page: the tables of the hall, quick entry, undo, and what the director does there."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.permissions import SignedInRequest
from games.services import chance
from tournaments.models import Pairing, Report, Tournament
from tournaments.permissions import may_direct
from tournaments.quick_entry import parse
from tournaments.services import hall, moving, words
from tournaments.services.board import desk
from tournaments.services.said import Totals

from .answers import live
from .finding import staffed
from .verbs import Asked, button, button_of

KEY_LENGTH = 16
RESULTS = "tournaments:results"

scorers_button = button_of(staffed)


@login_required
@require_GET
def results(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the tables of the hall, the latest results with undo, and who contradicts whom."""
    tournament = staffed(request, slug)
    seen, directs = desk(tournament), may_direct(request.user, tournament)
    return live(
        request,
        ("tournaments/results.html", "tournaments/_results.html"),
        seen=(seen, directs, tournament.version),
        context=lambda: {
            "tournament": tournament,
            "desk": seen,
            "can_direct": directs,
            "key": chance.fresh().token(KEY_LENGTH),
        },
        tournament=tournament,
    )


@scorers_button
def quick_entry(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Enter a line such as ``7 41-29``."""
    typed = parse(request.POST.get("entry", "")[:80])
    pairing = hall.pairing_at(tournament, typed.table)
    verb = partial(hall.enter, pairing_id=pairing.pk, said=Totals(typed.totals, typed.last))
    said = _("Table %(number)s: the result is entered.") % {"number": typed.table}
    return Asked(verb, said, back=RESULTS)


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
