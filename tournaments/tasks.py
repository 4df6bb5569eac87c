"""What Celery does for tournaments: sweeps that find what is due, and one hint's quick path.

Each takes ids or nothing, calls services, and may run twice, late or beside itself. A sweep returns
how much it found to do, so that the log shows the runs that did something. ``now`` and
``stream`` are for whoever runs an evening by a clock of his own (``manage.py simulate``).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from celery import shared_task
from django.utils import timezone

from games.dealing import Stream
from games.services import chance
from tournaments.services import due, openings, regular, reminders, results, windows, words


@shared_task(ignore_result=True)
def sweep_rounds(now: datetime | None = None, stream: Stream | None = None, **_future: Any) -> int:
    """Start the rounds whose time has come, open what they wait for, and call time where a clock ran out."""
    moment, chances = now or timezone.now(), stream or chance.fresh()
    started = due.start_due(now=moment, stream=chances) + due.call_due(now=moment, stream=chances)
    return started + due.stop_due(now=moment)


@shared_task(ignore_result=True)
def sweep_windows(now: datetime | None = None, stream: Stream | None = None, **_future: Any) -> int:
    """Decide what nobody came to while its window was open, where the stage says how."""
    return windows.end_due(now=now or timezone.now(), stream=stream or chance.fresh())


@shared_task(ignore_result=True)
def sweep_registrations(now: datetime | None = None, **_future: Any) -> int:
    """Open and close registration and check-in where their times have come."""
    return openings.do_due(now=now or timezone.now())


@shared_task(ignore_result=True)
def sweep_regulars(now: datetime | None = None, **_future: Any) -> int:
    """Make the next of the tournaments that are played again and again, where it is time to."""
    return regular.make_due(now=now or timezone.now())


@shared_task(ignore_result=True)
def sweep_reminders(now: datetime | None = None, **_future: Any) -> int:
    """Tell players of starts that are near."""
    return reminders.send_due(now=now or timezone.now())


@shared_task(ignore_result=True)
def sweep_results(now: datetime | None = None, stream: Stream | None = None, **_future: Any) -> int:
    """Record every finished match that waits for it, and close the rounds that are complete."""
    moment = now or timezone.now()
    chances = stream or chance.fresh()
    recorded = results.record_finished(now=moment, stream=chances)
    return recorded + due.close_due(now=moment, stream=chances)


@shared_task(ignore_result=True)
def record_match(match_id: int, **_future: Any) -> None:
    """Record one match that was just heard to have ended; the sweep would find it a second later."""
    now, stream = timezone.now(), chance.fresh()
    try:
        results.record_match(match_id=match_id, now=now, stream=stream)
    except results.AlreadyRecorded:
        return
    due.close_due(now=now, stream=stream)


@shared_task(ignore_result=True)
def sweep_words(now: datetime | None = None, **_future: Any) -> int:
    """Take the silence of those who were shown a result, and had time to object, for agreement."""
    return words.agree_due(now=now or timezone.now())
