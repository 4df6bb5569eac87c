"""Publishing is a consequence of a commit: never before it, never without it, and never in its way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import transaction

from games import hints, hub
from games.hub import Committed, Hub, event_frames
from games.models import Table, User
from games.rules import RULESETS, SEATS, SPECTATOR, Event, Position, Viewer
from games.services import watch
from games.store import Logged
from tests.cast import NOW
from tests.games.scene import opened, play_on, stored

Capture = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The last event number of everything that is published."""
    found: list[int] = []

    def publish(moves: Iterable[Committed]) -> None:
        found.extend(move.last_seq for move in moves)

    monkeypatch.setattr(hub.HUB, "publish", publish)
    return found


@pytest.mark.django_db(transaction=True)
def test_nothing_is_published_before_the_outermost_commit(told: list[int], four: list[User]) -> None:
    table = opened(four)
    told.clear()

    with transaction.atomic():
        with transaction.atomic():
            play_on(table, four, 1)
        assert told == []

    assert told == [stored(table).seq]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_published_of_what_was_rolled_back(told: list[int], four: list[User]) -> None:
    table = opened(four)
    before = stored(table)
    told.clear()

    def play_and_fail() -> None:
        play_on(table, four, 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        transaction.atomic(play_and_fail)()

    assert told == []
    assert stored(table) == before


@pytest.mark.django_db(transaction=True)
def test_what_fails_while_publishing_does_not_fail_the_commit(
    four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(four)
    before = stored(table).seq
    monkeypatch.setattr(hints, "publish", lambda topic, version: 1 / 0)

    play_on(table, four, 1)

    assert stored(table).seq == before + 1


class Page:
    """Stands for a socket: keeps what it is sent."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.frames: list[dict[str, Any]] = []
        self.changes_of_seats = 0
        self.wakes = 0
        self.lines = 0

    def deliver(self, text: str) -> None:
        """Keep a frame."""
        self.frames.append(json.loads(text))

    def seats_changed(self) -> None:
        """Count."""
        self.changes_of_seats += 1

    def spoken_to(self) -> None:
        """Count."""
        self.lines += 1

    def moved(self) -> None:
        """Count."""
        self.wakes += 1

    def goodbye(self) -> None:
        """The server stops."""

    @property
    def numbers(self) -> list[int]:
        """The event numbers it was sent."""
        return [frame["s"] for frame in self.frames]


@pytest.fixture
async def own_hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """A hub that delivers on this test's loop, in the place of the process's own."""
    mine = Hub()
    mine.open(asyncio.get_running_loop())
    monkeypatch.setattr(hub, "HUB", mine)
    monkeypatch.setattr(watch, "HUB", mine)
    return mine


async def delivered() -> None:
    """Let the loop do what other threads have asked it to."""
    await asyncio.sleep(0.01)


@database_sync_to_async
def deal_of_four(people: list[User]) -> tuple[Table, int]:
    """Open a table where these people sit; return it with its last number."""
    table = opened(people)
    return table, stored(table).seq


async def test_every_viewer_gets_every_number_of_a_deal_in_order(
    transactional_db: None, own_hub: Hub, four: list[User]
) -> None:
    table, seq = await deal_of_four(four)
    viewers: list[Viewer] = [*SEATS, SPECTATOR]
    pages = {viewer: Page() for viewer in viewers}
    for viewer, page in pages.items():
        own_hub.join(table.pk, page, viewer, seq=seq)

    await database_sync_to_async(play_on)(table, four, 30)
    await delivered()

    last = (await database_sync_to_async(stored)(table)).seq
    for page in pages.values():
        assert page.numbers == list(range(seq + 1, last + 1))


async def test_what_is_legal_is_told_to_the_seat_to_move_only(
    transactional_db: None, own_hub: Hub, four: list[User]
) -> None:
    table, seq = await deal_of_four(four)
    viewers: list[Viewer] = [*SEATS, SPECTATOR]
    pages = {viewer: Page() for viewer in viewers}
    for viewer, page in pages.items():
        own_hub.join(table.pk, page, viewer, seq=seq)

    await database_sync_to_async(play_on)(table, four, 12)
    await delivered()

    for viewer, page in pages.items():
        for frame in page.frames:
            if "legal" in frame or "must" in frame:
                assert frame["turn"] == viewer


async def test_a_page_that_missed_a_publication_is_found_behind_and_gets_all(
    transactional_db: None, own_hub: Hub, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seq = await deal_of_four(four)
    page, behind = Page(), asyncio.Event()
    own_hub.behind = behind.set
    own_hub.join(table.pk, page, SPECTATOR, seq=seq)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(hub, "HUB", Hub())
        await database_sync_to_async(play_on)(table, four, 2)

    await database_sync_to_async(play_on)(table, four, 1)
    await delivered()

    assert behind.is_set()
    assert page.frames == []
    assert await database_sync_to_async(watch.catch_up)(own_hub.watched(), now=NOW) == 1
    await delivered()
    assert page.numbers == [seq + 1, seq + 2, seq + 3]


async def test_what_another_process_wrote_is_found_by_asking(
    transactional_db: None, own_hub: Hub, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seq = await deal_of_four(four)
    page = Page()
    own_hub.join(table.pk, page, SEATS[0], seq=seq)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(hub, "HUB", Hub())
        await database_sync_to_async(play_on)(table, four, 5)

    found = await database_sync_to_async(watch.catch_up)(own_hub.watched(), now=NOW)
    await delivered()
    again = await database_sync_to_async(watch.catch_up)(own_hub.watched(), now=NOW)

    last = (await database_sync_to_async(stored)(table)).seq
    assert (found, again) == (1, 0)
    assert page.numbers == list(range(seq + 1, last + 1))
    assert own_hub.seq_of(table.pk) == last


def test_asking_is_two_statements_while_nothing_has_changed(
    four: list[User], django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    table = opened(four)
    watched = {table.pk: stored(table).seq}

    with django_assert_num_queries(2):  # for what was played, and for what was said
        assert watch.catch_up(watched, now=NOW) == 0
    with django_assert_num_queries(0):
        assert watch.catch_up({}, now=NOW) == 0


async def test_what_was_delivered_is_not_delivered_again(own_hub: Hub) -> None:
    page = Page()
    move = committed(5, 2)
    own_hub.join(1, page, SPECTATOR, seq=4)

    own_hub.publish([move])
    own_hub.publish([move])
    own_hub.publish([committed(6, 3)])
    await delivered()

    assert page.numbers == [5, 6, 7, 8]


def committed(first: int, count: int) -> Committed:
    """Return a move of so many events at a table nobody else knows."""
    position = Position.begin(RULESETS["levantine"], dealer=SEATS[0])
    ready = tuple(Logged(Event("ready", SEATS[n], {}), "user") for n in range(count))
    return Committed(1, first, ready, position, None, NOW)


async def test_who_joins_late_is_told_that_he_has_missed_something(own_hub: Hub) -> None:
    own_hub.join(1, Page(), SPECTATOR, seq=9)

    assert own_hub.join(1, Page(), SPECTATOR, seq=7) == 9


async def test_who_has_left_hears_nothing_and_an_empty_room_is_gone(own_hub: Hub) -> None:
    page = Page()
    own_hub.join(1, page, SPECTATOR, seq=4)

    own_hub.leave(1, page)
    own_hub.publish([committed(5, 1)])
    await delivered()

    assert page.frames == []
    assert own_hub.watched() == {}


async def test_a_change_of_seats_is_told_to_every_socket_of_the_table(own_hub: Hub) -> None:
    page = Page()
    own_hub.join(1, page, SPECTATOR, seq=4)
    move = committed(5, 1)
    sat = Logged(Event("sit", SEATS[2], {"seat": 2, "name": "Karim", "kind": "user"}), "user")

    own_hub.publish([Committed(1, 5, (sat,), move.position, None, NOW)])
    await delivered()

    assert page.frames[0]["d"] == {"seat": 2, "name": "Karim", "kind": "user"}
    assert page.changes_of_seats == 1


def test_publishing_to_a_loop_that_has_ended_is_lost_without_a_word() -> None:
    mine = Hub()
    loop = asyncio.new_event_loop()
    mine.open(loop)
    mine.join(1, Page(), SPECTATOR, seq=4)
    loop.close()

    mine.publish([committed(5, 1)])


def test_an_event_of_an_unknown_kind_is_shown_to_nobody_and_counts() -> None:
    move = committed(5, 1)
    secret = Logged(Event("peek", SEATS[0], {"card": "AS"}), "table")
    move = Committed(1, 5, (secret, *move.events), move.position, None, NOW)

    frames = event_frames(move, SPECTATOR)

    assert frames[0] == {"t": "ev", "s": 5}


def test_one_move_is_encoded_once_for_all_who_see_the_same_however_many_sockets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = Hub()
    viewers: tuple[Viewer, ...] = (*SEATS, SPECTATOR)
    for viewer in viewers:
        for _ in range(50):
            mine.join(1, Page(), viewer, seq=4)
    encoded: list[object] = []

    def encode(frame: object) -> str:
        encoded.append(frame)
        return "{}"

    monkeypatch.setattr(hub, "encode", encode)

    mine._deliver([committed(5, 1)])

    seen = {repr(event_frames(committed(5, 1), viewer)) for viewer in viewers}
    assert len(encoded) == len(seen) < len(viewers)
