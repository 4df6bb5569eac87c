"""Opening a table for oneself and one's friends; the rules of one's clubs are among those to choose."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.services import chance, hosting
from games.services.visitors import playing
from tournaments.forms.tables import TableForm
from tournaments.services import house_rules

from .play import house_rules_of


@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """Ask what table is wanted and open it; a visitor without an account becomes a guest."""
    usual = house_rules.usual_rules(request.user).key
    form = TableForm(request.POST or None, own=house_rules_of(request.user, usual), usual=usual)
    if request.method != "POST" or not form.is_valid():
        return render(request, "games/open_table.html", {"form": form})
    stream = chance.fresh()
    with playing(request, stream=stream) as user:
        table = hosting.open_table(user, form.wish, stream=stream, now=timezone.now())
    return redirect("games:table", public_id=table.public_id)
