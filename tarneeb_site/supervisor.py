"""What ``manage.py up`` runs: the one table of processes, and the loop that keeps them alive.

One thread and no event loop: a few lines of ours run between fork and exec of every child, which
is safe only where no other thread can hold a lock.
"""

from __future__ import annotations

import http.client
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import FrameType

from .child import Child, Process

#: The one list of what an installation runs; ``compose.yaml`` has the same commands.
WEB = ("manage.py", "serve")
WORKER = (
    *("-m", "celery", "-A", "tarneeb_site", "--quiet", "--skip-checks", "worker", "--beat"),
    *("--pool", "threads", "--concurrency", "4", "--loglevel", "INFO"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)

READY_SECONDS = 60.0
STOP_SECONDS = 8.0
TICK_SECONDS = 0.1
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def processes(
    *, hosts: Iterable[str], port: int, environment: Mapping[str, str], valkey: Process | None
) -> list[Process]:
    """Return the table: what runs, how each is known to be ready, in the order of stopping."""
    listening = [word for host in hosts for word in ("--host", host)]
    web = Process(
        name="web",
        command=(sys.executable, *WEB, *listening, "--port", str(port)),
        ready=partial(page_answers, next(iter(hosts)), port),
        environment=environment,
    )
    worker = Process("worker", (sys.executable, *WORKER), environment=environment)
    return [web, worker, *([valkey] if valkey else [])]


class ChildDied(Exception):
    """A child ended before it was ready, or too often: its name, the reason, its last lines."""


def page_answers(host: str, port: int, path: str = "/healthz") -> bool:
    """Return whether the web process answers a request."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Supervisor:
    """Starts the rows, tells of them, starts again what dies, and stops all in the given order."""

    def __init__(
        self,
        rows: Iterable[Process],
        *,
        say: Callable[[str, str], None],
        announce: Callable[[str], None],
    ) -> None:
        """Prepare.

        :param rows: in the order in which they are stopped.
        :param say: takes a child's name and a line it wrote.
        :param announce: takes the name of a child that is ready for the first time.
        """
        self._children = [Child(row) for row in rows]
        self._say = say
        self._announce = announce
        self._selector = selectors.DefaultSelector()
        self._told_to_stop = 0

    def run(self) -> None:
        """Run until a signal says stop, and leave nothing behind.

        :raises ChildDied: if a child could not be kept alive; the others are stopped by then.
        """
        before = {number: signal.signal(number, self._hear) for number in STOP_SIGNALS}
        try:
            self._start_all()
            while not self._told_to_stop:
                self._tick()
        finally:
            self._stop_all()
            for number, handler in before.items():
                signal.signal(number, handler)

    def stop(self) -> None:
        """Stop soon; a second time, stop at once."""
        self._told_to_stop += 1

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        self.stop()

    def _start_all(self) -> None:
        first = [child for child in self._children if child.row.first]
        for child in first:
            self._start(child)
        while not (self._told_to_stop or all(child.ready for child in first)):
            self._tick()
        for child in self._children:
            if not (self._told_to_stop or child.row.first):
                self._start(child)

    def _start(self, child: Child) -> None:
        child.start()
        self._selector.register(child.output, selectors.EVENT_READ, child)

    def _tick(self) -> None:
        """Pass on what was written, and see to every child."""
        self._listen(TICK_SECONDS)
        for child in self._children:
            if child.process is None:
                self._start_again(child)
            elif not child.alive:
                self._mourn(child)
            elif not child.ready:
                self._wait_for(child)

    def _listen(self, seconds: float) -> None:
        if not self._selector.get_map():
            time.sleep(seconds)
        for key, _events in self._selector.select(seconds):
            self._pass_on(key.data)
            if key.data.silent:  # a closed pipe would be "readable" for ever
                self._selector.unregister(key.fd)

    def _pass_on(self, child: Child) -> None:
        for line in child.lines():
            self._say(child.row.name, line)

    def _wait_for(self, child: Child) -> None:
        known = child.was_ready
        if child.becomes_ready():
            if not known:
                self._announce(child.row.name)
        elif time.monotonic() - child.started_at > READY_SECONDS:
            child.kill()

    def _mourn(self, child: Child) -> None:
        assert child.process is not None
        reason = f"ended with {child.process.returncode}"
        self._bury(child)
        if not child.was_ready:
            raise ChildDied(_epitaph(child, f"{reason} before it was ready"))
        if child.dies_too_often():
            raise ChildDied(_epitaph(child, f"{reason}, once more than is worth trying"))
        self._say(child.row.name, f"{reason}; starting it again")

    def _bury(self, child: Child) -> None:
        self._pass_on(child)
        if child.output in self._selector.get_map():
            self._selector.unregister(child.output)
        child.bury()

    def _start_again(self, child: Child) -> None:
        if child.restart_at and time.monotonic() >= child.restart_at:
            self._start(child)

    def _stop_all(self) -> None:
        for child in self._children:
            if child.process is None:
                continue
            child.ask_to_stop()
            deadline = time.monotonic() + STOP_SECONDS
            while child.alive and time.monotonic() < deadline and self._told_to_stop < 2:
                self._listen(TICK_SECONDS)
            self._bury(child)
        self._selector.close()


def _epitaph(child: Child, reason: str) -> str:
    return "\n".join([f"{child.row.name} {reason}. Its last lines:", *child.tail])
