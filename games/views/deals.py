"""Fair deals: a match's promise and its file to download, and the page that checks a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.models import Match, Table
from games.services import deal_files
from games.views.check_strings import CHECKS, FAULTS


@require_GET
def promise(request: HttpRequest, public_id: str, number: int) -> JsonResponse:
    """Return the commitments of a match, also while it is played: they tell nothing of its cards."""
    return _download(request, public_id, number, "promise", deal_files.promise)


@require_GET
def deals_file(request: HttpRequest, public_id: str, number: int) -> JsonResponse:
    """Return the file of a match's deals when it is over."""
    return _download(request, public_id, number, "deals", deal_files.deals_file)


def _download(
    request: HttpRequest, public_id: str, number: int, kind: str, made: Callable[[Match], dict[str, Any]]
) -> JsonResponse:
    table = get_object_or_404(Table.objects.for_user(request.user), public_id=public_id)
    match = get_object_or_404(table.matches, number=number)
    answer = JsonResponse(made(match), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{public_id}-{number}-{kind}.json"'
    return answer


@require_GET
def verify(request: HttpRequest) -> HttpResponse:
    """Show the page that checks a file in the browser; it may be told which match to begin with."""
    config = {
        "file": _file(request),
        "checks": {code: str(words) for code, words in CHECKS.items()},
        "faults": {code: str(words) for code, words in FAULTS.items()},
        "words": _words(),
    }
    return render(request, "games/verify.html", {"config": config})


def _file(request: HttpRequest) -> str | None:
    """Return the address of the file that the visitor comes to check."""
    try:
        return reverse("games:deals", args=[request.GET.get("table", ""), request.GET.get("match", "")])
    except NoReverseMatch:
        return None


def _words() -> dict[str, str]:
    """Return what the page says beside the checks."""
    return {
        "passed": _("All of it is true."),
        "failed": _("This file is refused."),
        "gone": _("The file of this match cannot be read now. It is there when the match is over."),
        "root": _("The promise"),
        "compare": _(
            "Compare it with the one the table showed before the first call: "
            "that it is the same is what no file can prove."
        ),
        "deal": _("Deal {about}"),
        "commitment": _("Commitment"),
        "pack": _("Order of the pack"),
    }
