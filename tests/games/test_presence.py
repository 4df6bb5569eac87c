"""Who has the table open: told when it has lasted, once however many pages, and nothing besides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from unittest.mock import Mock

import pytest
from django.conf import settings

from games import hints, presence
from games.frames import encode
from games.models import Table, User
from games.rules import SEATS, SPECTATOR
from tarneeb_site import lifespan
from tests.games.scene import Phone
from tests.live import until

LASTS = 0.05


@pytest.fixture(autouse=True)
def _soon(_presence_untold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a change be told at once rather than after three seconds."""
    monkeypatch.setattr(presence, "LASTS_SECONDS", LASTS)
    monkeypatch.setattr(presence, "SAID_WITHIN_SECONDS", LASTS / 5)


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


# ---- several web processes ----

TABLE = 7


class Web:
    """What a web process knows of a table: the seats open in it, and what it has told its sockets."""

    def __init__(self, name: str, *seats: int) -> None:
        """Begin with these seats open, and nobody told."""
        self.open = {SEATS[seat] for seat in seats}
        self.told: list[str] = []
        self.presence = presence.Presence(self._open_at, lambda _, text: self.told.append(text), process=name)

    def _open_at(self, table_id: int) -> list[object]:
        return [*self.open, SPECTATOR] if table_id == TABLE else []

    def changed(self, *seats: int) -> None:
        """Let these seats, and no others, be open from now on."""
        self.open = {SEATS[seat] for seat in seats}
        self.presence.changed(TABLE, asyncio.get_running_loop())

    async def tells(self, *seats: int) -> None:
        """Wait until its sockets have been told of these seats last."""
        await until(lambda: bool(self.told) and self.told[-1] == encode(presence.here(seats)))


@pytest.fixture
async def web(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., Web]]:
    """Start web processes that hear each other, and themselves, as by Valkey."""
    started: list[Web] = []

    def publish(topic: str, version: int) -> None:
        del version
        loop = asyncio.get_running_loop()
        for one in started:
            loop.call_soon(one.presence.heard, topic, loop)

    monkeypatch.setattr(hints, "publish", publish)

    def start(*seats: int) -> Web:
        started.append(Web(f"web-{len(started)}", *seats))
        started[-1].changed(*seats)
        return started[-1]

    yield start
    for one in started:
        one.presence.stop()


async def test_two_processes_agree_on_who_is_there(web: Callable[..., Web]) -> None:
    first = web(0, 1)
    await first.tells(0, 1)
    second = web(2)

    await first.tells(0, 1, 2)
    await second.tells(0, 1, 2)


async def test_two_tabs_at_two_processes_are_one_presence(web: Callable[..., Web]) -> None:
    """Case S-26. Planted: the seats of one process alone told to its sockets."""
    first, second = web(0, 1), web(1)
    await first.tells(0, 1)

    second.changed()
    await asyncio.sleep(3 * LASTS)
    await first.tells(0, 1)
    first.changed(0)

    await first.tells(0)
    await second.tells(0)


async def test_who_comes_back_at_another_process_was_never_away(web: Callable[..., Web]) -> None:
    first, second = web(0, 1), web()
    await second.tells(0, 1)

    first.changed(0)
    second.changed(1)
    await asyncio.sleep(3 * LASTS)

    assert {first.told[-1], second.told[-1]} == {'{"t":"here","seats":[0,1]}'}
    assert '{"t":"here","seats":[0]}' not in first.told + second.told[1:]


async def test_a_process_that_stops_takes_its_people_with_it(web: Callable[..., Web]) -> None:
    first, second = web(0), web(1)
    await first.tells(0, 1)

    second.presence.stop()

    await first.tells(0)


async def test_a_process_that_was_killed_is_forgotten_when_it_has_said_nothing_for_long(
    web: Callable[..., Web], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "SAID_AGAIN_SECONDS", LASTS)
    monkeypatch.setattr(presence, "KEPT_SECONDS", 3 * LASTS)
    first, second = web(0), web(1)
    await first.tells(0, 1)

    monkeypatch.setattr(second.presence, "_publish", lambda _: None)

    await first.tells(0)


async def test_a_hint_that_was_lost_is_followed_by_another(
    web: Callable[..., Web], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "SAID_AGAIN_SECONDS", 2 * LASTS)
    with monkeypatch.context() as lost:
        lost.setattr(hints, "publish", lambda *_: None)
        first, second = web(0), web(1)
        await first.tells(0)

    await first.tells(0, 1)
    await second.tells(0, 1)


async def test_of_a_table_nobody_has_open_here_nothing_is_kept(web: Callable[..., Web]) -> None:
    first, second = web(0), web(1)
    await first.tells(0, 1)

    second.presence.heard(f"{presence.TOPIC}web-9:8=15", asyncio.get_running_loop())

    assert set(second.presence._elsewhere) == {TABLE}


async def test_without_valkey_each_process_tells_of_its_own_sockets() -> None:
    alone = Web("web-1", 0, 3)

    alone.changed(0, 3)

    await alone.tells(0, 3)
    alone.presence.stop()


async def test_over_a_real_valkey_two_processes_agree(
    valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "VALKEY_URL", valkey_url)
    monkeypatch.setattr(hints, "_PUBLISHER", hints.Publisher())
    monkeypatch.setattr(presence, "SAID_AGAIN_SECONDS", 2 * LASTS)
    loop = asyncio.get_running_loop()
    both = [Web("web-1", 0, 1), Web("web-2", 1, 2)]

    def hear(one: Web, topic: str, version: int) -> None:
        assert version == 0
        loop.call_soon_threadsafe(one.presence.heard, topic, loop)

    listeners = [hints.Listener(partial(hear, one)) for one in both]
    for listener in listeners:
        listener.start()
    both[0].changed(0, 1)
    both[1].changed(1, 2)

    for one in both:
        await one.tells(0, 1, 2)
        one.presence.stop()
    for listener in listeners:
        await asyncio.to_thread(listener.stop)


def test_what_a_web_process_hears_of_presence_goes_to_its_hub_and_wakes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []
    monkeypatch.setattr("tarneeb_site.lifespan.HUB", Mock(heard_here=heard.append))
    process = lifespan.WebProcess.__new__(lifespan.WebProcess)

    process._heard("here:web-1:7=3", 0)

    assert heard == ["here:web-1:7=3"]
