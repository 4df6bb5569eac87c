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
log = structlog.get_logger(__name__)

_outgoing: queue.Queue[tuple[str, int]] = queue.Queue(maxsize=1000)
_publisher_lock = threading.Lock()
_publisher: threading.Thread | None = None


def publish(topic: str, version: int) -> None:
    """Tell the other processes, some time soon, perhaps; never blocks and never raises."""
    if not settings.VALKEY_URL:
        return
    _start_publisher()
    try:
        _outgoing.put_nowait((topic, version))
    except queue.Full:
        log.debug("hint dropped", topic=topic)


def _start_publisher() -> None:
    global _publisher
    with _publisher_lock:
        if _publisher is None or not _publisher.is_alive():
            _publisher = threading.Thread(
                target=_publish_for_ever, name="hints-out", daemon=True
            )
            _publisher.start()


def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.VALKEY_URL,
        socket_timeout=SOCKET_SECONDS,
        socket_connect_timeout=SOCKET_SECONDS,
    )


def _publish_for_ever() -> None:
    client = _client()
    while True:
        topic, version = _outgoing.get()
        try:
            client.publish(CHANNEL, f"{topic} {version}")
        except redis.RedisError:
            log.debug("hint lost", topic=topic)


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
        with _client().pubsub(ignore_subscribe_messages=True) as subscription:
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
