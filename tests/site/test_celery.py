"""Celery as it is set up: what comes round, and what happens while there is no broker."""

from __future__ import annotations

from pathlib import Path

import kombu.exceptions
import pytest
from django.conf import settings

from tarneeb_site.celery import PERIODS, SWEEPS, app


def test_every_task_of_the_table_is_there() -> None:
    app.loader.import_default_modules()

    assert set(PERIODS) <= set(app.tasks)


def test_a_sweep_that_waited_for_a_period_is_dropped() -> None:
    for task, period in PERIODS.items():
        entry = app.conf.beat_schedule[task]

        assert entry["schedule"] == period
        assert entry["options"] == {"queue": SWEEPS, "expires": period}


def test_sweeps_and_hints_wait_apart() -> None:
    queues = {queue.name: (queue.exchange.name, queue.routing_key) for queue in app.conf.task_queues}

    assert queues == {"hints": ("hints", "hints"), "sweeps": ("sweeps", "sweeps")}
    assert app.conf.task_default_queue == "hints"


def test_whoever_enqueues_does_not_wait_for_a_broker_that_is_away() -> None:
    assert app.conf.task_publish_retry is False
    assert app.conf.broker_transport_options == {"socket_timeout": 2, "socket_connect_timeout": 2}


def test_a_lost_broker_is_tried_again_every_half_second(tmp_path: Path) -> None:
    pauses: list[float] = []
    connection = app.connection_for_read(f"redis+socket://{tmp_path}/nobody.sock")

    with pytest.raises(kombu.exceptions.OperationalError):
        connection.ensure_connection(errback=lambda _error, pause: pauses.append(pause), max_retries=3)

    assert set(pauses) == {0.5}


def test_beat_keeps_its_notes_with_the_rest_of_the_data() -> None:
    assert Path(app.conf.beat_schedule_filename).parent == settings.VAR
