"""Words between players away from the table: whom one blocks, and for the staff what was reported."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from games.models import Report
from games.permissions import SignedInRequest, require, settles_reports
from games.services import blocks, reports
from games.table_names import table_name
from games.views.chat_strings import EMOTES, PHRASES, REASONS_TO_REPORT

SAID = {"phrase": PHRASES, "emote": EMOTES}


@login_required
@require_GET
def blocked(request: SignedInRequest) -> HttpResponse:
    """Show whom this person blocks."""
    return render(request, "games/blocks.html", {"blocks": blocks.blocks_of(request.user)})


@login_required
@require_POST
def unblock(request: SignedInRequest, user_id: int) -> HttpResponse:
    """Take a block back."""
    blocks.unblock(user=request.user, other_id=user_id)
    return redirect("games:blocks")


@require_GET
def reported(request: HttpRequest) -> HttpResponse:
    """Show the staff the reports that wait, with what was said."""
    require(settles_reports, request.user)
    waiting = [
        {
            "report": one,
            "table": table_name(one.match.table),
            "reason": REASONS_TO_REPORT[one.reason],
            "lines": _lines(one),
        }
        for one in reports.waiting()
    ]
    return render(request, "games/reports.html", {"waiting": waiting})


def _lines(report: Report) -> list[str]:
    return [
        str(SAID[line.kind][line.value]) if line.kind in SAID else line.value
        for line in reports.lines_of(report)
    ]


@require_POST
def settle(request: SignedInRequest, report_id: int) -> HttpResponse:
    """Write down what came of a report."""
    require(settles_reports, request.user)
    verdict = request.POST.get("verdict", "")
    reports.settle(report_id=report_id, by=request.user, verdict=verdict, now=timezone.now())
    return redirect("games:reports")
