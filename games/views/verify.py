"""The page that checks the deals of a match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.views.check_strings import CHECKS, FAULTS


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
        return reverse("games:match_deals", args=[request.GET.get("table", ""), request.GET.get("match", "")])
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
