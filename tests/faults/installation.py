"""An installation as its operator starts it: ``manage.py up`` in a process, with a ``var`` of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from tarneeb_site.env import ROOT

PATIENCE = 40.0


def free_port() -> int:
    """Return a port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Installation:
    """A running ``up``: its lines as they come, the processes it has started, its pages."""

    def __init__(self, var: Path, port: int | None = None, **environment: str) -> None:
        """Start it. Without ``SAMPLE`` among the variables the database stays empty."""
        self.port = port or free_port()
        self.lines: list[str] = []
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(self.port)],
            cwd=ROOT,
            env=kept | {"TARNEEB_VAR": str(var), "SAMPLE": "0"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            self.lines.extend(line.rstrip("\n") for line in output)

    @property
    def output(self) -> str:
        """All it has printed."""
        return "\n".join(self.lines)

    def wait_for(self, pattern: str, *, times: int = 1) -> re.Match[str]:
        """Wait until it has printed a line like this so many times; return the last match."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = [match for line in list(self.lines) if (match := re.search(pattern, line))]
            if len(found) >= times:
                return found[times - 1]
            time.sleep(0.05)
        raise AssertionError(f"no line like {pattern!r} in:\n{self.output}")

    def wait_until_ready(self) -> None:
        """Wait for the web process and the worker."""
        self.wait_for(r"^web +\| is ready")
        self.wait_for(r"^worker +\| is ready")

    def page(self, path: str) -> str:
        """Fetch a page."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return str(answer.read().decode())

    def wait_until_answering(self) -> None:
        """Wait until the web process answers again."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(OSError):
                if self.page("/healthz") == "ok\n":
                    return
            time.sleep(0.05)
        raise AssertionError(f"no answer:\n{self.output}")

    def children(self) -> dict[str, int]:
        """Return the processes it has started, by name."""
        return {_name(pid): pid for pid in children_of(self.process.pid)}

    def family(self) -> list[int]:
        """Return every process that came from it, children's children too."""
        found = [self.process.pid]
        for pid in found:
            found += children_of(pid)
        return found[1:]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join(timeout=5)
        return code


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started; of one that is gone none."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


def _name(pid: int) -> str:
    command = Path(f"/proc/{pid}/cmdline").read_text()
    return next(name for name in ("valkey", "worker", "serve") if name in command)


def runs(pid: int) -> bool:
    """Return whether a process is there and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until_gone(pids: list[int], seconds: float = 10.0) -> list[int]:
    """Give processes some time to end; return those that have not."""
    deadline = time.monotonic() + seconds
    while any(map(runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return [pid for pid in pids if runs(pid)]
