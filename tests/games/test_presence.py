"""Who has the table open: told when it has lasted, once however many pages, and nothing besides."""

from __future__ import annotations

import asyncio

import pytest

from games import presence
from games.models import Table, User
from games.rules import SEATS, SPECTATOR
from tests.games.scene import Phone
from tests.live import until

LASTS = 0.05


@pytest.fixture(autouse=True)
def _soon(_presence_untold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a change be told at once rather than after three seconds."""
    monkeypatch.setattr(presence, "LASTS_SECONDS", LASTS)


async def last_here(phone: Phone) -> list[int]:
    """Return the seats that were told last."""
    heard = [frame for frame in await phone.hear_all() if frame["t"] == "here"]
    seats: list[int] = heard[-1]["seats"]
    return seats


async def test_everybody_is_told_who_has_the_table_open(table: Table, four: list[User]) -> None:
    first, third, visitor = Phone(four[0]), Phone(four[2]), Phone()

    for phone in (first, third, visitor):
        await phone.watch(table)

    for phone in (first, third, visitor):
        assert await last_here(phone) == [0, 2]


async def test_who_has_gone_is_told_when_it_has_lasted(table: Table, four: list[User]) -> None:
    stays, goes = Phone(four[0]), Phone(four[1])
    await stays.watch(table)
    await goes.watch(table)
    assert await last_here(stays) == [0, 1]

    await goes.hang_up()

    assert await last_here(stays) == [0]


async def test_two_tabs_are_one_presence_and_one_that_goes_changes_nothing(
    table: Table, four: list[User]
) -> None:
    """Case S-26. Planted: sockets counted, not people; the seat is told as empty, or twice."""
    tabs = [Phone(four[1]), Phone(four[1])]
    for tab in tabs:
        await tab.watch(table)
    assert await last_here(tabs[0]) == [1]

    await tabs[1].hang_up()

    assert await last_here(tabs[0]) == [1]


async def test_a_page_that_is_loaded_again_was_never_away(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LASTS_SECONDS", 0.15)
    stays, again = Phone(four[0]), Phone(four[1])
    await stays.watch(table)
    await again.watch(table)
    assert await last_here(stays) == [0, 1]

    await again.hang_up()
    await Phone(four[1]).watch(table)

    assert {tuple(frame["seats"]) for frame in await stays.hear_all()} == {(0, 1)}


async def test_many_who_come_at_once_are_told_of_in_one_frame() -> None:
    told: list[tuple[int, str]] = []
    people = presence.Presence(lambda _: [*SEATS, SPECTATOR], lambda *told_to: told.append(told_to))

    for _ in range(9):
        people.changed(7, asyncio.get_running_loop())
    await until(lambda: told)

    assert told == [(7, '{"t":"here","seats":[0,1,2,3]}')]


async def test_a_server_that_stops_tells_nobody_any_more() -> None:
    told: list[tuple[int, str]] = []
    people = presence.Presence(lambda _: SEATS, lambda *told_to: told.append(told_to))

    people.changed(7, asyncio.get_running_loop())
    people.stop()
    await asyncio.sleep(2 * LASTS)
    people.changed(7, asyncio.get_running_loop())
    await until(lambda: told)

    assert len(told) == 1
