"""The socket of pages: which topics a page watches, and the news that one has changed.

A page says ``{"t":"hello","topic":"tournament:cedar-cup"}`` and is told at once, and at each change,
``{"t":"changed","topic":...,"version":n}``. What changed it asks for by http.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.asking import asking
from games.frames import CLOSE_FLOOD, CLOSE_NO_TABLE, decode_object, encode
from games.sockets import Line
from tournaments.models import Tournament
from tournaments.notices import BOARD, PREFIX

MOST_TOPICS = 8


class NoticeConsumer(Line):
    """One page's socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin without a topic; each ``hello`` names one."""
        super().__init__(*args, **kwargs)
        self._topics: dict[str, int] = {}

    async def hear(self, text: str | None) -> None:
        """Do what a frame asks for; one that says nothing we know ends the socket."""
        match decode_object(text):
            case {"t": "hello", "topic": str(topic)} if len(self._topics) < MOST_TOPICS:
                await self._watch(topic)
            case {"t": "ping"}:
                self.deliver(encode({"t": "pong"}))
            case _:
                self.shut(CLOSE_FLOOD)

    async def _watch(self, topic: str) -> None:
        version = await asking(_version)(topic, self.scope["user"])
        if version is None:
            self.shut(CLOSE_NO_TABLE)
            return
        self._topics[topic] = version
        BOARD.watch(topic, self, version=version)
        self._say(topic, version)
        # What changed between the reading and the watching went to nobody: look once more.
        later = await asking(_version)(topic, self.scope["user"])
        if later is not None:
            self.changed(topic, later)

    def changed(self, topic: str, version: int) -> None:
        """Tell the page, once a version."""
        if topic in self._topics and version > self._topics[topic]:
            self._topics[topic] = version
            self._say(topic, version)

    def _say(self, topic: str, version: int) -> None:
        self.deliver(encode({"t": "changed", "topic": topic, "version": version}))

    def left(self) -> None:
        """Watch no topic any more."""
        for topic in self._topics:
            BOARD.drop(topic, self)
        self._topics = {}


def _version(topic: str, visitor: Any) -> int | None:
    """Return the version of a topic, if there is one and this visitor may see it."""
    slug = topic.removeprefix(PREFIX)
    if slug == topic:
        return None
    rows = Tournament.objects.for_user(visitor or AnonymousUser()).filter(slug=slug)
    found: int | None = rows.values_list("version", flat=True).first()
    return found
