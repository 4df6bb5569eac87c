"""Alice is called to a table: her page lists it with a link, and she says when it is settled."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.models import Seat, Table, User
from games.services import tables
from games.services.calls import call_director
from tests.cast import NOW, client_of
from tests.tournaments.evenings import pairing_of, play_round, started
from tournaments.models import Action, Club, DirectorCall, Pairing, Player, Tournament
from tournaments.services import calls

pytestmark = pytest.mark.django_db
POSTED = re.compile(r'method="post" action="[^"]*tournaments/[^"]*?(\w+)/">(.*?)</form>', re.DOTALL)
"""A form of the console: its verb, as its address ends, and its fields."""


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A knockout of four pairs whose first round is in play."""
    return started(club, 4)


@pytest.fixture
def call(cup: Tournament, bob: User) -> DirectorCall:
    """Bob, who sits at the first table, has called."""
    table = pairing_of(cup, 1, 1).table
    assert table is not None
    seat = table.seats.get(number=0)
    tables.hold_seats(user_id=bob.pk, seat_ids=[seat.pk])
    tables.sit(table_id=table.pk, number=0, user=bob, now=NOW)
    call_director(table_id=table.pk, user=bob, reason="A card fell <b>down</b>", now=NOW)
    return DirectorCall.objects.get()


def table_of(call: DirectorCall) -> Table:
    """Return the table somebody called from."""
    assert call.table is not None
    return call.table


def console(cup: Tournament, user: User) -> str:
    """Return the director's page."""
    return client_of(user).get(reverse("tournaments:direct", args=[cup.slug])).content.decode()


def test_the_directors_page_lists_an_open_call_with_its_reason_and_a_link_to_the_table(
    cup: Tournament, call: DirectorCall, alice: User
) -> None:
    page = console(cup, alice)

    assert "A card fell &lt;b&gt;down&lt;/b&gt;" in page
    assert reverse("games:table", args=[table_of(call).public_id]) in page
    assert reverse("tournaments:settle_call", args=[cup.slug, call.pk]) in page


def test_a_settled_call_leaves_the_page_and_stands_in_the_log(
    cup: Tournament, call: DirectorCall, alice: User
) -> None:
    settle = reverse("tournaments:settle_call", args=[cup.slug, call.pk])

    answer = client_of(alice).post(settle, {"key": "once"})

    assert answer.status_code == 302
    call.refresh_from_db()
    assert call.settled_by == alice
    assert settle not in console(cup, alice)
    action = Action.objects.get(verb="settle_call")
    assert (action.actor, action.after["seq"]) == (alice, call.seq)


@pytest.mark.usefixtures("call")
def test_what_is_sent_from_the_directors_page_keeps_the_tables_he_chose(cup: Tournament, alice: User) -> None:
    Pairing.objects.filter(pk=pairing_of(cup, 1, 2).pk).update(state=Pairing.State.VOID)
    director, chosen = client_of(alice), {"show": "playing", "tables": "1-2"}
    console = reverse("tournaments:direct", args=[cup.slug])
    page = director.get(console, chosen).content.decode()
    stop = reverse("tournaments:stop_deals", args=[cup.slug])

    answer = director.post(stop, chosen | {"key": "k", "from": "direct"})

    forms = POSTED.findall(page)
    assert [verb for verb, _fields in forms] == ["stop", "clock", "settle", "settle", "settle"]
    assert [verb for verb, fields in forms if 'name="tables" value="1-2"' not in fields] == []
    assert answer.headers["Location"] == f"{console}?show=playing&tables=1-2"


def test_a_call_of_another_tournament_is_not_there(
    cup: Tournament, call: DirectorCall, club: Club, alice: User
) -> None:
    other = started(club, 4)

    answer = client_of(alice).post(reverse("tournaments:settle_call", args=[other.slug, call.pk]))

    assert answer.status_code == 404
    assert calls.open_calls(cup) == [call]


def test_who_does_not_direct_settles_nothing(cup: Tournament, call: DirectorCall, bob: User) -> None:
    answer = client_of(bob).post(reverse("tournaments:settle_call", args=[cup.slug, call.pk]))

    assert answer.status_code == 403
    assert calls.open_calls(cup) == [call]


def test_a_call_changes_the_tournament_so_that_its_pages_look_again(
    cup: Tournament,
    bob: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    request: pytest.FixtureRequest,
) -> None:
    before = cup.version

    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        request.getfixturevalue("call")

    cup.refresh_from_db()
    assert cup.version > before


# ---- what is ruled, and appeals --------------------------------------------------------------------


def mine(user: User) -> str:
    """Return a player's own page."""
    return client_of(user).get(reverse("tournaments:me")).content.decode()


def appeal(cup: Tournament, call: DirectorCall, user: User) -> None:
    """Appeal against what was ruled on a call."""
    client_of(user).post(reverse("tournaments:appeal", args=[cup.slug, call.pk]), {"why": "He saw it"})


@pytest.fixture
def ruled(cup: Tournament, call: DirectorCall, bob: User, alice: User) -> DirectorCall:
    """Alice has ruled on the call; Bob plays at that table."""
    entry = pairing_of(cup, 1, 1).sides.get(number=0).entry
    Player.objects.filter(pk=entry.members.get(position=0).player_id).update(user=bob)
    client_of(alice).post(
        reverse("tournaments:settle_call", args=[cup.slug, call.pk]), {"key": "k", "why": "The card stays."}
    )
    call.refresh_from_db()
    return call


def test_what_the_director_rules_is_read_by_who_plays_there_and_stands_in_the_log(
    cup: Tournament, ruled: DirectorCall, bob: User, charlie: User
) -> None:
    assert "The card stays." in mine(bob)
    assert "The card stays." not in mine(charlie)
    assert Action.objects.get(verb="settle_call").why == "The card stays."


def test_an_appeal_is_decided_by_another_director_and_only_once(
    cup: Tournament, ruled: DirectorCall, bob: User, alice: User, adam: User
) -> None:
    appeal(cup, ruled, bob)
    again = DirectorCall.objects.get(appeals=ruled)
    settle = reverse("tournaments:settle_call", args=[cup.slug, again.pk])

    assert all(said in console(cup, adam) for said in ("He saw it", "The card stays."))
    client_of(alice).post(settle, {"key": "a", "why": "As I said."})
    assert settle in console(cup, adam)
    client_of(adam).post(settle, {"key": "b", "why": "The card goes back."})

    page = mine(bob)
    assert "The card goes back." in page
    assert "/appeal/" not in page
    appeal(cup, again, bob)
    assert DirectorCall.objects.count() == 2


def test_who_does_not_sit_there_appeals_against_nothing(
    cup: Tournament, ruled: DirectorCall, charlie: User
) -> None:
    appeal(cup, ruled, charlie)

    assert DirectorCall.objects.count() == 1


@pytest.mark.parametrize(("minutes", "calls_made"), [(10, 1), (11, 0)])
def test_for_ten_minutes_after_the_match_the_director_is_called_though_the_table_is_closed(
    cup: Tournament, bob: User, minutes: int, calls_made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing = pairing_of(cup, 1, 1)
    entry = pairing.sides.get(number=0).entry
    Player.objects.filter(pk=entry.members.get(position=0).player_id).update(user=bob)
    Seat.objects.filter(table=pairing.table, number=0).update(user=bob, kind=Seat.Kind.USER)
    play_round(cup, 1)
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=minutes))

    client_of(bob).post(reverse("tournaments:call", args=[cup.slug, pairing.pk]), {"why": "Revoke"})

    assert DirectorCall.objects.filter(reason="Revoke").count() == calls_made
    assert pairing.table is not None
    assert Table.objects.get(pairing=pairing).state == Table.State.CLOSED
