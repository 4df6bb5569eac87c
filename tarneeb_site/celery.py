"""Celery: the app, and the one table of what is done how often.

Celery carries no truth. Services write rows with a due time and sweeps find them, so a lost
message costs one period and a message that comes twice finds nothing to do.
"""

from __future__ import annotations

import os
import signal
import warnings
from threading import Event, Thread
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

from celery import Celery
from celery.app.amqp import AMQP
from celery.exceptions import SecurityWarning
from celery.signals import celeryd_init, setup_logging, worker_ready, worker_shutting_down
from django.conf import settings
from kombu import Connection, Exchange, Queue
from kombu.transport import redis

from . import env

#: What somebody asked for just now, and what comes round by itself, wait apart.
HINTS, SWEEPS = "hints", "sweeps"

#: Task -> seconds between two runs. A run that waited longer than that is dropped: the next
#: one does its work.
PERIODS = {
    "games.tasks.sweep_analyses": 1.0,
    "tournaments.tasks.sweep_registrations": 5.0,
    "tournaments.tasks.sweep_regulars": 60.0,
    "tournaments.tasks.sweep_reminders": 10.0,
    "tournaments.tasks.sweep_results": 1.0,
    "tournaments.tasks.sweep_rounds": 1.0,
    "tournaments.tasks.sweep_windows": 10.0,
    "tournaments.tasks.sweep_words": 5.0,
}
BEAT_LOOKED_AT_EVERY = 1.0
"""Seconds."""


def broker_url(valkey_url: str) -> str:
    """Return the address of Valkey as Celery spells it; without Valkey, this process's memory."""
    if valkey_url.startswith("unix://"):
        path, _, query = valkey_url.removeprefix("unix://").partition("?")
        number = query.removeprefix("db=") or "0"
        return f"redis+socket://{path}?virtual_host={number}"
    return valkey_url or "memory://"


class ForgetfulChannel(redis.Channel):
    """A channel that keeps no books of what is being done: when the line breaks, the next sweep finds it.

    kombu would strike it off, or give it back, over the line that has just broken; the worker ended of both.
    """

    ack_emulation = False
    do_restore = False


class ForgetfulTransport(redis.Transport):
    """Valkey, over channels that keep no books."""

    Channel = ForgetfulChannel


class ImpatientConnection(Connection):
    """A connection tried again every half second: a broker's return must not be noticed late.

    kombu's own pauses grow to 30 s, and a round would wait as long as that.
    """

    def get_transport_cls(self) -> Any:
        """Return how messages travel."""
        found = super().get_transport_cls()
        return ForgetfulTransport if found is redis.Transport else found

    def _ensure_connection(self, *arguments: Any, **options: Any) -> Any:
        quick = {"interval_start": 0.5, "interval_step": 0, "interval_max": 0.5}
        return super()._ensure_connection(*arguments, **options | quick)


class ImpatientQueues(AMQP):
    """Celery's queues over connections that are soon tried again."""

    Connection = ImpatientConnection


app = Celery("tarneeb", amqp="tarneeb_site.celery:ImpatientQueues")
app.conf.update(
    broker_url=broker_url(settings.VALKEY_URL),
    broker_transport_options={"socket_timeout": 2, "socket_connect_timeout": 2},
    broker_connection_max_retries=None,
    broker_connection_retry_on_startup=True,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    task_publish_retry=False,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    task_queues=[Queue(name, Exchange(name), name) for name in (HINTS, SWEEPS)],
    task_default_queue=HINTS,
    worker_prefetch_multiplier=1,
    timezone="UTC",
    beat_max_loop_interval=1,
    beat_schedule_filename=str(settings.VAR / "beat-schedule"),
    beat_schedule={
        task: {
            "task": task,
            "schedule": period,
            "options": {"queue": SWEEPS, "expires": period},
        }
        for task, period in PERIODS.items()
    },
)
app.autodiscover_tasks()

# Messages are JSON: nobody can make a worker run code by sending one, whoever it runs as.
warnings.filterwarnings("ignore", "You're running the worker with superuser", SecurityWarning)


@setup_logging.connect
def _keep_our_logging(**_future: object) -> None:
    """Leave logging as ``settings.LOGGING`` made it: a receiver here stops Celery's own set-up."""


@celeryd_init.connect
def _need_valkey(**_future: object) -> None:
    """Stop a worker nobody could send anything to."""
    env.required("VALKEY_URL", "a worker takes its work from there")


@worker_ready.connect
def _tell_supervisor(**_future: object) -> None:
    """Write to the pipe ``up`` gave us, if it did."""
    if descriptor := env.text("READY_DESCRIPTOR"):
        os.write(int(descriptor), b"ready")


@worker_ready.connect
def _end_with_beat(sender: Any, **_future: object) -> None:
    """End when the process is gone that says what comes round: whoever looks after us starts both again."""
    if beat := sender.controller.beat:
        Thread(target=_stop_after, args=[beat], daemon=True).start()


def _stop_after(beat: Any) -> None:
    while beat.is_alive():
        if _stopping.wait(BEAT_LOOKED_AT_EVERY):
            return  # both were told to end
    os.kill(os.getpid(), signal.SIGTERM)


_stopping = Event()


@worker_shutting_down.connect
def _end_together(**_future: object) -> None:
    """Look no more whether the other is there: both were told to end."""
    _stopping.set()
