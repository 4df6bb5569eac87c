"""A tournament's director watches its tables live, without hands; everybody else one deal behind, or not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from games.models import Table, User
from games.rules import SPECTATOR, Refusal
from games.services import arrivals, tables
from games.services.arrivals import Arrival, Caught
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of, member
from tests.games.scene import play_on
from tests.tournaments.evenings import pairing_of, started
from tournaments.models import Club, Role, Tournament
from tournaments.services import clubs

pytestmark = pytest.mark.django_db
POLICY = replace(TablePolicy.people(), deals_behind=1, entropy_seconds=0)
ACTS = 7
"""The calls, trump and the first two cards of a deal."""


@pytest.fixture
def people(club: Club) -> list[User]:
    """Four members of the club, who play."""
    return [member(club, name, Role.MEMBER) for name in ("dalia", "elias", "farah", "ghada")]


def cup_of(club: Club, people: list[User], *, policy: TablePolicy = POLICY) -> Tournament:
    """Start a cup of four pairs where these people have begun to play at the first table."""
    cup = started(club, 4, policy=policy)
    table = table_of(cup)
    for number, user in enumerate(people):
        sit(table, number, user)
    play_on(table, people, ACTS)
    return cup


def table_of(cup: Tournament, number: int = 1) -> Table:
    """Return a table of the first round."""
    table = pairing_of(cup, 1, number).table
    assert table is not None
    return table


def sit(table: Table, number: int, user: User) -> None:
    """Let somebody sit down on a seat that is kept for him."""
    tables.hold_seats(user_id=user.pk, seat_ids=[table.seats.get(number=number).pk])
    tables.sit(table_id=table.pk, number=number, user=user, now=NOW)


def seen_by(user: User, table: Table) -> Caught | Refusal:
    """Return what somebody is shown who opens a table."""
    (shown,) = arrivals.catch_up([Arrival(table, user.pk)], now=NOW)
    return shown


def page_of(user: User, table: Table) -> str:
    """Return the table's page, or what is said instead of it."""
    return client_of(user).get(reverse("games:table", args=[table.public_id])).content.decode()


def test_the_director_sees_the_cards_on_the_table_and_no_hand(
    club: Club, people: list[User], alice: User
) -> None:
    table = table_of(cup_of(club, people))

    shown = seen_by(alice, table)

    assert isinstance(shown, Caught)
    (state,) = shown.frames
    assert (shown.viewer, shown.is_behind, len(state["view"]["played"])) == (SPECTATOR, False, 2)
    assert (state["view"]["hand"], state["view"]["legal"]) == ([], [])
    assert "Live, without hands" in page_of(alice, table)


def test_a_stranger_is_one_deal_behind(club: Club, people: list[User], charlie: User) -> None:
    table = table_of(cup_of(club, people))

    shown = seen_by(charlie, table)

    assert isinstance(shown, Caught)
    (state,) = shown.frames
    assert (shown.is_behind, state["view"]["phase"], state["view"]["played"]) == (True, "deal", [])
    assert "1 deal behind the table" in page_of(charlie, table)


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_whoever_plays_at_another_table_does_not_watch_not_even_the_director(
    club: Club, people: list[User], who: str, request: pytest.FixtureRequest
) -> None:
    user: User = request.getfixturevalue(who)
    cup = cup_of(club, people)
    sit(table_of(cup, 2), 0, user)

    refused = seen_by(user, table_of(cup))

    assert isinstance(refused, Refusal)
    assert refused.code == "players_do_not_watch"


def test_the_director_of_another_tournament_is_a_spectator_here(
    club: Club, people: list[User], olivia: User, charlie: User
) -> None:
    table = table_of(cup_of(club, people))
    clubs.create_club(name="Palm Club", owner=charlie, now=NOW)

    shown, hers = seen_by(charlie, table), seen_by(olivia, table)

    assert isinstance(shown, Caught)
    assert isinstance(hers, Caught)
    assert (shown.is_behind, hers.is_behind) == (True, False)


def test_a_table_without_spectators_is_open_to_its_director_only(
    club: Club, people: list[User], alice: User, charlie: User
) -> None:
    table = table_of(cup_of(club, people, policy=replace(POLICY, spectators="none")))

    refused = seen_by(charlie, table)

    assert isinstance(refused, Refusal)
    assert refused.code == "no_spectators"
    assert isinstance(seen_by(alice, table), Caught)
