"""What people reported of other live tables, told of ours: playing, coming back, two tabs of one person."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

import pytest

from games.frames import CLOSE_NO_TABLE
from games.hub import HUB
from games.models import Seat, Table, User
from games.rules import SEATS, Phase, Refusal, view
from games.services import opening, play, tables
from games.services.opening import SeatPlan
from tests.cast import NOW
from tests.games.scene import (
    CASUAL,
    Phone,
    in_database,
    next_act,
    opened,
    plan,
    play_on,
    play_out,
    sensible,
    stored,
    to_move,
)


def until_somebody_must_follow(table: Table, people: list[User]) -> tuple[int, str]:
    """Play until the seat to move has to follow suit; return the seat and a card that does not."""
    while True:
        now = stored(table)
        seat = now.position.turn
        assert seat is not None
        seen = view(now.position, seat)
        if seen["must"] == "must_follow_suit":
            return seat, next(card for card in seen["hand"] if card not in seen["legal"])
        play_on(table, people, 1)


async def test_a_raw_frame_that_does_not_follow_suit_is_refused_and_the_others_see_nothing(
    table: Table, four: list[User]
) -> None:
    """Case O-15, the wire's half: what is legal is for the server to say."""
    seat, card = await in_database(until_somebody_must_follow)(table, four)
    phones = [Phone(user) for user in four]
    seen = [(await phone.watch(table))["s"] for phone in phones]

    await phones[seat].do("card", {"card": card}, seen=seen[0])

    nack = await phones[seat].hear()
    assert (nack["code"], nack["s"]) == ("must_follow_suit", seen[0])
    for number in range(4):
        assert number == seat or await phones[number].hears_nothing()
    assert (await in_database(stored)(table)).seq == seen[0]


async def test_two_tabs_of_one_person_are_one_seat_and_both_see_what_either_plays(
    table: Table, four: list[User]
) -> None:
    """Case S-26: the same person twice at a table is one presence."""
    seat, kind, data, seen = await to_move(table, four)
    tabs = [Phone(four[seat]), Phone(four[seat])]
    states = [await tab.watch(table) for tab in tabs]

    await tabs[0].do(kind, data, seen=seen, act_id="9f-1")
    first = await tabs[0].hear_until("ack")
    second = await tabs[1].hear()
    await tabs[1].do(kind, data, seen=seen, act_id="a0-1")

    assert {state["you"] for state in states} == {int(seat)}
    assert first[0] == second
    assert (await tabs[1].hear())["code"] == "stale"
    assert set(HUB._rooms[table.pk].listeners) == {seat}


async def test_one_tab_that_goes_leaves_the_other_at_the_table(table: Table, four: list[User]) -> None:
    """Case S-26, and reload: what one tab does to its line is nothing to the other."""
    staying, going = Phone(four[0]), Phone(four[0])
    await staying.watch(table)
    await going.watch(table)

    await going.hang_up()
    await in_database(play_on)(table, four, 1)

    assert (await staying.hear())["t"] == "ev"
    assert (await in_database(stored)(table)).seats[0].kind == "user"


async def test_who_sits_cannot_also_watch_from_elsewhere(table: Table, four: list[User]) -> None:
    """Case S-26: signed in, he is his seat on every socket; a spectator's view of it shows no hand."""
    player, visitor = Phone(four[0]), Phone()
    seated, watching = await player.watch(table), await visitor.watch(table)

    assert (seated["you"], len(seated["view"]["hand"])) == (0, 13)
    assert (watching["you"], watching["view"]["hand"]) == (None, [])


async def test_a_line_cut_between_the_writing_and_the_answer_gets_its_answer_on_the_next(
    table: Table, four: list[User]
) -> None:
    """T5: the move was written and the answer lost; said again it is one move."""
    seat, kind, data, seen = await to_move(table, four)
    _, act = await in_database(next_act)(table, four, client_id="9f-7")
    await in_database(play.submit_now)(table.pk, act, seat=seat, now=NOW)
    phone = await Phone(four[seat]).connect()

    await phone.hello(table, have=seen)
    await phone.do(kind, data, seen=seen, act_id="9f-7")

    heard = await phone.hear_until("ack")
    assert [frame["t"] for frame in heard] == ["ev", "ack"]
    assert heard[-1]["s"] == heard[0]["s"] == seen + 1


async def test_everybody_cut_in_the_middle_of_a_trick_comes_back_to_the_same_table(
    table: Table, four: list[User]
) -> None:
    """All four lines end and come back at once: each gets what it missed, in order, and plays on."""
    await in_database(until_somebody_must_follow)(table, four)
    phones = [Phone(user) for user in four]
    had = [(await phone.watch(table))["s"] for phone in phones]
    for phone in phones:
        await phone.hang_up()
    await in_database(play_on)(table, four, 5)
    last = (await in_database(stored)(table)).seq

    again = [await Phone(user).connect() for user in four]
    await asyncio.gather(*(phone.hello(table, have) for phone, have in zip(again, had, strict=True)))

    for phone, have in zip(again, had, strict=True):
        missed = [(await phone.hear())["s"] for _ in range(last - have)]
        assert missed == list(range(have + 1, last + 1))
    seat, kind, data, seen = await to_move(table, four)
    await again[seat].do(kind, data, seen=seen)
    assert (await again[seat].hear_until("ack"))[-1]["t"] == "ack"


def test_a_table_everybody_has_left_stands_still(four: list[User]) -> None:
    """Case S-24: bots do not play on among themselves, and no other match begins."""
    table = opened(four, policy=CASUAL, cap=1)
    for user in four:
        tables.leave(table_id=table.pk, user=user, now=NOW)

    play_out()

    assert stored(table).match_number == 1
    assert stored(table).position.phase is Phase.AUCTION
    assert stored(table).due_at is None
    assert Seat.objects.filter(table=table, kind=Seat.Kind.USER).count() == 0


@pytest.mark.parametrize("number", SEATS)
def test_nobody_moves_for_another_seat(four: list[User], number: int) -> None:
    """T4: the seat is the one of the session, whatever is asked for in whose name."""
    table = opened(four)
    now = stored(table)
    turn = now.position.turn
    assert turn is not None
    action = sensible(view(now.position, turn))
    act = play.Act(four[number].pk, action, f"act-{number}", now.seq)

    with nullcontext() if number == turn else pytest.raises(Refusal, match="not_your_turn"):
        play.submit_now(table.pk, act, seat=turn, now=NOW)

    assert (stored(table).seq > now.seq) is (number == turn)


async def test_who_gets_up_from_a_private_table_watches_it_no_more(seam: None, four: list[User]) -> None:
    """Planted: whoever was let in once watches on, although the table is not there for him any more."""
    table = await in_database(private_table)(four[:2])
    stays, goes = Phone(four[0]), Phone(four[1])
    await stays.watch(table)
    await goes.watch(table)

    await goes.do("leave", {})

    assert (await goes.hear_until("ack"))[-1]["t"] == "ack"
    assert await goes.closed_with() == CLOSE_NO_TABLE
    assert [frame["k"] for frame in await stays.hear_all()] == ["leave"]


def private_table(people: Sequence[User]) -> Table:
    """Open a table that waits, for these people and whoever gets its link; nobody else sees it."""
    free = (SeatPlan("", is_held=False),) * 4
    (table,) = opening.open_tables([replace(plan(is_public=False, policy=CASUAL), seats=free)], now=NOW)
    for number, user in enumerate(people):
        tables.sit(table_id=table.pk, number=number, user=user, now=NOW)
    return table
