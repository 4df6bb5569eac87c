"""What every test of the site stands on: short transactions, writes by services only, one language.

A plugin that ``tests/conftest.py`` loads where Django is; the tests of the core never see it.
"""

from __future__ import annotations

import gc
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.transaction import Atomic
from django.utils import translation

from tarneeb_site.lifespan import GC_THRESHOLD
from tests import writes

#: How long a transaction may keep everybody else from writing; the site's budget on SQLite.
LONGEST_TRANSACTION = 0.050


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
            self._open.append(time.thread_time())

    def leave(self, atomic: Atomic) -> None:
        """A block has ended; an outer one is longer than those within it."""
        if not atomic._from_testcase:  # type: ignore[attr-defined]
            self.longest = max(self.longest, time.thread_time() - self._open.pop())


@pytest.fixture(autouse=True)
def _in_the_sites_language() -> None:
    """Begin in the site's own language: a page asked for by another test leaves its own behind."""
    translation.deactivate()


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
    assert longest <= LONGEST_TRANSACTION, f"a transaction took {longest * 1000:.0f} ms of work"
