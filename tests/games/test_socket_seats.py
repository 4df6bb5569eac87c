"""Sitting down and getting up over a socket: from then on the table is seen from there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games import consumers
from games.hub import HUB
from games.models import Table, User
from games.rules import SPECTATOR
from games.services import opening, tables
from tests.cast import NOW
from tests.games.scene import Phone, in_database, log_of, plan, stored


@pytest.fixture
def empty(seam: None, transactional_db: None, four: list[User]) -> Table:
    """A table whose seats are kept for the four, and where nobody sits yet."""
    (table,) = opening.open_tables([plan(four)], now=NOW)
    return table


async def test_who_sits_down_sees_the_table_from_his_seat(empty: Table, four: list[User]) -> None:
    phones = [Phone(user) for user in four]
    for phone in phones:
        assert (await phone.watch(empty))["you"] is None

    for number, phone in enumerate(phones):
        await phone.do("sit", {"seat": number})
        heard = await phone.hear_until("ack")

    for number, phone in enumerate(phones):
        state = await state_of_deal(phone) if number < 3 else await state_after(heard, phone)
        assert state["you"] == number
    assert [seat.kind for seat in (await in_database(stored)(empty)).seats] == ["user"] * 4


async def state_of_deal(phone: Phone) -> dict[str, Any]:
    """Return the last state a phone is shown when nothing more comes."""
    state: dict[str, Any] = {}
    while not await phone.hears_nothing():
        frame = await phone.hear()
        state = frame if frame["t"] == "state" else state
    return state


async def state_after(heard: list[dict[str, Any]], phone: Phone) -> dict[str, Any]:
    """Return the state that comes with the last seat, be it before its acknowledgement or after."""
    states = [frame for frame in heard if frame["t"] == "state"]
    return states[-1] if states else (await phone.hear_until("state"))[-1]


async def test_who_comes_back_to_a_table_where_seats_have_changed_is_shown_it_anew(
    empty: Table, four: list[User]
) -> None:
    phone = Phone(four[0])
    had = (await phone.watch(empty))["s"]
    await phone.hang_up()
    await in_database(tables.sit)(table_id=empty.pk, number=0, user=four[0], now=NOW)

    back = await Phone(four[0]).watch(empty, have=had)

    assert (back["t"], back["you"]) == ("state", 0)


async def test_the_seat_of_another_is_not_to_be_had(empty: Table, four: list[User]) -> None:
    phone = Phone(four[0])
    await phone.watch(empty)

    await phone.do("sit", {"seat": 1})

    assert (await phone.hear())["code"] == "seat_taken"


async def test_sitting_down_twice_is_one_event_and_one_acknowledgement(
    empty: Table, four: list[User]
) -> None:
    phone = Phone(four[0])
    await phone.watch(empty)
    await phone.do("sit", {"seat": 0}, act_id="9f-1")
    first = (await phone.hear_until("ack"))[-1]

    await phone.do("sit", {"seat": 0}, act_id="9f-1")

    assert (await phone.hear_until("ack"))[-1] == first
    sat = [entry for entry in await in_database(log_of)(empty) if entry.event.kind == "sit"]
    assert len(sat) == 1


@pytest.mark.parametrize("seat", [None, "0", True, -1, 4, 1.5, [0], {}])
async def test_a_seat_that_is_none_is_no_act(empty: Table, four: list[User], seat: object) -> None:
    phone = Phone(four[0])
    await phone.watch(empty)

    await phone.do("sit", {"seat": seat})

    assert (await phone.hear())["code"] in {"bad_action", "bad_frame"}


async def test_who_gets_up_sees_no_hand_any_more(table: Table, four: list[User]) -> None:
    phone = Phone(four[0])
    assert (await phone.watch(table))["view"]["hand"] != []

    await phone.do("leave", {})
    state = (await phone.hear_until("state"))[-1]

    assert (state["you"], state["view"]["hand"]) == (None, [])


async def test_a_seat_taken_while_a_phone_says_hello_is_seen_from_that_seat(
    empty: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a socket that had looked up its seat too early stayed a spectator's for good."""
    looked_up, sat = consumers.CAUGHT_UP, False

    async def sit_meanwhile(arrival: Any) -> Any:
        nonlocal sat
        found = await looked_up(arrival)
        if not sat:
            sat = True
            await in_database(tables.sit)(table_id=empty.pk, number=0, user=four[0], now=NOW)
        return found

    monkeypatch.setattr(consumers, "CAUGHT_UP", sit_meanwhile)
    phone = Phone(four[0])
    await phone.watch(empty)

    assert (await state_of_deal(phone))["you"] == 0
    rooms = HUB._rooms[empty.pk].listeners
    assert [viewer for viewer, group in rooms.items() if group] == [0]


async def test_a_change_of_seat_in_the_middle_of_a_hello_is_shown_after_it(
    empty: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: without the lock the phone was put back to where it had watched from before."""
    phone = Phone(four[0])
    await phone.watch(empty)
    (listener,) = HUB._rooms[empty.pk].listeners[SPECTATOR]
    looked_up, answered = asyncio.Event(), asyncio.Event()
    caught_up = consumers.CAUGHT_UP

    async def slow(arrival: Any) -> Any:
        found = await caught_up(arrival)
        if not looked_up.is_set():
            looked_up.set()
            await answered.wait()
        return found

    monkeypatch.setattr(consumers, "CAUGHT_UP", slow)
    await phone.hello(empty)
    await looked_up.wait()
    await in_database(tables.sit)(table_id=empty.pk, number=0, user=four[0], now=NOW)
    listener.seats_changed()
    await asyncio.sleep(0.1)
    answered.set()

    seen = []
    while not await phone.hears_nothing():
        seen.append((await phone.hear())["you"])
    assert seen == [None, 0]
