"""One process that ``manage.py up`` looks after: started, heard, asked whether it is ready."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from .env import ROOT

TAIL_LINES = 20
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
DEATHS_ALLOWED, DEATHS_WITHIN = 5, 60.0
#: Of ``prctl``: the signal a process is sent when the one that started it ends.
PARENT_DEATH_SIGNAL = 1


@dataclass(frozen=True, slots=True)
class Process:
    """A row of the table of processes.

    :param ready: asked until it says yes; ``None`` for a process that tells us itself, by
        writing to the descriptor named in its ``READY_DESCRIPTOR``.
    :param first: whether the others wait until it is ready.
    """

    name: str
    command: Sequence[str]
    ready: Callable[[], bool] | None = None
    first: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


class Child:
    """A row of the table as it runs: its process, its last lines, its deaths."""

    def __init__(self, row: Process) -> None:
        """Prepare; nothing runs before ``start``."""
        self.row = row
        self.tail: deque[str] = deque(maxlen=TAIL_LINES)
        self.deaths: deque[float] = deque(maxlen=DEATHS_ALLOWED)
        self.ready = self.was_ready = self.silent = False
        self.started_at = self.restart_at = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self._report = -1
        self._unfinished = b""

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches it through us only."""
        self._report, write_end = os.pipe()
        os.set_blocking(self._report, False)
        self.process = subprocess.Popen(  # noqa: S603 - the commands are those of our own table
            self.row.command,
            env={**os.environ, **self.row.environment, "READY_DESCRIPTOR": str(write_end)},
            cwd=ROOT,
            bufsize=0,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(write_end,),
            start_new_session=True,
            preexec_fn=_tied_to(os.getpid()),  # noqa: PLW1509 - safe: `up` has one thread
        )
        os.close(write_end)
        os.set_blocking(self.output, False)
        self.started_at = time.monotonic()
        self.ready = self.silent = False

    @property
    def output(self) -> int:
        """The descriptor its lines come from."""
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    @property
    def alive(self) -> bool:
        """Whether it runs now."""
        return self.process is not None and self.process.poll() is None

    def lines(self) -> list[str]:
        """Return the whole lines it has written since the last time."""
        try:
            while chunk := os.read(self.output, 65536):
                self._unfinished += chunk
            self.silent = True
        except BlockingIOError:
            pass
        *whole, self._unfinished = self._unfinished.split(b"\n")
        if self.silent and self._unfinished:
            whole.append(self._unfinished)
            self._unfinished = b""
        texts = [line.decode(errors="replace") for line in whole]
        self.tail.extend(texts)
        return texts

    def becomes_ready(self) -> bool:
        """Return true once a start: when it was not ready and now is."""
        if self.ready or not self.alive:
            return False
        self.ready = self.row.ready() if self.row.ready else self._has_reported()
        self.was_ready |= self.ready
        return self.ready

    def _has_reported(self) -> bool:
        try:
            return os.read(self._report, 16) != b""
        except BlockingIOError:
            return False

    def bury(self) -> None:
        """After its death: end what it had started, let go of its pipes, remember when it was."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.kill()
        self.process.stdout.close()
        os.close(self._report)
        self.process, self.ready = None, False
        self.deaths.append(time.monotonic())
        self.restart_at = time.monotonic() + self._pause()

    def _pause(self) -> float:
        return min(FIRST_PAUSE * 2.0 ** (self._recent_deaths() - 1), LONGEST_PAUSE)

    def _recent_deaths(self) -> int:
        return sum(time.monotonic() - death < DEATHS_WITHIN for death in self.deaths)

    def dies_too_often(self) -> bool:
        """Whether starting it once more is no use."""
        return self._recent_deaths() >= DEATHS_ALLOWED

    def ask_to_stop(self) -> None:
        """Ask the process, which stops what it started itself."""
        if self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        """End the process and whatever else is left of its session."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def _tied_to(parent: int) -> Callable[[], None] | None:
    """Return what a child does between fork and exec: ask Linux to end it with its parent.

    Elsewhere a killed ``up`` leaves its children; the next ``up`` ends the Valkey it finds.
    """
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)

    def follow() -> None:
        library.prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:  # it was killed before we could ask
            os._exit(1)

    return follow
