"""What every test of the site stands on: short transactions, writes by services only, one language.

A plugin that ``tests/conftest.py`` loads where Django is; the tests of the core never see it.
"""

from __future__ import annotations

import gc
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.transaction import Atomic
from django.utils import timezone, translation

from tarneeb_site.lifespan import GC_THRESHOLD
from tests import writes
from tests.cast import NOW
from tournaments.services.board import forget_all

#: How long a transaction may keep everybody else from writing; the site's budget on SQLite, in
#: seconds of the machine it was set on, where ``calibration`` takes so long.
LONGEST_TRANSACTION = 0.050
CALIBRATION = 0.043


def calibration() -> float:
    """Return how long this machine takes, right now, for a fixed piece of work."""
    began = time.thread_time()
    sum(i * i for i in range(1_000_000))
    return time.thread_time() - began


def slowness() -> float:
    """Return how many times slower than the budget's machine this one is just now; at least 1."""
    return max(1.0, calibration() / CALIBRATION)


class Pauses:
    """The time this thread has spent in collecting garbage, which is no transaction's work."""

    def __init__(self) -> None:
        """Begin with none; ``heard`` is for ``gc.callbacks``."""
        self._spent: defaultdict[int, float] = defaultdict(float)
        self._began: dict[int, float] = {}

    def heard(self, phase: str, _: object) -> None:
        """A collection begins or ends on this thread."""
        thread = threading.get_ident()
        if phase == "start":
            self._began[thread] = time.thread_time()
        elif thread in self._began:
            self._spent[thread] += time.thread_time() - self._began.pop(thread)

    def here(self) -> float:
        """Return the seconds spent on this thread so far."""
        return self._spent[threading.get_ident()]


PAUSES = Pauses()
gc.callbacks.append(PAUSES.heard)


def worked() -> float:
    """Return the processor seconds this thread has worked, pauses left out."""
    return time.thread_time() - PAUSES.here()


class Stopwatch:
    """Times the outermost transactions of a test, each by the processor time of its own thread.

    Not by the clock: a busy machine would make a short transaction look long.
    """

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.longest = 0.0
        self._open: list[float] = []

    def enter(self, atomic: Atomic) -> None:
        """A block begins; the one a test itself runs in is none of ours."""
        if not atomic._from_testcase:  # type: ignore[attr-defined]
            self._open.append(worked())

    def leave(self, atomic: Atomic) -> None:
        """A block has ended; an outer one is longer than those within it."""
        if not atomic._from_testcase:  # type: ignore[attr-defined]
            self.longest = max(self.longest, worked() - self._open.pop())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On a database server leave out what asks for no database: without one it says the same."""
    if connection.vendor != "sqlite":
        others = [item for item in items if not asks_for_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if asks_for_database(item)]


def asks_for_database(item: pytest.Item) -> bool:
    """Return whether a test is let into the database."""
    is_marked = item.get_closest_marker("django_db") is not None
    return is_marked or not {"db", "transactional_db"}.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.fixture(autouse=True)
def _nobody_has_asked_before() -> None:
    """Forget how often things were tried, and what was answered, so that no test lives on another's."""
    cache.clear()
    forget_all()


@pytest.fixture(autouse=True)
def _in_the_sites_language() -> None:
    """Begin in the site's own language: a page asked for by another test leaves its own behind."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _the_evening_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site's clock go on from ``NOW``: what a test does then, and the site by itself, agree."""
    ahead = NOW - timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: datetime.now(UTC) + ahead)


@pytest.fixture(scope="session", autouse=True)
def _collect_garbage_as_a_web_process_does() -> None:
    """Keep a full collection of all that the tests have loaded out of the time of a transaction."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)


@pytest.fixture(autouse=True)
def _only_services_write() -> Iterator[None]:
    """Fail a test in which an interface changes a row of ours without a service."""
    with connection.execute_wrapper(writes.watch):
        yield


@pytest.fixture(autouse=True)
def _no_long_transaction(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test in which a transaction held the write lock longer than the site can bear."""
    if connection.vendor != "sqlite":  # elsewhere a transaction locks its own rows only
        yield
        return

    watches: defaultdict[int, Stopwatch] = defaultdict(Stopwatch)

    def watch() -> Stopwatch:
        return watches[threading.get_ident()]

    enter, leave = Atomic.__enter__, Atomic.__exit__

    def timed_enter(self: Atomic) -> None:
        enter(self)
        watch().enter(self)

    def timed_leave(self: Atomic, *details: Any) -> None:
        watch().leave(self)
        leave(self, *details)

    monkeypatch.setattr(Atomic, "__enter__", timed_enter)
    monkeypatch.setattr(Atomic, "__exit__", timed_leave)
    yield
    longest = max((one.longest for one in watches.values()), default=0.0)
    if longest > LONGEST_TRANSACTION:
        longest /= slowness()
    assert longest <= LONGEST_TRANSACTION, f"a transaction took {longest * 1000:.0f} ms of work"
