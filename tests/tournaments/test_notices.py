"""Pages are told that a tournament changed: after the commit, once, and only those who may see it."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import hints
from games.models import User
from tests.cast import NOW
from tests.tournaments.evenings import drawn
from tournaments import notices
from tournaments.consumers import MOST_TOPICS, NoticeConsumer
from tournaments.models import Club, Tournament
from tournaments.services import planning
from tournaments.services.actions import Author
from tournaments.services.planning import Plan

PATIENCE = 5.0
CUP = "tournament:thursday-cup"


class Page:
    """A page's socket."""

    def __init__(self, *topics: str, user: User | None = None) -> None:
        """Prepare a socket of this visitor that will name these topics."""
        self._topics = topics
        scope: dict[str, Any] = {
            "type": "websocket",
            "path": "/ws/notices",
            "user": user or AnonymousUser(),
            "headers": [],
        }
        self._app = ApplicationCommunicator(NoticeConsumer.as_asgi(), scope)

    async def __aenter__(self) -> Self:
        """Connect and name the topics."""
        await self._app.send_input({"type": "websocket.connect"})
        assert (await self._app.receive_output(PATIENCE))["type"] == "websocket.accept"
        for topic in self._topics:
            await self.say({"t": "hello", "topic": topic})
        return self

    async def __aexit__(self, *_fault: object) -> None:
        """Leave."""
        await self._app.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._app.wait(PATIENCE)

    async def say(self, frame: Any) -> None:
        """Send a frame."""
        await self._app.send_input({"type": "websocket.receive", "text": json.dumps(frame)})

    async def hear(self) -> Any:
        """Return the next frame, or the code the socket was closed with."""
        heard = await self._app.receive_output(PATIENCE)
        return json.loads(heard["text"]) if "text" in heard else heard["code"]


def test_a_notice_goes_out_after_the_commit_and_never_before(
    club: Club,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup, told = drawn(club, 2), []
    monkeypatch.setattr(hints, "publish", lambda topic, version: told.append((topic, version)))

    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        notices.changed(cup.pk)
        assert told == []

    assert told == [(CUP, cup.version + 1)]


@pytest.mark.django_db(transaction=True)
async def test_a_page_is_told_at_once_and_at_each_change(club: Club) -> None:
    cup = await database_sync_to_async(drawn)(club, 2)
    async with Page(CUP) as page:
        first = await page.hear()
        await database_sync_to_async(notices.changed)(cup.pk)
        second = await page.hear()

    assert first == {"t": "changed", "topic": CUP, "version": cup.version}
    assert second["version"] == cup.version + 1
    assert CUP not in notices.BOARD.topics()


@pytest.mark.django_db(transaction=True)
async def test_what_another_process_changed_is_found_by_the_poll(club: Club) -> None:
    cup = await database_sync_to_async(drawn)(club, 2)
    async with Page(CUP) as page:
        await page.hear()
        rows = Tournament.objects.filter(pk=cup.pk)
        await database_sync_to_async(rows.update)(version=99)
        await database_sync_to_async(notices.poll)()
        await database_sync_to_async(notices.poll)()

        assert (await page.hear())["version"] == 99


@pytest.mark.django_db(transaction=True)
async def test_a_tournament_in_preparation_tells_strangers_nothing(club: Club, alice: User) -> None:
    make = database_sync_to_async(planning.create_tournament)
    await make(club=club, plan=Plan(name="Secret Cup"), author=Author(alice.pk), now=NOW)

    async with Page("tournament:secret-cup") as stranger:
        assert await stranger.hear() == 4404
    async with Page("tournament:secret-cup", user=alice) as director:
        assert (await director.hear())["topic"] == "tournament:secret-cup"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("frame", ["nonsense", {"t": "do"}, {"t": "hello", "topic": 7}, [1]])
async def test_a_frame_that_says_nothing_ends_the_socket(frame: Any) -> None:
    async with Page() as page:
        await page.say(frame)

        assert await page.hear() == 4429


@pytest.mark.django_db(transaction=True)
async def test_a_socket_watches_a_few_topics_and_no_more(club: Club) -> None:
    cups = [await database_sync_to_async(drawn)(club, 2) for _ in range(MOST_TOPICS + 1)]
    async with Page(*(f"tournament:{cup.slug}" for cup in cups)) as page:
        for _ in range(MOST_TOPICS):
            assert (await page.hear())["t"] == "changed"

        assert await page.hear() == 4429


@pytest.mark.django_db(transaction=True)
async def test_a_server_that_stops_says_when_to_come_back(club: Club) -> None:
    await database_sync_to_async(drawn)(club, 2)
    async with Page(CUP) as page:
        await page.hear()
        notices.close()

        bye = await page.hear()
        assert (bye["t"], bye["code"]) == ("bye", 1012)
        assert await page.hear() == 1012


async def test_a_version_is_passed_on_once_and_in_order() -> None:
    board, told = notices.Board(), []

    class Watcher:
        def changed(self, topic: str, version: int) -> None:
            told.append(version)

        def goodbye(self) -> None:
            told.append(-1)

    watcher = Watcher()
    board.watch("t", watcher, version=5)
    for version in (5, 6, 6, 4, 7):
        board.heard("t", version)
    await asyncio.sleep(0)
    board.drop("t", watcher)
    board.heard("t", 8)
    await asyncio.sleep(0)

    assert told == [6, 7]
