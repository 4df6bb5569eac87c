"""Messages between processes that may be lost: "this topic is at this version".

One PUBLISH from a background thread, one subscription a web process. Nothing waits for Valkey: a full
queue drops the hint, a dead or frozen server delays nobody, and the poll of ``services.watch`` finds
within a second whatever was lost.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import redis
import structlog
from django.conf import settings

CHANNEL = "tarneeb:hints"
SOCKET_SECONDS = 1.0
RETRY_SECONDS = 1.0
QUEUE_LENGTH = 1000
log = structlog.get_logger(__name__)


def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.VALKEY_URL,
        socket_timeout=SOCKET_SECONDS,
        socket_connect_timeout=SOCKET_SECONDS,
    )


class Publisher:
    """The one thread of a process that publishes; the first hint starts it."""

    def __init__(self, waiting: int = QUEUE_LENGTH) -> None:
        """Begin with no thread and nothing to say; ``waiting`` hints at most."""
        self._outgoing: queue.Queue[tuple[str, int]] = queue.Queue(maxsize=waiting)
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def publish(self, topic: str, version: int) -> None:
        """Queue a hint; a full queue drops it."""
        self._start()
        try:
            self._outgoing.put_nowait((topic, version))
        except queue.Full:
            log.debug("hint dropped", topic=topic)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="hints-out", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        client = _client()
        while True:
            topic, version = self._outgoing.get()
            try:
                client.publish(CHANNEL, f"{topic} {version}")
            except redis.RedisError:
                log.debug("hint lost", topic=topic)


_PUBLISHER = Publisher()


def publish(topic: str, version: int) -> None:
    """Tell the other processes, some time soon, perhaps; never blocks and never raises."""
    if settings.VALKEY_URL:
        _PUBLISHER.publish(topic, version)


class Listener(threading.Thread):
    """The one subscription of a web process; calls ``heard(topic, version)`` on its own thread."""

    def __init__(self, heard: Callable[[str, int], None]) -> None:
        """Prepare the thread; ``start`` begins listening, ``stop`` ends it."""
        super().__init__(name="hints-in", daemon=True)
        self._heard = heard
        self._stopped = threading.Event()

    def run(self) -> None:
        """Listen until stopped; a lost server is tried again every second."""
        while not self._stopped.is_set() and settings.VALKEY_URL:
            try:
                self._listen()
            except redis.RedisError:
                self._stopped.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        subscription = _client().pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]  # untyped in redis-py
        with subscription:
            subscription.subscribe(CHANNEL)
            while not self._stopped.is_set():
                message = subscription.get_message(timeout=SOCKET_SECONDS / 2)
                if message is not None:
                    topic, _, version = message["data"].decode().rpartition(" ")
                    self._heard(topic, int(version))

    def stop(self) -> None:
        """End the thread; returns when it has ended."""
        self._stopped.set()
        if self.is_alive():
            self.join(timeout=3 * SOCKET_SECONDS)
