"""Messages between processes that may be lost: nobody waits for one and nothing depends on one."""

from __future__ import annotations

import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import settings

from games import hints
from games.models import User
from tarneeb_site import valkey
from tests.games.scene import opened, play_on, stored


@pytest.fixture(autouse=True)
def _as_a_process_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits to be sent, and nobody sends it yet."""
    monkeypatch.setattr(hints, "_PUBLISHER", hints.Publisher())


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Valkey that is not there."""
    monkeypatch.setattr(settings, "VALKEY_URL", "unix:///nowhere/valkey.sock")


def test_a_hint_waits_for_no_server_and_raises_nothing(
    nowhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a publish that connects by itself; it would stand at the closed gate for ever."""
    gate = threading.Event()
    connected = Mock(publish=Mock(side_effect=lambda *_: gate.wait(60)))
    monkeypatch.setattr(hints, "_client", lambda: connected)

    for version in range(2 * hints.QUEUE_LENGTH):
        hints.publish("table:1", version)

    assert not gate.is_set()
    gate.set()


def test_where_the_queue_is_full_the_hint_is_dropped(nowhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    publisher = hints.Publisher(waiting=1)
    monkeypatch.setattr(publisher, "_start", lambda: None)
    publisher.publish("table:1", 1)

    publisher.publish("table:1", 2)

    assert publisher._outgoing.get_nowait() == ("table:1", 1)
    assert publisher._outgoing.empty()


@pytest.mark.django_db(transaction=True)
def test_every_commit_hints_at_its_table_and_number(
    four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(hints, "publish", lambda topic, version: told.append((topic, version)))
    table = opened(four)

    play_on(table, four, 1)

    assert told[-1] == (f"table:{table.pk}", stored(table).seq)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Valkey of our own."""
    program = valkey.binary()
    assert program is not None
    short = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    path = short / "v.sock"
    process = subprocess.Popen(valkey.command(program, path, tmp_path), stdout=subprocess.DEVNULL)
    monkeypatch.setattr(settings, "VALKEY_URL", f"unix://{path}")
    for _ in range(200):
        if valkey.answers(f"unix://{path}"):
            break
        time.sleep(0.02)
    yield
    process.kill()
    process.wait()
    shutil.rmtree(short)


def test_a_hint_of_one_process_is_heard_by_another(server: None) -> None:
    heard: queue.Queue[tuple[str, int]] = queue.Queue()
    listener = hints.Listener(lambda topic, version: heard.put((topic, version)))
    listener.start()

    for version in range(1, 100):
        hints.publish("tournament:cedar cup", version)
        try:
            topic, number = heard.get(timeout=0.1)
        except queue.Empty:
            continue
        assert topic == "tournament:cedar cup"
        assert number <= version
        break
    else:
        raise AssertionError("nothing was heard")
    listener.stop()
    assert not listener.is_alive()


def test_a_listener_to_nowhere_goes_on_trying_and_can_be_stopped(nowhere: None) -> None:
    listener = hints.Listener(lambda topic, version: None)
    listener.start()
    time.sleep(0.05)
    assert listener.is_alive()

    listener.stop()

    assert not listener.is_alive()


def test_without_valkey_nobody_listens_and_nothing_is_published() -> None:
    listener = hints.Listener(lambda topic, version: None)

    listener.start()
    listener.join(1)
    hints.publish("table:1", 1)

    assert not listener.is_alive()
    assert hints._PUBLISHER._outgoing.empty()
