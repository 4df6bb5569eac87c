"""The socket of pages: which topics a page watches, and the news that one has changed.

A page says ``{"t":"hello","topic":"tournament:cedar-cup"}`` and is told at once, and at each change,
``{"t":"changed","topic":...,"version":n}``. What changed it asks for by http.
"""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AnonymousUser

from games.frames import (
    CLOSE_FLOOD,
    CLOSE_NO_TABLE,
    CLOSE_RESTART,
    BadFrame,
    decode_object,
    encode,
)
from tournaments.models import Tournament
from tournaments.notices import BOARD, PREFIX

MOST_TOPICS = 8
RETRY_MILLISECONDS = [100, 2000]


class NoticeConsumer(AsyncWebsocketConsumer):
    """One page's socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin without a topic; each ``hello`` names one."""
        super().__init__(*args, **kwargs)
        self._topics: dict[str, int] = {}
        self._loop = asyncio.get_running_loop()
        self._sending: set[asyncio.Task[None]] = set()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one frame; one that says nothing we know ends the socket."""
        try:
            frame = decode_object(text_data)
        except BadFrame:
            await self.close(CLOSE_FLOOD)
            return
        match frame:
            case {"t": "hello", "topic": str(topic)} if len(self._topics) < MOST_TOPICS:
                await self._watch(topic)
            case {"t": "ping"}:
                await self.send(encode({"t": "pong"}))
            case _:
                await self.close(CLOSE_FLOOD)

    async def _watch(self, topic: str) -> None:
        version = await database_sync_to_async(_version)(topic, self.scope["user"])
        if version is None:
            await self.close(CLOSE_NO_TABLE)
            return
        self._topics[topic] = version
        BOARD.watch(topic, self, version=version)
        await self._say(topic, version)
        # What changed between the reading and the watching went to nobody: look once more.
        later = await database_sync_to_async(_version)(topic, self.scope["user"])
        if later is not None:
            self.changed(topic, later)

    def changed(self, topic: str, version: int) -> None:
        """Tell the page, once a version."""
        if topic in self._topics and version > self._topics[topic]:
            self._topics[topic] = version
            self._send_soon({"t": "changed", "topic": topic, "version": version})

    def goodbye(self) -> None:
        """Say when to come back, and close."""
        self._send_soon({"t": "bye", "code": CLOSE_RESTART, "retry": RETRY_MILLISECONDS}, CLOSE_RESTART)

    def _send_soon(self, frame: dict[str, Any], close: int | None = None) -> None:
        task = self._loop.create_task(self._say_and_close(frame, close))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _say_and_close(self, frame: dict[str, Any], close: int | None) -> None:
        await self.send(encode(frame))
        if close is not None:
            await self.close(close)

    async def _say(self, topic: str, version: int) -> None:
        await self.send(encode({"t": "changed", "topic": topic, "version": version}))

    async def disconnect(self, code: int) -> None:
        """Forget the socket."""
        for topic in self._topics:
            BOARD.drop(topic, self)


def _version(topic: str, visitor: Any) -> int | None:
    """Return the version of a topic, if there is one and this visitor may see it."""
    slug = topic.removeprefix(PREFIX)
    if slug == topic:
        return None
    rows = Tournament.objects.for_user(visitor or AnonymousUser()).filter(slug=slug)
    found: int | None = rows.values_list("version", flat=True).first()
    return found
