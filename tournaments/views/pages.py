"""A tournament's public page, the list of tournaments, and a player's own page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.rule_book import as_played, rule_book
from games.rules import RuleSet
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.querysets import TournamentQuerySet
from tournaments.sentences import sentence
from tournaments.services import offers, openings
from tournaments.services.board import RoundAsked, board, cards, moment, place_in, places_of, prizes

from .answers import live, speak_as
from .finding import found, may_create, of_board, visible
from .kept import kept

MANY = 100
PART, KEPT = "tournaments/_live.html", "tournaments/_kept.html"
"""The part of a tournament's page that changes by itself, and the same as it was kept."""


@require_GET
def listing(request: HttpRequest) -> HttpResponse:
    """List the tournaments; ``?show=`` chooses which."""
    seen = visible(request.user)
    choices: Mapping[str, TournamentQuerySet] = {
        "all": seen,
        "open": seen.open_for_pairs(),
        "running": seen.running(),
        "coming": seen.coming(),
        "finished": seen.finished(),
    }
    asked = request.GET.get("show", "")
    shown = asked if asked in choices else "all"
    context = {
        "tournaments": cards(choices[shown][:MANY]),
        "shown": shown,
        "counts": {name: rows.count() for name, rows in choices.items()},
        "can_create": may_create(request.user),
    }
    return render(request, "tournaments/list.html", context)


@require_GET
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament: bracket, live tables, standings, and what comes next for the visitor."""
    return _tournament(request, slug, "tournaments/detail.html")


@require_GET
def live_part(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the live part of a tournament's page."""
    return _tournament(request, slug, PART)


@require_GET
def one_round(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponse:
    """Show a tournament with one round of a stage that is played round by round."""
    return _tournament(request, slug, "tournaments/detail.html", asked=(stage, number))


def _tournament(
    request: HttpRequest, slug: str, template: str, *, asked: RoundAsked | None = None
) -> HttpResponse:
    tournament = found(request, slug)
    if not request.user.is_authenticated and tournament.state not in Tournament.BEFORE_DRAW:
        return _to_onlookers(request, tournament, template, asked)
    seen = board(tournament, request.user, asked=asked)
    if asked is not None and not seen.shows(*asked):
        raise Http404
    place = place_in(tournament, seen, request.user, now=timezone.now())
    may = may_direct(request.user, tournament)
    return live(
        request,
        (template, PART),
        seen=(seen, place, may),
        context=lambda: (
            of_board(seen)
            | {"next_step": place, "can_direct": may, "prizes": prizes(tournament, seen)}
            | {"picture": _picture(tournament)}
            | _before_draw(request, tournament)
        ),
        tournament=tournament,
    )


def _picture(tournament: Tournament) -> str:
    """Return the address of the picture that messengers show beside a link to this tournament."""
    return str(settings.SITE_ORIGINS[0]) + reverse("tournaments:picture", args=[tournament.slug])


def _to_onlookers(
    request: HttpRequest, tournament: Tournament, template: str, asked: RoundAsked | None
) -> HttpResponse:
    """Show it to who has no place in it: all of them see the same, which is made once for each moment."""
    now = moment(tournament)

    def part() -> dict[str, Any]:
        seen = board(tournament, request.user, asked=asked)
        if asked is not None and not seen.shows(*asked):
            raise Http404
        shown = of_board(seen) | {"prizes": prizes(tournament, seen)} | _before_draw(request, tournament)
        whole = render_to_string(PART, shown, request)
        return {
            "part": whole,
            "tournament": seen.tournament,
            "champion": seen.champion,
            "picture": _picture(tournament),
        }

    which = "" if asked is None else f"{asked[0]}.{asked[1]}"
    # The language is the reader's; which Arabic words it uses is his club's while he has chosen none.
    words = f"{get_language()}.{'own' if request.COOKIES.get('terms') else 'club'}"
    return live(
        request,
        (KEPT if template == PART else template, KEPT),
        seen=(now, asked),
        context=lambda: kept(f"tournament:{tournament.pk}:{which}:{words}", now, part),
        tournament=tournament,
    )


def _before_draw(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return what one may do to take part, and who does so far, or why it is called off."""
    if tournament.state == Tournament.State.CANCELLED:
        return {"called_off": openings.why_called_off(tournament)}
    if tournament.state not in Tournament.BEFORE_DRAW:
        return {}
    offer = offers.offer(tournament, request.user, now=timezone.now())
    return {
        "offer": offer,
        "why_not": sentence(offer.why_not) if offer.why_not else "",
        "field": tournament.entries.all().shown(),
    }


@require_GET
def played_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a tournament, as they were frozen for its first stage."""
    tournament = found(request, slug)
    speak_as(request, tournament.club)
    stage = tournament.stages.order_by("position")[0]
    rules = as_played(RuleSet.from_json(stage.rules_json), target=stage.target, cap=stage.cap)
    context = {
        "book": rule_book(rules),
        "back": reverse("tournaments:detail", args=[slug]),
        "back_to": _("Back to the tournament"),
    }
    return render(request, "games/rules_page.html", context)


@require_GET
def me(request: HttpRequest) -> HttpResponse:
    """Show a player where he is expected."""
    if not request.user.is_authenticated:
        return redirect("tournaments:seat_code")
    places, waiting = places_of(request.user, now=timezone.now()), offers.waiting_for(request.user)
    return live(
        request,
        ("tournaments/me.html", "tournaments/_me.html"),
        seen=(places, [(one.pk, one.version) for one in waiting]),
        context=lambda: {"places": places, "waiting": waiting},
    )
