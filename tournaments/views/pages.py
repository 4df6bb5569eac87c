"""A tournament's public page, the list of tournaments, and a player's own page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
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
from tournaments.services.board import (
    Board,
    Kept,
    Moment,
    Place,
    RoundAsked,
    board_now,
    cards,
    moment,
    onlookers_moment,
    place_in,
    places_of,
    prizes,
)

from .answers import form_key, live, speak_as
from .finding import found, lazily_found, may_create, of_board, visible

A_PAGE = 50
PART = "tournaments/_live.html"
"""The part of a tournament's page that changes by itself."""
ROUNDS = Kept[str](most=32)
"""Rounds and tables as they are shown, by tournament, language and the round that was asked for."""


@require_GET
def listing(request: HttpRequest) -> HttpResponse:
    """List the tournaments; ``?show=`` chooses which, ``?page=`` those before."""
    seen = visible(request.user)
    choices: Mapping[str, TournamentQuerySet] = {
        "all": seen.as_looked_for(),
        "open": seen.open_for_pairs(),
        "running": seen.running(),
        "coming": seen.coming(),
        "finished": seen.finished(),
    }
    asked = request.GET.get("show", "")
    shown = asked if asked in choices else "all"
    page = Paginator(choices[shown], A_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournaments": cards(page),
        "page": page,
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
    drawn = None if request.user.is_authenticated else onlookers_moment(slug)
    if drawn is None:
        return _to_visitor(request, slug, template, asked)
    tournament = lazily_found(request, slug)
    return live(
        request,
        (template, PART),
        seen=(drawn, asked),
        context=lambda: _shown(request, tournament, drawn, asked),
        tournament=tournament,
        shared=True,
    )


def _to_visitor(request: HttpRequest, slug: str, template: str, asked: RoundAsked | None) -> HttpResponse:
    """Show it with what is for this visitor alone: his next step, his rows, and what he may do."""
    tournament = found(request, slug)
    now = moment(tournament)
    speak_as(request, tournament.club)
    seen = _board(tournament, now, asked)
    place = place_in(tournament, seen, request.user, now=timezone.now())
    may = may_direct(request.user, tournament)
    return live(
        request,
        (template, PART),
        seen=(now, asked, place, may),
        context=lambda: (
            _shown(request, tournament, now, asked, place) | {"can_direct": may, "key": form_key()}
        ),
        tournament=tournament,
    )


def _shown(
    request: HttpRequest,
    tournament: Tournament,
    now: Moment,
    asked: RoundAsked | None,
    place: Place | None = None,
) -> dict[str, Any]:
    """Return what the page's templates read; the rounds and tables in it are made once for everybody."""
    seen = _board(tournament, now, asked)
    rounds = rounds_and_tables(tournament, seen, now, asked)
    return (
        of_board(seen)
        | {"rounds_and_tables": rounds if place is None else marked(rounds, place.entry_id)}
        | {"next_step": place, "prizes": prizes(tournament, seen), "picture": _picture(tournament)}
        | _before_draw(request, tournament)
    )


def rounds_and_tables(
    tournament: Tournament, seen: Board, now: Moment, asked: RoundAsked | None = None
) -> str:
    """Return what a board shows of every stage, made once for everybody who reads it in a language."""
    name = (tournament.pk, get_language(), asked)
    return ROUNDS(name, now, lambda: render_to_string("tournaments/_rounds.html", of_board(seen)))


def _board(tournament: Tournament, now: Moment, asked: RoundAsked | None) -> Board:
    """Return the board with the round that was asked for.

    :raises Http404: if it has no such round.
    """
    seen = board_now(tournament, now, asked=asked)
    if asked is not None and not seen.shows(*asked):
        raise Http404
    return seen


def marked(html: str, entry: int) -> str:
    """Return rounds and tables with every row of an entry marked as the visitor's own."""
    its_rows = rf' data-of="(?:\d+ )*{entry}(?: \d+)*"'
    return mark_safe(re.sub(its_rows, r"\g<0> data-mine", html))  # noqa: S308 - a template made it


def _picture(tournament: Tournament) -> str:
    """Return the address of the picture that messengers show beside a link to this tournament."""
    return str(settings.SITE_ORIGINS[0]) + reverse("tournaments:picture", args=[tournament.slug])


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
        context=lambda: {"places": places, "waiting": waiting, "key": form_key()},
    )
