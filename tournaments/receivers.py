"""Hearing what happens at tables: that a match has ended, that the director is called; and who directs one.

The first is a hint. Of an end Celery is told, from a thread of its own: the one who played the last card
must not wait for a broker that is dead or frozen, so nothing here is sent on his thread, a full queue
drops the hint, and sending is tried once. ``tasks.sweep_results`` finds the row anyway.
"""

from __future__ import annotations

import queue
import threading
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from games.signals import director_called, director_sought, match_finished

log = structlog.get_logger(__name__)

_ended: queue.Queue[int] = queue.Queue(maxsize=256)
_start_lock = threading.Lock()
_sender: threading.Thread | None = None


@receiver(match_finished)
def hear_match_finished(match_id: int, **_future: Any) -> None:
    """Pass the hint on, some time soon, perhaps; never blocks."""
    if not settings.VALKEY_URL:
        return
    _start_sender()
    try:
        _ended.put_nowait(match_id)
    except queue.Full:
        log.debug("hint dropped", match=match_id)


@receiver(director_called)
def take_director_call(
    table_id: int, user_id: int, reason: str, client_id: str | None, now: datetime, **_future: Any
) -> int | None:
    """Call the director of the tournament of the table; return the event of the table's log."""
    from tournaments.services import calls  # noqa: PLC0415 - services load after the apps

    return calls.call_from_table(
        table_id=table_id, user_id=user_id, reason=reason, client_id=client_id, now=now
    )


@receiver(director_sought)
def answer_director_sought(table_id: int, user_id: int, **_future: Any) -> bool:
    """Return whether the user directs the tournament of the table."""
    from tournaments.services import calls  # noqa: PLC0415 - services load after the apps

    return calls.directs(table_id=table_id, user_id=user_id)


def _start_sender() -> None:
    global _sender  # noqa: PLW0603 - one thread a process, started by its first hint
    with _start_lock:
        if _sender is None or not _sender.is_alive():
            _sender = threading.Thread(target=_send_for_ever, name="match-hints", daemon=True)
            _sender.start()


def _send_for_ever() -> None:
    from tournaments.tasks import record_match  # noqa: PLC0415 - services load after the apps

    while True:
        match_id = _ended.get()
        try:
            record_match.apply_async((match_id,), retry=False, expires=10)
        except OperationalError:
            log.debug("hint lost", match=match_id)
