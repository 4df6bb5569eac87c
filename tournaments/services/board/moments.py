"""What all that is shown of a tournament depends on, read without reading what is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from games.services import watch
from tournaments.models import Pairing, Tournament
from tournaments.querysets import PairingQuerySet

Moment = tuple[int, int, tuple[tuple[int, int], ...]]
Question = Callable[[Any], "QuerySet[Any, tuple[Any, ...]]"]
MARK = "-1"
"""Stands in a question for what is not known yet: no address and no row has it."""


def moment(tournament: Tournament) -> Moment:
    """Return which tournament it is, its version, and how far the tables in play have come.

    Two statements, one for a tournament that is not played at tables of this site just now.
    """
    return _moment(tournament.pk, tournament.version)


def onlookers_moment(slug: str) -> Moment | None:
    """Return the same of the tournament at an address, if anybody may see it and it has been drawn."""
    for pk, version, is_played_here in _answered(_onlookers, slug):
        return _moment(pk, version) if is_played_here else (pk, version, ())
    return None


def _moment(pk: int, version: int) -> Moment:
    tables = [table for (table,) in _answered(_playing, pk)]
    so_far = watch.seqs(tables) if tables else {}
    return pk, version, tuple(sorted(so_far.items()))


def _onlookers(slug: str) -> QuerySet[Any, tuple[Any, ...]]:
    seen = Tournament.objects.for_user(AnonymousUser()).exclude(state__in=Tournament.BEFORE_DRAW)
    is_played_here = Exists(_at_tables(OuterRef("pk")))
    return seen.filter(slug=slug).values_list("pk", "version", is_played_here)


def _playing(pk: int) -> QuerySet[Any, tuple[Any, ...]]:
    return _at_tables(pk).values_list("table")


def _at_tables(tournament: object) -> PairingQuerySet:
    """Return the pairings that are played at tables of this site."""
    called = Pairing.objects.filter(state=Pairing.State.CALLED, hall_table=None, table__isnull=False)
    return called.filter(round__stage__tournament=tournament).in_play()


def _answered(question: Question, about: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a question that every reader of every page asks.

    Django takes twenty times as long to write such a statement as the database to answer it.
    """
    statement, values = _written(question)
    with connection.cursor() as cursor:
        cursor.execute(statement, [about if str(value) == MARK else value for value in values])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


@cache
def _written(question: Question) -> tuple[str, tuple[Any, ...]]:
    """Return the statement of a question and its values, written once a process."""
    written: tuple[str, tuple[Any, ...]] = question(MARK).query.sql_with_params()
    return written
