"""What Celery does for tables: the work that somebody asked for and that takes its time.

A sweep finds what is due. It may run twice, late or beside itself: one at a time in a process does the
work, so that the worker's other threads stay free for what cannot wait.
"""

from __future__ import annotations

import threading
from typing import Any

from celery import shared_task
from django.utils import timezone

_working = threading.Lock()


@shared_task(ignore_result=True)
def sweep_analyses(**_future: Any) -> int:
    """Analyse a match that somebody asked to have analysed; return how many deals were."""
    from games.services import solving  # noqa: PLC0415 - loads the solver, which no web process may

    if not _working.acquire(blocking=False):
        return 0
    try:
        return solving.carry_out(clock=timezone.now)
    finally:
        _working.release()
