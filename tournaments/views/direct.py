"""The director's page: the round in play, what needs him, what was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.permissions import SignedInRequest
from games.rules import Refusal
from tournaments.formats import check_entries
from tournaments.models import DirectorCall, Tournament
from tournaments.sentences import sentence
from tournaments.services import calls, check_in, windows
from tournaments.services.absences import Absence, absences
from tournaments.services.board import (
    Board,
    Desk,
    HallTable,
    PairingView,
    Verb,
    board,
    desk,
    empty_seats,
    log,
)
from tournaments.services.board.draft import has_draft
from tournaments.services.following import ResultsMissing

from .answers import form_key, live
from .chosen import Chosen, choices, chosen
from .finding import directed, of_board

LOG_LINES = 20


@login_required
@require_GET
def direct(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the director what runs, what waits for him, and his buttons.

    ``?show=needs`` and ``?tables=1-40`` choose among the tables.
    """
    tournament, wanted = directed(request, slug), chosen(request.GET)
    seen = board(tournament)
    tables = [one for one in _pairings(seen) if one.state != "bye"]
    seats_open, waiting = empty_seats(tables), calls.open_calls(tournament)
    drafted = has_draft(tournament)
    missing, hall = absences(tournament, now=timezone.now()), desk(tournament)
    unplayed = [one.pk for one in windows.left_to_director(tournament, now=timezone.now())]
    return live(
        request,
        ("tournaments/direct.html", "tournaments/_direct.html"),
        seen=(
            seen,
            seats_open,
            [call.pk for call in waiting],
            missing,
            hall,
            unplayed,
            wanted,
            drafted,
        ),
        context=lambda: (
            of_board(seen)
            | _console(tournament, seen, tables, seats_open)
            | _needs(seen, waiting, missing, hall.disputed, unplayed)
            | _desk(request, wanted, tables, hall)
            | {"drafted": drafted, "arrived": check_in.arrived(tournament)}
        ),
        tournament=tournament,
    )


def _console(
    tournament: Tournament, seen: Board, tables: list[PairingView], seats_open: int
) -> dict[str, Any]:
    return {
        "finished_tables": sum(one.state == "decided" for one in tables),
        "total_tables": len(tables),
        "seats_open": seats_open,
        "actions": _verbs(tournament, seen, tables),
        "log": log(tournament, lines=LOG_LINES),
        "key": form_key(),
    }


def _desk(request: SignedInRequest, wanted: Chosen, tables: list[PairingView], hall: Desk) -> dict[str, Any]:
    """Return the tables he looks at, and how he chooses others."""
    mine = [one for one in tables if wanted.tables.has(one.table)]
    offered, shown = choices(wanted, mine, disputed=[one.id for one in hall.disputed])
    with_cards = {one.id: one for one in hall.tables}
    return {
        "rows": [(one, with_cards.get(one.id)) for one in shown],
        "at": "direct",
        "wanted": wanted,
        "choices": offered,
        "has_hall": any(one.in_hall for one in tables),
        "typed": request.GET.get("entry", ""),
    }


def _needs(
    seen: Board,
    waiting: list[DirectorCall],
    missing: Sequence[Absence],
    disputed: Sequence[HallTable],
    unplayed: Sequence[int],
) -> dict[str, Any]:
    """Return what only the director can settle, and who is missing."""
    pairings = [one for each in seen.rounds for one in each.pairings]
    void = [one for one in pairings if one.state == "void" or one.id in unplayed]
    needs = len(void) + len(waiting) + len(missing) + len(disputed)
    return {
        "attention": void,
        "calls": waiting,
        "absences": missing,
        "somebody_missing": bool(missing or unplayed),
        "disputed": disputed,
        "can_direct": True,
        "needs": needs,
    }


def _pairings(seen: Board) -> tuple[PairingView, ...]:
    return seen.current.pairings if seen.current else ()


def _verbs(tournament: Tournament, seen: Board, tables: list[PairingView]) -> dict[str, Verb]:
    missing = sum(one.state != "decided" for one in tables)
    in_play = seen.current is not None
    return {
        "draw": _verb(tournament.state in Tournament.BEFORE_DRAW, _why_no_draw(tournament, seen)),
        "start": _verb(not in_play and seen.next_round is not None, None),
        "close": _verb(in_play, ResultsMissing(missing=missing) if missing else None),
        "finish": _verb(seen.tournament.state == "review" and not in_play, None),
        "stop": _verb(bool(seen.current and not seen.current.stopped and missing), None),
    }


def _verb(shown: bool, why: Refusal | None) -> Verb:
    return Verb(shown=shown, allowed=why is None, why=sentence(why) if why else "")


def _why_no_draw(tournament: Tournament, seen: Board) -> Refusal | None:
    try:
        check_in.refuse_missing(tournament)
        check_entries(seen.tournament.format, seen.entries)
    except Refusal as refusal:
        return refusal
    return None
