"""In which order a reader finds things: in the list of tournaments, and on the page of one."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evenings import drawn, play_round, started
from tournaments.models import Club, Tournament
from tournaments.services.board import board
from tournaments.services.board.shapes import LONG_ROUND, PairingView, RoundView
from tournaments.services.planning import NextStage
from tournaments.views import pages


def read(address: str) -> str:
    """Return a page as anybody reads it."""
    return Client().get(address).content.decode()


def page_of(tournament: Tournament) -> str:
    """Return the page of a tournament."""
    return read(reverse("tournaments:detail", args=[tournament.slug]))


def through(club: Club, pairs: int, *, takes: int, **plan: Any) -> int | None:
    """Return how many of each table go on from the first stage, as its page has it."""
    cup = drawn(club, pairs, then=(NextStage("knockout", takes),), **plan)
    return board(cup).stages[0].through


@pytest.mark.django_db
def test_what_is_played_stands_in_the_list_before_what_is_to_come_and_what_is_over(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = started(club, 2, name="Running Cup")
    over = started(club, 2, name="Finished Cup")
    play_round(over, 1)
    coming = drawn(club, 2, name="Coming Cup")
    address = reverse("tournaments:list")

    shown = read(address)

    assert shown.index(running.name) < shown.index(coming.name) < shown.index(over.name)
    monkeypatch.setattr(pages, "A_PAGE", 2)
    assert over.name not in read(address)
    assert over.name in read(f"{address}?show=all&page=2")


@pytest.mark.django_db
def test_a_round_stands_before_the_table_while_it_is_on_and_then_in_it_as_won_or_lost(club: Club) -> None:
    cup = started(club, 4, format="swiss", options={"rounds": 1})
    here, table = 'id="round-1"', 'id="standings-1"'

    during = page_of(cup)
    play_round(cup, 1)
    after = page_of(cup)

    assert during.index(here) < during.index(table)
    assert 'aria-label="won"' not in during
    assert after.index(table) < after.index(here)
    assert after.count('aria-label="won"') == after.count('aria-label="lost"') == 2


@pytest.mark.django_db
def test_a_line_shows_who_goes_on_where_it_is_as_many_of_every_group(club: Club) -> None:
    assert through(club, 4, takes=2, format="swiss") == 2
    assert through(club, 6, takes=4, format="round-robin", groups=2) == 2
    assert through(club, 6, takes=3, format="round-robin", groups=2) is None


@pytest.mark.django_db
def test_the_match_for_the_third_place_is_called_so(club: Club) -> None:
    assert "Third place" in page_of(drawn(club, 4, options={"third_place": True}))
    assert "Third place" not in page_of(drawn(club, 4))


@pytest.mark.parametrize(
    ("state", "pairings", "is_past"),
    [("closed", LONG_ROUND, True), ("closed", LONG_ROUND - 1, False), ("open", LONG_ROUND, False)],
)
def test_a_bracket_folds_a_long_round_once_it_is_over(state: str, pairings: int, *, is_past: bool) -> None:
    one = PairingView(1, 1, (), "decided", "", None, "", None, "", None, (), None, "")

    round_ = RoundView(1, 1, pairings, "Round 1", state, pairings=(one,) * pairings)

    assert round_.is_past is is_past
