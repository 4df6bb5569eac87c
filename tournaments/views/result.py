"""The page of one pairing's result, for a phone: deal by deal, or totals alone, and what the others say.

Without JavaScript each line is a form sent and a page shown. ``static/tournaments/sheet.js`` sends the same
forms, keeps those that were not acknowledged, and puts the answer into the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games.numbers import points_of
from games.permissions import SignedInRequest
from games.rules import Refusal, line_from
from tournaments.models import Pairing, Tournament
from tournaments.permissions import speaks_for
from tournaments.sentences import sentence
from tournaments.services import hall, words
from tournaments.services.actions import AlreadyDone
from tournaments.services.board import complaints, heard_view, sheet_view
from tournaments.services.said import Said, Sheet, Totals, UnknownResult, said_from

from .answers import form_key, speak_as
from .finding import found
from .verbs import author_of

PAGES = {
    "": "tournaments/result.html",
    "sheet": "tournaments/_sheet.html",
    "heard": "tournaments/_heard.html",
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who reports: a player for his side, or with no side a scorer for all."""

    tournament: Tournament
    pairing: Pairing
    side: int | None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: SignedInRequest, slug: str, pairing_id: int) -> HttpResponse:
    """Show the sheet of a pairing; take a line, its removal, totals, or a yes to what the others say."""
    speaker = _speaker(request, slug, pairing_id)
    if request.method != "POST":
        return _page(request, speaker, part=request.GET.get("part", ""))
    typed: Said | None = None
    try:
        typed = _typed(request.POST)
        _say(request, speaker, typed)
    except AlreadyDone:
        pass
    except Refusal as refusal:
        return _refused(request, speaker, refusal, typed)
    if _is_partial(request):
        return _page(request, speaker, part="sheet")
    return redirect(request.path)


@login_required
@require_POST
def agree(request: SignedInRequest, slug: str, pairing_id: int, report_id: int) -> HttpResponse:
    """Say for one's own side that what the other side says is so."""
    speaker = _speaker(request, slug, pairing_id)
    try:
        words.agree_with(
            pairing_id=speaker.pairing.pk, report_id=report_id, author=author_of(request), now=timezone.now()
        )
    except AlreadyDone:
        pass
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    return redirect("tournaments:result", slug, pairing_id)


@login_required
@require_POST
def shown(request: SignedInRequest, slug: str, pairing_id: int, report_id: int) -> HttpResponse:
    """Take note that what the other side says stood on this player's screen."""
    speaker = _speaker(request, slug, pairing_id)
    words.show(
        pairing_id=speaker.pairing.pk, report_id=report_id, user_id=request.user.pk, now=timezone.now()
    )
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _speaker(request: SignedInRequest, slug: str, pairing_id: int) -> Speaker:
    """Return for whom the visitor speaks.

    :raises NotAllowed: when he neither plays there nor enters results.
    :raises words.ReportsOff: when he plays there, and players report nothing.
    """
    tournament = found(request, slug)
    known = get_object_or_404(Pairing, pk=pairing_id, round__stage__tournament=tournament)
    pairing = hall.with_players(known.pk)
    side = speaks_for(request.user, pairing)
    if side is not None and not pairing.round.stage.players_report:
        raise words.ReportsOff()
    return Speaker(tournament, pairing, side)


def _page(
    request: SignedInRequest,
    speaker: Speaker,
    *,
    part: str = "",
    typed: Sheet | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    speak_as(request, speaker.tournament.club)
    is_open = speaker.pairing.state == Pairing.State.CALLED and speaker.pairing.hall_table is not None
    is_player, slug = speaker.side is not None, speaker.tournament.slug
    context = {
        "tournament": speaker.tournament,
        "pairing": speaker.pairing,
        "is_player": is_player,
        "complaints": complaints(speaker.pairing, slug=slug, now=timezone.now()) if is_player else None,
        "is_open": is_open,
        "sheet": sheet_view(speaker.pairing, speaker.side, typed),
        "heard": heard_view(speaker.pairing, speaker.side),
        "why": sentence(refusal) if refusal else "",
        "is_moved": isinstance(refusal, hall.ResultMoved),
        "typed": json.dumps(typed.to_data()) if typed else "",
        "key": form_key(),
    }
    status = HTTPStatus.CONFLICT if refusal else HTTPStatus.OK
    return render(request, PAGES.get(part, PAGES[""]), context, status=status)


def _refused(
    request: SignedInRequest, speaker: Speaker, refusal: Refusal, typed: Said | None
) -> HttpResponse:
    """Show the page with why; where somebody else wrote meanwhile, with what was typed beside it."""
    speaker.pairing.refresh_from_db(fields=["state", "hall_table"])
    part = "sheet" if _is_partial(request) else ""
    kept = typed if isinstance(refusal, hall.ResultMoved) and isinstance(typed, Sheet) else None
    with suppress(Refusal):  # lines that cannot follow the newer ones are shown as they were sent
        return _page(request, speaker, part=part, typed=kept, refusal=refusal)
    return _page(request, speaker, part=part, refusal=refusal)


def _is_partial(request: SignedInRequest) -> bool:
    """Return whether a script asks, and puts the answer into its page."""
    return bool(getattr(request, "htmx", False))


def _say(request: SignedInRequest, speaker: Speaker, said: Said) -> None:
    verb = hall.enter if speaker.side is None else words.report
    verb(
        pairing_id=speaker.pairing.pk,
        said=said,
        author=author_of(request),
        now=timezone.now(),
        seen=points_of(request.POST.get("seen", "")),
    )


def _typed(form: QueryDict) -> Said:
    """Return what a form says: the sheet it came with, and what its button does to that.

    :raises UnknownResult: when it is no form of this page.
    """
    do = _DOES.get(form.get("do", "line"))
    try:
        sheet = said_from(json.loads(form.get("sheet", "")))
    except (ValueError, RecursionError) as fault:
        raise UnknownResult(allowed="lines, totals") from fault
    if do is None or not isinstance(sheet, Sheet):
        raise UnknownResult(allowed="lines, totals")
    return do(sheet, form)


def _with_line(sheet: Sheet, form: QueryDict) -> Sheet:
    declarer, honour = points_of(form.get("declarer", "")), form.get("honour", "")
    values = {
        "declarer": declarer,
        "bid": points_of(form.get("bid", "")),
        "tricks": _tricks(form, declarer),
        "trump": form.get("trump") or None,
        "honour": points_of(honour) if honour else None,
    }
    return replace(sheet, lines=(*sheet.lines, line_from(values, number=len(sheet.lines) + 1)))


def _tricks(form: QueryDict, declarer: int | None) -> list[int | None]:
    """Return the tricks of each side: each his own in Solo, else the declarer's and the rest."""
    if "tricks" in form:
        return [points_of(text) for text in form.getlist("tricks")]
    took = points_of(form.get("took", ""))
    if took is None or declarer is None:
        return []
    return [took, 13 - took] if declarer % 2 == 0 else [13 - took, took]


def _with_pass(sheet: Sheet, _form: QueryDict) -> Sheet:
    return replace(sheet, lines=(*sheet.lines, None))


def _without_last(sheet: Sheet, _form: QueryDict) -> Sheet:
    return replace(sheet, lines=sheet.lines[:-1], is_last=False)


def _stopped(sheet: Sheet, _form: QueryDict) -> Sheet:
    return replace(sheet, is_last=True)


def _as_it_is(sheet: Sheet, _form: QueryDict) -> Sheet:
    return sheet


def _totals(_sheet: Sheet, form: QueryDict) -> Totals:
    last = points_of(form.get("last", ""))
    said = said_from({"totals": [points_of(text) for text in form.getlist("totals")], "last": last})
    assert isinstance(said, Totals)
    return said


_DOES: Mapping[str, Callable[[Sheet, QueryDict], Said]] = {
    "line": _with_line,
    "pass": _with_pass,
    "remove": _without_last,
    "stop": _stopped,
    "keep": _as_it_is,
    "totals": _totals,
}
