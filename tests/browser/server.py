"""The web process and the worker of a browser test, each in a thread of the test's own process."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Self

from django.db import connection

from tarneeb_site.serve import Server, configuration, listen
from tournaments import tasks

PATIENCE = 20.0
SWEEP_SECONDS = 0.2


class WebProcess(threading.Thread):
    """What ``manage.py serve`` runs: uvicorn with our options, the lifespan, the writer, the sweep."""

    def __init__(self, port: int = 0) -> None:
        """Take a port, a free one if it does not matter which; the ``with`` block serves."""
        super().__init__(name="web process", daemon=True)
        self._listener = listen("127.0.0.1", port)
        self._server = Server(configuration())
        self.port = int(self._listener.getsockname()[1])
        self.origin = f"http://127.0.0.1:{self.port}"

    def run(self) -> None:
        """Serve until told to stop."""
        self._server.run(sockets=[self._listener])

    def __enter__(self) -> Self:
        """Return when pages are answered."""
        self.start()
        deadline = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self.is_alive(), "the web process has ended"
            assert time.monotonic() < deadline, "the web process does not start"
            time.sleep(0.01)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Return when the last socket is closed and the writer has ended."""
        self._server.should_exit = True
        self.join(PATIENCE)
        assert not self.is_alive(), "the web process does not end"


class Worker(threading.Thread):
    """Runs the sweeps of tournaments again and again, as Celery's worker does."""

    def __init__(self) -> None:
        """Prepare; ``start`` begins, ``stop`` ends it."""
        super().__init__(name="worker", daemon=True)
        self._stopped = threading.Event()
        self._sweeping = threading.Lock()
        self._paused = False

    def run(self) -> None:
        """Sweep until told to stop."""
        while not self._stopped.wait(SWEEP_SECONDS):
            with self._sweeping:
                self._sweep()
        connection.close()

    def _sweep(self) -> None:
        if not self._paused:
            tasks.sweep_rounds()
            tasks.sweep_results()

    def pause(self) -> None:
        """Do nothing from now on: what ends meanwhile waits to be recorded."""
        with self._sweeping:
            self._paused = True

    def go_on(self) -> None:
        """Sweep again."""
        self._paused = False

    def stop(self) -> None:
        """End the thread, a paused one too."""
        self._stopped.set()
        self.join(PATIENCE)
