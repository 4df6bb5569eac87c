"""Before the first card: making a tournament, importing its pairs, printing their slips."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.permissions import SignedInRequest, require
from games.rules import Refusal
from games.services import chance
from tournaments.forms.tournaments import ImportForm, TournamentForm
from tournaments.models import Club, EntryPlayer, Player, Substitution, Tournament
from tournaments.permissions import may_organise
from tournaments.sentences import sentence
from tournaments.services import planning, registration
from tournaments.services.actions import is_done
from tournaments.services.board import Slip, seats_to_print, substitutes_to_print
from tournaments.services.entry_list import ListRefused

from .answers import form_key, speak_as
from .finding import directed, may_create
from .verbs import author_of

EXAMPLE = (
    "player,partner,club,rating,seed\nKarim Haddad,Rana Khoury,Al-Sham,1840,1\nNadia Saleh,Omar Aziz,,,\n"
)


@login_required
@require_http_methods(["GET", "POST"])
def create(request: SignedInRequest) -> HttpResponse:
    """Make a tournament in one of the clubs in which this person may."""
    require(may_create, request.user)
    clubs = Club.objects.for_user(request.user).organised_by(request.user)
    form = TournamentForm(request.POST or None, clubs=clubs)
    if form.is_valid():
        club = form.cleaned_data["club"]
        require(may_organise, request.user, club)
        tournament = planning.create_tournament(
            club=club, plan=form.plan, author=author_of(request), now=timezone.now()
        )
        return redirect("tournaments:import", tournament.slug)
    return render(request, "tournaments/create.html", {"form": form, "key": form_key()})


@login_required
@require_http_methods(["GET", "POST"])
def import_pairs(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter pairs from a list; its faults are shown by line and column, and nothing is stored."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    form = ImportForm(request.POST or None, request.FILES or None)
    key = form_key()
    context = {"tournament": tournament, "form": form, "example": EXAMPLE, "problems": [], "key": key}
    if is_done(tournament.pk, author_of(request).key):  # sent twice: whom the list names are entered
        messages.success(request, _("Noted."))
        return redirect("tournaments:slips", tournament.slug)
    if form.is_valid():
        try:
            accepted = _import(request, tournament, form)
        except ListRefused as refusal:
            context["problems"] = list(_problems(refusal))
        except Refusal as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _accepted(accepted))
            return redirect("tournaments:slips", tournament.slug)
    return render(request, "tournaments/import.html", context)


def _import(request: SignedInRequest, tournament: Tournament, form: ImportForm) -> int:
    return registration.import_entries(
        tournament_id=tournament.pk,
        content=form.content,
        author=author_of(request),
        now=timezone.now(),
        stream=chance.fresh(),
    )


def _accepted(entries: int) -> str:
    said = ngettext("%(entries)d entry is noted.", "%(entries)d entries are noted.", entries)
    return said % {"entries": entries}


def _problems(refused: ListRefused) -> Iterator[dict[str, object]]:
    for problem in refused.problems:
        yield {
            "line": problem.line,
            "column": problem.column,
            "message": sentence(problem.refusal),
        }


@login_required
@never_cache
@require_GET
def slips(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the seat slips, to print, and all links as text."""
    tournament = directed(request, slug)
    speak_as(request, tournament.club)
    printed = [
        *(_slip_of_substitute(one) for one in substitutes_to_print(tournament)),
        *(_slip(mine, partner) for mine, partner in seats_to_print(tournament)),
    ]
    text = "".join(f"{slip.name}\t{slip.link}\t{slip.code}\n" for slip in printed)
    key = form_key()
    context = {"tournament": tournament, "slips": printed, "links_text": text, "key": key}
    return render(request, "tournaments/slips.html", context)


def _slip(row: EntryPlayer, partner: EntryPlayer) -> Slip:
    return _of(row.player, partner=partner.player.name if partner != row else "", entry=row.entry.name)


def _slip_of_substitute(row: Substitution) -> Slip:
    return _of(row.comes, entry=row.entry.name, replaces=row.leaves.name)


def _of(player: Player, *, entry: str, partner: str = "", replaces: str = "") -> Slip:
    return Slip(
        player_id=player.pk,
        name=player.name,
        link=settings.SITE_ORIGINS[0] + reverse("seat_link", args=[player.seat_token]),
        code=player.seat_code,
        used=player.seat_opened_at is not None,
        entry=entry,
        partner=partner,
        replaces=replaces,
    )
