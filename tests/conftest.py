"""What every test stands on: this machine only, quick hashes, short transactions.

The tests of the core run without Django (``make fast``), so nothing here imports it at the top.
"""

from __future__ import annotations

import gc
import ipaddress
import socket
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

if TYPE_CHECKING:
    from django.db.transaction import Atomic

hypothesis.settings.register_profile("fast", deadline=None, max_examples=10)
hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=10_000)
hypothesis.settings.load_profile("default")

#: How long a transaction may keep everybody else from writing; the site's budget on SQLite.
LONGEST_TRANSACTION = 0.050


def pytest_configure(config: pytest.Config) -> None:
    """Choose what is quick over what is strong, where Django is."""
    if config.pluginmanager.hasplugin("django"):
        from django.conf import settings

        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        # Every test client would list all static files; this looks for one when it is asked for.
        settings.WHITENOISE_AUTOREFRESH = True
        config.pluginmanager.import_plugin("tests.cast")


@pytest.fixture(autouse=True)
def _only_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse a connection to anywhere else."""
    connect = socket.socket.connect

    def connect_here(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and self.type == socket.SOCK_STREAM:
            host = "127.0.0.1" if address[0] == "localhost" else address[0]
            assert ipaddress.ip_address(host).is_loopback, f"a test may not connect to {host}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect_here)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Let SQLite leave to the system when a test's writes reach the disk."""
    from django.db import connection

    options = connection.settings_dict["OPTIONS"]
    if connection.vendor == "sqlite":
        options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")


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
def _in_the_sites_language(request: pytest.FixtureRequest) -> None:
    """Begin in the site's own language: a page asked for by another test leaves its own behind."""
    if request.config.pluginmanager.hasplugin("django"):
        from django.utils import translation

        translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _collect_garbage_as_a_web_process_does(request: pytest.FixtureRequest) -> None:
    """Keep a full collection of all that the tests have loaded out of the time of a transaction."""
    if not request.config.pluginmanager.hasplugin("django"):
        return
    from tarneeb_site.lifespan import GC_THRESHOLD

    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)


@pytest.fixture(autouse=True)
def _only_services_write(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which an interface changes a row of ours without a service."""
    if not request.config.pluginmanager.hasplugin("django"):
        yield
        return
    from django.db import connection

    from tests import writes

    with connection.execute_wrapper(writes.watch):
        yield


@pytest.fixture(autouse=True)
def _no_long_transaction(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test in which a transaction held the write lock longer than the site can bear."""
    if not request.config.pluginmanager.hasplugin("django"):
        yield
        return
    import threading

    from django.db import connection
    from django.db.transaction import Atomic

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
