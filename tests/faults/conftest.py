"""Whole installations, in a directory of their own, whose processes a test may kill, freeze and start."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tarneeb_site import supervisor, valkey
from tarneeb_site.child import Child, Process
from tarneeb_site.env import ROOT
from tests.faults.installation import Installation, free_port, wait_until_gone

HOST = "127.0.0.1"
START_SECONDS = 40.0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is here: it runs alone."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.faults)
            item.add_marker(pytest.mark.timeout(150))  # they start whole installations


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation's directory with an empty, migrated database, to copy."""
    place = tmp_path_factory.mktemp("migrated")
    environment = {**os.environ, "TARNEEB_VAR": str(place)}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=START_SECONDS)
    return place


@pytest.fixture
def place(migrated: Path, tmp_path: Path) -> Path:
    """The directory of one installation."""
    return shutil.copytree(migrated, tmp_path / "var")


class Scene:
    """What runs on one directory. Its database is read from outside, as a file."""

    def __init__(self, place: Path, port: int) -> None:
        """Prepare; nothing runs yet."""
        self.place, self.port = place, port
        self.address = f"http://{HOST}:{port}"
        self.environment = {
            "TARNEEB_VAR": str(place),
            "SITE_URL": self.address,
            "SAMPLE": "0",
            "PYTHONUNBUFFERED": "1",
        }

    def scene(self, name: str) -> dict[str, Any]:
        """Set a scene, in a process beside those that run."""
        command = [sys.executable, "-m", "tests.faults.stage", name]
        environment = {**os.environ, **self.environment}
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Return what the database answers."""
        with closing(sqlite3.connect(self.place / "tarneeb.sqlite3", timeout=10)) as connection:
            return connection.execute(question, values).fetchall()

    def value(self, question: str, *values: object) -> Any:
        """Return the one value the database answers."""
        ((value,),) = self.rows(question, *values)
        return value


class Apart(Scene):
    """An installation whose processes a test starts one by one: the same that ``up`` runs."""

    def __init__(self, place: Path, port: int) -> None:
        """Prepare the rows of the one table of processes."""
        super().__init__(place, port)
        path, program = valkey.socket_path(place), valkey.binary()
        assert program is not None
        self.environment["VALKEY_URL"] = f"unix://{path}"
        private = Process(
            name="valkey",
            command=valkey.command(program, path, place),
            ready=lambda: valkey.answers(f"unix://{path}"),
        )
        rows = supervisor.processes(hosts=[HOST], port=port, environment=self.environment, valkey=private)
        self.children = {row.name: Child(row) for row in rows}
        self._lines: list[tuple[str, str]] = []
        self._stopped = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def start(self, *names: str) -> None:
        """Start processes, and return when each is ready."""
        for name in names:
            self.children[name].start()
        deadline = time.monotonic() + START_SECONDS
        waiting = set(names)
        while waiting:
            waiting -= {name for name in waiting if self.children[name].becomes_ready()}
            dead = [name for name in waiting if not self.children[name].alive]
            assert not dead, self.told(*dead)
            assert time.monotonic() < deadline, self.told(*waiting)
            time.sleep(0.05)

    def send(self, name: str, number: signal.Signals) -> None:
        """Send a process a signal."""
        process = self.children[name].process
        assert process is not None
        os.kill(process.pid, number)

    def kill(self, name: str) -> None:
        """End a process without a word, as a power cut would."""
        self.children[name].bury()

    def told(self, *names: str) -> str:
        """Return the lines these processes have written."""
        return "\n".join(f"{name}| {line}" for name, line in list(self._lines) if name in names)

    def _read(self) -> None:
        """Read what they write, so that nobody waits for a full pipe."""
        while not self._stopped.wait(0.1):
            for name, child in self.children.items():
                with suppress(AssertionError, OSError, ValueError):  # it does not run, or no longer
                    self._lines += [(name, line) for line in child.lines()]

    def stop(self) -> None:
        """Leave nothing behind."""
        self._stopped.set()
        self._reader.join(5)
        for child in self.children.values():
            if child.process is not None:
                self._let_go(child)

    @staticmethod
    def _let_go(child: Child) -> None:
        assert child.process is not None
        with suppress(ProcessLookupError):
            os.kill(child.process.pid, signal.SIGCONT)
        child.ask_to_stop()
        with suppress(subprocess.TimeoutExpired):
            child.process.wait(8)
        child.bury()


@pytest.fixture
def apart(place: Path) -> Iterator[Apart]:
    """An installation of which nothing runs yet."""
    found = Apart(place, free_port())
    yield found
    found.stop()


@pytest.fixture(scope="module")
def running(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    """An installation all of whose processes run, for several tests that leave it as it was."""
    found = Apart(shutil.copytree(migrated, tmp_path_factory.mktemp("running") / "var"), free_port())
    found.start(*found.children)
    yield found
    found.stop()


class Up(Scene):
    """An installation that ``manage.py up`` looks after."""

    def __init__(self, place: Path) -> None:
        """Start it, and return when it is ready."""
        self.installation = Installation(place)
        super().__init__(place, self.installation.port)
        self.installation.wait_until_ready()

    def kill(self, name: str) -> None:
        """End a child without a word; ``up`` starts it again."""
        children = self.installation.children()
        os.kill(children[name], signal.SIGKILL)
        wait_until_gone([children[name]])

    def stop(self) -> None:
        """Leave nothing behind."""
        family = self.installation.family()
        self.installation.stop()
        assert wait_until_gone(family) == []


@pytest.fixture
def up(place: Path) -> Iterator[Up]:
    """An installation that runs."""
    if sys.platform != "linux":
        pytest.skip("the tests read /proc; `up` itself does not")
    found = Up(place)
    yield found
    found.stop()
