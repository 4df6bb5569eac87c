"""A seat somebody got up from: a bot plays it, another person may, and he may come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.models import Seat, Table, User
from games.rules import Phase
from games.services import opening, play, tables
from games.services.opening import SeatPlan
from games.services.tables import AlreadySeated, SeatTaken
from tests.cast import NOW
from tests.games.scene import CASUAL, log_of, plan, play_on, stored


def open_to_all(people: Sequence[User]) -> Table:
    """Open a table whose seats are kept for nobody, and let these people sit from seat 0 on."""
    free = replace(plan(policy=CASUAL), seats=(SeatPlan("", is_held=False),) * 4)
    (table,) = opening.open_tables([free], now=NOW)
    for number, user in enumerate(people):
        tables.sit(table_id=table.pk, number=number, user=user, now=NOW)
    return table


def in_mid_trick(table: Table, people: Sequence[User]) -> int:
    """Play until two cards of a trick lie on the table; return who is to play the third."""
    while stored(table).position.phase is not Phase.PLAY or len(stored(table).position.trick.cards) != 2:
        play_on(table, people, 1)
    turn = stored(table).position.turn
    assert turn is not None
    return turn


def test_a_person_takes_his_seat_back_from_a_bot_in_mid_trick(four: list[User]) -> None:
    table = open_to_all(four)
    turn = in_mid_trick(table, four)
    tables.leave(table_id=table.pk, user=four[turn], now=NOW)
    before = stored(table)
    assert before.seats[turn].kind == "bot"

    tables.take_back(table_id=table.pk, user=four[turn], now=NOW)

    after = stored(table)
    assert (after.seats[turn].kind, after.seats[turn].user_id) == ("user", four[turn].pk)
    assert after.position == before.position
    play_on(table, four, 1)
    assert (log_of(table)[-1].event.seat, log_of(table)[-1].by) == (turn, "user")


def test_who_takes_his_seat_back_has_a_persons_time_for_his_card(four: list[User]) -> None:
    table = open_to_all(four)
    turn = in_mid_trick(table, four)
    timed = table.policy | {"card_seconds": 20}
    Table.objects.filter(pk=table.pk).update(policy=timed)
    tables.leave(table_id=table.pk, user=four[turn], now=NOW)
    assert stored(table).due_at == NOW

    tables.take_back(table_id=table.pk, user=four[turn], now=NOW)

    due = stored(table).due_at
    assert due is not None
    assert (due - NOW).total_seconds() == 20


def test_a_seat_somebody_else_has_taken_meanwhile_is_not_taken_back(four: list[User], charlie: User) -> None:
    table = open_to_all(four)
    tables.leave(table_id=table.pk, user=four[1], now=NOW)
    tables.sit(table_id=table.pk, number=1, user=charlie, now=NOW)

    with pytest.raises(play.NotSeated):
        tables.take_back(table_id=table.pk, user=four[1], now=NOW)
    with pytest.raises(SeatTaken):
        tables.sit(table_id=table.pk, number=1, user=four[1], now=NOW)

    assert stored(table).seats[1].user_id == charlie.pk


def test_only_who_had_a_seat_takes_one_back(four: list[User], charlie: User) -> None:
    table = open_to_all(four)

    with pytest.raises(play.NotSeated):
        tables.take_back(table_id=table.pk, user=charlie, now=NOW)
    with pytest.raises(AlreadySeated):
        tables.take_back(table_id=table.pk, user=four[0], now=NOW)


def test_taking_back_that_comes_twice_is_answered_as_at_first(four: list[User]) -> None:
    table = open_to_all(four)
    tables.leave(table_id=table.pk, user=four[2], now=NOW)

    first = tables.take_back(table_id=table.pk, user=four[2], now=NOW, client_id="9f-17")

    assert tables.take_back(table_id=table.pk, user=four[2], now=NOW, client_id="9f-17") == first
    assert [entry.event.kind for entry in log_of(table)].count("sit") == 5


def test_who_moves_to_another_seat_has_left_the_first_to_whoever_comes(four: list[User]) -> None:
    table = open_to_all(four[:2])
    tables.leave(table_id=table.pk, user=four[0], now=NOW)
    tables.sit(table_id=table.pk, number=2, user=four[0], now=NOW)

    assert [seat.holder_id for seat in Seat.objects.filter(table=table)] == [
        None,
        four[1].pk,
        four[0].pk,
        None,
    ]
