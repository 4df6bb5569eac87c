"""The director's page of a draw: what he wishes of it, and its draft with all he can do to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from games.numbers import whole_number
from games.permissions import SignedInRequest
from tournaments.models import Round, Tournament
from tournaments.services import draft_edits, drafts, wishes
from tournaments.services.board import draft as shown
from tournaments.services.pending import Counting

from .answers import form_key, speak_as
from .finding import directed
from .verbs import Asked, button

PAGE = "tournaments:draft"
NOBODY = -1
"""What a form names that names no entry, table or pairing: the verb refuses it."""


@login_required
@require_GET
def draft(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the draft of the next round, or the round that can be drawn or taken back."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    context = {
        "tournament": tournament,
        "draft": shown.draft_view(tournament),
        "next": shown.next_draw(tournament),
        "wishes": shown.wanted(tournament),
        "kept_apart": shown.kept_apart(tournament),
        "names": sorted(shown.entry_names(tournament).items(), key=lambda one: one[1]),
        "key": form_key(),
    }
    return render(request, "tournaments/draft.html", context)


def _number(request: SignedInRequest, name: str) -> int:
    """Return a number that a form names, ``NOBODY`` for none."""
    found = whole_number(request.POST.get(name, ""))
    return NOBODY if found is None else found


def _couple(request: SignedInRequest) -> dict[str, Any]:
    return {"one": _number(request, "one"), "other": _number(request, "other")}


Act = tuple[Callable[[SignedInRequest], Callable[..., None]], str | Promise]
"""What is done to a draft, from what the form says; and what the director reads then."""

ACTS: Mapping[str, Act] = {
    "swap": (
        lambda asked: partial(draft_edits.swap, **_couple(asked)),
        gettext_lazy("They have changed places."),
    ),
    "lock": (
        lambda asked: partial(draft_edits.lock, number=_number(asked, "number"), stays=True),
        gettext_lazy("This pairing stays when the rest is drawn again."),
    ),
    "unlock": (
        lambda asked: partial(draft_edits.lock, number=_number(asked, "number"), stays=False),
        gettext_lazy("This pairing is drawn again with the rest."),
    ),
    "redraw": (lambda _asked: draft_edits.redraw, gettext_lazy("The rest is drawn again.")),
    "move": (
        lambda asked: partial(
            draft_edits.move_table, number=_number(asked, "one"), to=_number(asked, "other")
        ),
        gettext_lazy("They have exchanged their tables."),
    ),
    "keep": (lambda _asked: draft_edits.keep, gettext_lazy("The draw is kept as it is.")),
    "discard": (lambda _asked: drafts.discard, gettext_lazy("The draw is thrown away.")),
    "publish": (lambda _asked: drafts.publish, gettext_lazy("The draw is published.")),
}


@button
def act(request: SignedInRequest, tournament: Tournament, draft_id: int, act: str) -> Asked:
    """Change the draft, publish it, or throw it away."""
    if act not in ACTS or drafts.is_of_another(tournament, draft_id):
        raise Http404  # one that is published or thrown away by now is for the verb to refuse
    verb, said = ACTS[act]
    seen = _number(request, "seen")
    back = "tournaments:direct" if act == "publish" else PAGE
    return Asked(partial(verb(request), draft_id=draft_id, seen=seen), str(said), back=back)


@button
def set_draws(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Say how the rounds to come are drawn."""
    verb = partial(
        wishes.set_draws,
        tournament_id=tournament.pk,
        is_checked="is_checked" in request.POST,
        club_mates_apart="club_mates_apart" in request.POST,
    )
    return Asked(verb, _("It is noted for the rounds to come."), back=PAGE)


@button
def keep_apart(request: SignedInRequest, tournament: Tournament) -> Asked:
    """Keep two entries apart."""
    verb = partial(wishes.keep_apart, tournament_id=tournament.pk, **_couple(request))
    return Asked(verb, _("They are kept apart while it can be helped."), back=PAGE)


@button
def let_meet(_request: SignedInRequest, tournament: Tournament, couple_id: int) -> Asked:
    """Let two entries meet again."""
    verb = partial(wishes.let_meet, tournament_id=tournament.pk, couple_id=couple_id)
    return Asked(verb, _("They may meet again."), back=PAGE)


@button
def draw_round(request: SignedInRequest, tournament: Tournament, round_id: int) -> Asked:
    """Draw a round as a draft, though results are missing where the form says how those count."""
    round_ = get_object_or_404(Round, pk=round_id, stage__tournament=tournament)
    ways: Mapping[Any, Counting] = {"nothing": "nothing", "level": "level"}
    counting = ways.get(request.POST.get("counting"))
    verb = partial(drafts.draw_round, round_id=round_.pk, counting=counting)
    return Asked(verb, _("The round is drawn. Look at it, then publish it."), back=PAGE)


@button
def unpublish(_request: SignedInRequest, tournament: Tournament, round_id: int) -> Asked:
    """Take a published draw back."""
    round_ = get_object_or_404(Round, pk=round_id, stage__tournament=tournament)
    verb = partial(drafts.unpublish, round_id=round_.pk)
    return Asked(verb, _("The draw is a draft again: players do not see it."), back=PAGE)
