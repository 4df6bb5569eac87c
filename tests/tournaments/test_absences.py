"""Who is missing at a tournament's tables: what the director is told, and when a substitute may sit."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from games.dealing import Stream
from games.models import Seat, Table, User
from games.services import play, tables
from games.services.clocks import TablePolicy
from tests.cast import NOW, client_of
from tests.games.scene import stored
from tests.tournaments.evenings import pairing_of, started
from tournaments.models import Club, Pairing, Player, Tournament
from tournaments.services import seats
from tournaments.services.absences import absences
from tournaments.services.actions import PROGRAM

MINUTE = timedelta(minutes=1)
LITTLE = timedelta(seconds=1)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Two pairs, called to the one table there is."""
    return started(club, 2)


def table_of(cup: Tournament) -> Pairing:
    """Return the pairing that is played."""
    return pairing_of(cup, 1, 1)


def come(cup: Tournament, name: str) -> User:
    """Let a player open his link and sit down."""
    player = Player.objects.get(name=name)
    user = seats.open_seat(player=player, visitor=None, now=NOW, stream=Stream(name.encode()))
    seats.sit_down(pairing=table_of(cup), user=user, now=NOW)
    return user


def all_come(cup: Tournament) -> dict[str, User]:
    """Let everybody sit down."""
    return {name: come(cup, name) for name in ("Player 1 A", "Player 1 B", "Player 2 A", "Player 2 B")}


def told(cup: Tournament, now: datetime) -> list[tuple[str, bool, bool]]:
    """Return who is missing at a moment: his name, whether he had come, whether he may be replaced."""
    return [(one.name, one.has_come, one.may_be_replaced) for one in absences(cup, now=now)]


def test_who_has_not_come_five_minutes_after_the_call_is_on_the_list_and_not_before(cup: Tournament) -> None:
    for name in ("Player 1 A", "Player 2 A", "Player 2 B"):
        come(cup, name)

    assert told(cup, NOW + 5 * MINUTE - LITTLE) == []
    assert told(cup, NOW + 5 * MINUTE) == [("Player 1 B", False, True)]


def test_who_is_away_is_on_the_list_after_two_minutes_and_may_be_replaced_after_five(
    cup: Tournament,
) -> None:
    users = all_come(cup)
    tables.leave(table_id=table_of(cup).table_id, user=users["Player 2 A"], now=NOW)  # type: ignore[arg-type]  # it has one

    assert told(cup, NOW + 2 * MINUTE - LITTLE) == []
    assert told(cup, NOW + 2 * MINUTE) == [("Player 2 A", True, False)]
    assert told(cup, NOW + 5 * MINUTE) == [("Player 2 A", True, True)]


def test_who_only_lets_his_time_run_out_is_away_from_the_second_time_on(cup: Tournament) -> None:
    all_come(cup)
    table_id = table_of(cup).table_id
    assert table_id is not None
    while not (gone := Seat.objects.filter(table=table_id, absent_since__isnull=False).first()):
        due = play.next_due()
        assert due is not None
        play.play_at([table_id], now=due)

    assert gone.missed == 2
    assert [has_come for _, has_come, _ in told(cup, gone.absent_since + 2 * MINUTE)] == [True]


def test_who_comes_back_is_on_the_list_no_more(cup: Tournament) -> None:
    users = all_come(cup)
    table_id = table_of(cup).table_id
    assert table_id is not None
    tables.leave(table_id=table_id, user=users["Player 1 B"], now=NOW)

    tables.take_back(table_id=table_id, user=users["Player 1 B"], now=NOW + 3 * MINUTE)

    assert told(cup, NOW + 10 * MINUTE) == []


def test_a_substitute_sits_by_the_link_the_director_gives_and_the_absent_one_no_more(
    cup: Tournament,
) -> None:
    users = all_come(cup)
    table_id = table_of(cup).table_id
    assert table_id is not None
    tables.leave(table_id=table_id, user=users["Player 1 B"], now=NOW)
    player = Player.objects.get(name="Player 1 B")

    seats.renew_seat(
        tournament_id=cup.pk, player_id=player.pk, author=PROGRAM, now=NOW, stream=Stream(b"new link")
    )
    player.refresh_from_db()
    substitute = seats.open_seat(player=player, visitor=None, now=NOW, stream=Stream(b"substitute"))
    seats.sit_down(pairing=table_of(cup), user=substitute, now=NOW)

    assert stored(table_of(cup).table).seats[2].user_id == substitute.pk  # type: ignore[arg-type]  # it has one
    assert told(cup, NOW + 10 * MINUTE) == []
    with pytest.raises(play.NotSeated):
        tables.take_back(table_id=table_id, user=users["Player 1 B"], now=NOW)


def test_nobody_is_missed_where_bots_play_for_who_does_not_come(club: Club) -> None:
    cup = started(club, 2, policy=TablePolicy.people(bots_after=120))

    assert told(cup, NOW + 10 * MINUTE) == []


def test_no_bot_sits_in_a_tournament_unless_the_tournament_allows_it(cup: Tournament) -> None:
    come(cup, "Player 1 A")

    assert tables.seat_due_bots(NOW + 60 * MINUTE) == 0

    assert {seat.kind for seat in stored(table_of(cup).table).seats} == {"user", "open"}  # type: ignore[arg-type]  # it has one


def test_the_director_reads_who_is_missing_and_gives_a_new_link(cup: Tournament, alice: User) -> None:
    for name in ("Player 1 A", "Player 2 A", "Player 2 B"):
        come(cup, name)
    Table.objects.filter(pairing=table_of(cup)).update(created_at=NOW - 6 * MINUTE)
    player = Player.objects.get(name="Player 1 B")

    page = client_of(alice).get(reverse("tournaments:direct", args=[cup.slug])).content.decode()

    assert "Player 1 B" in page
    assert reverse("tournaments:renew_seat", args=[cup.slug, player.pk]) in page
    assert "Nobody came to several matches?" in page
