"""Telling pages that a tournament has changed, so that they ask again.

``changed`` is called by services inside their transaction; after the commit the watchers in this
process and the hint for other processes go out. A notice may be lost: a web process asks once a
second for the versions of what is watched here (``poll``), in one statement. A notice carries a
topic and a version and nothing else, so it can tell nobody more than he may see.
"""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import Protocol

from django.db import transaction
from django.db.models import F

from games import hints
from tournaments.models import Tournament

PREFIX = "tournament:"


class Watcher(Protocol):
    """A socket as the board knows it; called on its own event loop only."""

    def changed(self, topic: str, version: int) -> None:
        """Tell the page that the topic has got to this version."""

    def goodbye(self) -> None:
        """The server is about to stop."""


def topic_of(slug: str) -> str:
    """Return the name pages subscribe to."""
    return f"{PREFIX}{slug}"


def changed(tournament_id: int) -> None:
    """Raise a tournament's version in the caller's transaction, and tell its pages afterwards."""
    mine = Tournament.objects.filter(pk=tournament_id)
    mine.update(version=F("version") + 1)
    slug, version = mine.values_list("slug", "version").get()
    # No ``partial``: Django cannot log the failure of one, and would fail itself.
    transaction.on_commit(lambda: _tell(topic_of(slug), version), robust=True)


def _tell(topic: str, version: int) -> None:
    BOARD.heard(topic, version)
    hints.publish(topic, version)


def poll() -> None:
    """Find what no hint told: the versions of all that is watched here, in one statement."""
    slugs = [topic.removeprefix(PREFIX) for topic in BOARD.topics()]
    if not slugs:
        return
    rows = Tournament.objects.filter(slug__in=slugs).values_list("slug", "version")
    for slug, version in rows:
        BOARD.heard(topic_of(slug), version)


def close() -> None:
    """Say goodbye to every socket of this process: it stops."""
    BOARD.close()


class Board:
    """Who in this process watches which topic. ``heard`` may be called from any thread."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._lock = Lock()
        self._watchers: dict[str, dict[Watcher, asyncio.AbstractEventLoop]] = {}
        self._versions: dict[str, int] = {}

    def topics(self) -> list[str]:
        """Return what is watched."""
        with self._lock:
            return list(self._watchers)

    def watch(self, topic: str, watcher: Watcher, *, version: int) -> None:
        """Tell the watcher, on this event loop, whenever ``topic`` gets beyond ``version``."""
        with self._lock:
            self._watchers.setdefault(topic, {})[watcher] = asyncio.get_running_loop()
            self._versions.setdefault(topic, version)

    def drop(self, topic: str, watcher: Watcher) -> None:
        """Tell the watcher of this topic no more."""
        with self._lock:
            watchers = self._watchers.get(topic, {})
            watchers.pop(watcher, None)
            if not watchers:
                self._watchers.pop(topic, None)
                self._versions.pop(topic, None)

    def heard(self, topic: str, version: int) -> None:
        """Pass a version on, once, each watcher on his own loop."""
        with self._lock:
            if version <= self._versions.get(topic, version):
                return
            self._versions[topic] = version
            watchers = list(self._watchers[topic].items())
        for watcher, loop in watchers:
            if not loop.is_closed():
                loop.call_soon_threadsafe(watcher.changed, topic, version)

    def close(self) -> None:
        """Say goodbye to everybody; called on the event loop."""
        with self._lock:
            everybody = {one for watchers in self._watchers.values() for one in watchers.items()}
            self._watchers.clear()
        for watcher, loop in everybody:
            if not loop.is_closed():
                watcher.goodbye()


BOARD = Board()
"""The one board of a process."""
