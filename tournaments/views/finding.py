"""What a visitor may see, and what the templates of a tournament read."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.functional import SimpleLazyObject

from games.permissions import SignedInRequest, Visitor, require
from tournaments.models import Club, Tournament
from tournaments.permissions import may_direct, may_score
from tournaments.querysets import TournamentQuerySet
from tournaments.services.board import Board, Moment, moment, onlookers_moment


def visible(visitor: Visitor) -> TournamentQuerySet:
    """Return the tournaments the visitor may see, the newest first."""
    rows: TournamentQuerySet = Tournament.objects.for_user(visitor)
    return rows.select_related("club").order_by("-pk")


def may_create(visitor: Visitor) -> bool:
    """Return whether the visitor may make tournaments in some club."""
    return bool(Club.objects.for_user(visitor).organised_by(visitor).exists())


def found(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament of this address, if the visitor may see it."""
    tournament: Tournament = get_object_or_404(visible(request.user), slug=slug)
    return tournament


def lazily_found(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament of this address, which is read when something of it is needed."""
    return cast("Tournament", SimpleLazyObject(lambda: found(request, slug)))


def found_now(request: HttpRequest, slug: str) -> tuple[Tournament, Moment]:
    """Return the tournament of this address, if the visitor may see it, and the moment of what he sees.

    For an onlooker nothing else of it is read yet: his answer may have been made before.
    """
    now = None if request.user.is_authenticated else onlookers_moment(slug)
    if now is not None:
        return lazily_found(request, slug), now
    tournament = found(request, slug)
    return tournament, moment(tournament)


def directed(request: SignedInRequest, slug: str) -> Tournament:
    """Return the tournament of this address to who directs it."""
    tournament = found(request, slug)
    require(may_direct, request.user, tournament)
    return tournament


def staffed(request: SignedInRequest, slug: str) -> Tournament:
    """Return the tournament of this address to whoever is of its staff."""
    tournament = found(request, slug)
    require(may_score, request.user, tournament)
    return tournament


def of_board(seen: Board) -> dict[str, Any]:
    """Return what templates of a tournament read."""
    names = ("tournament", "entries", "stages", "rounds", "live_tables", "current", "champion", "postponed")
    return {name: getattr(seen, name) for name in (*names, "waits_for_director", "next_round")}
