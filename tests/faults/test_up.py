"""``manage.py up`` for real: what it starts, what it survives, what it leaves behind."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.installation import Installation, children_of, free_port, wait_until_gone

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(120),
    pytest.mark.skipif(sys.platform != "linux", reason="the tests read /proc; `up` itself does not"),
]

Start = Callable[..., Installation]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start installations, all with the same data, and end them whatever happens."""
    started: list[Installation] = []

    def begin(port: int | None = None, data: str = "data", **environment: str) -> Installation:
        started.append(Installation(tmp_path / data, port, **environment))
        return started[-1]

    yield begin
    for installation in started:
        family = installation.family()
        installation.stop(signal.SIGKILL)
        wait_until_gone(family)


def test_a_first_start_shows_a_page_and_a_link_and_stops_without_a_trace(start: Start) -> None:
    installation = start()
    link = installation.wait_for(r"owner's account, once: http://localhost:\d+(/\S+)")[1]
    installation.wait_until_ready()
    family = installation.family()

    assert "<html" in installation.page("/en/")
    assert "<form" in installation.page(link)
    assert installation.page("/healthz") == "ok\n"
    assert sorted(installation.children()) == ["serve", "valkey", "worker"]
    assert installation.stop(signal.SIGINT) == 0
    assert wait_until_gone(family, seconds=0) == []


def test_each_child_that_is_killed_is_started_again(start: Start) -> None:
    installation = start()
    installation.wait_until_ready()
    before = installation.children()

    for name, pid in before.items():
        os.kill(pid, signal.SIGKILL)
        installation.wait_for(rf"^{'web' if name == 'serve' else name} +\| ended with -9")
    installation.wait_for("celery@.* ready", times=2)
    installation.wait_until_answering()
    (beat,) = children_of(installation.children()["worker"])
    os.kill(beat, signal.SIGKILL)
    installation.wait_for("celery@.* ready", times=3)

    after = installation.children()
    assert sorted(after) == sorted(before)
    assert not set(after.values()) & set(before.values())
    assert "<html" in installation.page("/en/")


def test_a_killed_up_takes_its_children_with_it_and_can_be_started_again(start: Start) -> None:
    installation = start()
    installation.wait_until_ready()
    family = installation.family()

    installation.stop(signal.SIGKILL)

    assert wait_until_gone(family) == []
    again = start()
    again.wait_until_ready()
    assert "<html" in again.page("/en/")


def test_a_second_start_is_refused_for_its_port_or_for_its_data(start: Start) -> None:
    first = start()
    first.wait_until_ready()

    same_port = start(port=first.port, data="other")
    same_data = start(port=free_port())

    assert same_port.process.wait(timeout=20) == same_data.process.wait(timeout=20) == 1
    next_port = first.port + 1
    assert f"--port {first.port}: Address already in use. Try --port {next_port}." in same_port.output
    assert f"It runs already (process {first.process.pid})" in same_data.output
    assert "<html" in first.page("/en/")


def test_a_bad_setting_ends_it_in_one_line(start: Start) -> None:
    installation = start(SITE_URL="http://localhost:1/path")

    assert installation.process.wait(timeout=20) == 1
    assert installation.output == (
        "SITE_URL: expected an address such as https://club.example (no path), not 'http://localhost:1/path'."
    )
