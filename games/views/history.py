"""The matches somebody has played, the newest first."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.models import Sitting
from games.permissions import SignedInRequest
from games.services import history

A_PAGE = 25


@login_required
@never_cache
@require_GET
def matches(request: SignedInRequest) -> HttpResponse:
    """Show a page of one's own matches: when, which rules, with whom, how it ended."""
    pages = Paginator(Sitting.objects.for_user(request.user), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {"page": page, "matches": history.played(list(page.object_list))}
    return render(request, "games/matches.html", context)
