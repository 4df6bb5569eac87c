"""The supervisor of ``manage.py up``: order, deaths, and that nothing is left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

READY = r"pid (\d+)|is ready"
"""What a child says and what is said of it: two lines that may come in either order."""
LIVES = "print('pid', os.getpid())\nready()\ntime.sleep(60)"
SAYS_BYE = """
def bye(*_):
    os.write(1, b"bye\\n")
    sys.exit(0)
signal.signal(signal.SIGTERM, bye)
ready()
time.sleep(60)
"""


@contextmanager
def supervised(**rows: str) -> Iterator[subprocess.Popen[str]]:
    """Run a supervisor of these scripts, and end it whatever happens."""
    command = [sys.executable, "-m", "tests.site.supervised", json.dumps(rows)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=20)


def wait_for(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    """Read its output up to the first line that matches."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(pattern, line):
            return found
    pytest.fail(f"it ended without a line like {pattern!r}")


def runs(pid: int) -> bool:
    """Return whether a process is there and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(pid: int) -> bool:
    """Give a process five seconds to end."""
    deadline = time.monotonic() + 5
    while runs(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not runs(pid)


def test_the_others_start_when_valkey_is_ready() -> None:
    slow = "time.sleep(0.3)\nready()\ntime.sleep(60)"
    with supervised(web="print('here')\n" + LIVES, valkey=slow) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip() for _ in range(2)]

    assert lines == ["valkey| is ready", "web| here"]


def test_all_stop_in_order_when_told_to() -> None:
    with supervised(web=SAYS_BYE, worker=SAYS_BYE, valkey=SAYS_BYE) as process:
        for _child in range(3):
            wait_for(process, "is ready")
        process.send_signal(signal.SIGTERM)
        output, _errors = process.communicate(timeout=10)

    goodbyes = [line for line in output.splitlines() if line.endswith("bye")]
    assert goodbyes == ["web| bye", "worker| bye", "valkey| bye"]
    assert process.returncode == 0


def test_a_child_that_dies_before_it_is_ready_ends_all_and_shows_its_last_lines() -> None:
    script = "[print('line', number) for number in range(30)]\nsys.exit(3)"
    with supervised(web=SAYS_BYE, worker=script) as process:
        _output, errors = process.communicate(timeout=10)

    assert errors.startswith("died: worker ended with 3 before it was ready")
    assert "line 29" in errors
    assert "line 10\n" in errors
    assert "line 9\n" not in errors
    assert process.returncode == 1


def test_a_child_that_dies_later_is_started_again() -> None:
    with supervised(web=LIVES) as process:
        found = wait_for(process, READY), wait_for(process, READY)
        first = int("".join(one[1] or "" for one in found))
        os.kill(first, signal.SIGKILL)
        wait_for(process, "ended with -9; starting it again")
        second = int(wait_for(process, r"pid (\d+)")[1])

        assert second != first
        assert runs(second)


def test_five_deaths_in_a_minute_are_enough() -> None:
    dies = "ready()\ntime.sleep(0.3)\nsys.exit(1)"
    fast = "from tarneeb_site import child; child.FIRST_PAUSE = 0.01; "
    command = [sys.executable, "-c", fast + "from tests.site import supervised; supervised.main()"]

    done = subprocess.run([*command, json.dumps({"web": dies})], capture_output=True, text=True, check=False)

    assert done.stdout.count("starting it again") == 4
    assert "died: web ended with 1, once more than is worth trying" in done.stderr


def test_a_child_that_does_not_listen_is_killed() -> None:
    with supervised(web="signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + LIVES) as process:
        pid = int(wait_for(process, r"pid (\d+)")[1])
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)

    assert not runs(pid)


def test_what_a_child_started_itself_ends_with_it() -> None:
    starts_another = "other = subprocess.Popen(['sleep', '60'])\nprint('other', other.pid)\n"
    with supervised(worker=starts_another + LIVES) as process:
        other = int(wait_for(process, r"other (\d+)")[1])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)

    assert not runs(other)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the next start cleans up")
def test_children_do_not_outlive_a_supervisor_that_is_killed() -> None:
    with supervised(valkey=LIVES) as process:
        pid = int(wait_for(process, r"pid (\d+)")[1])
        process.kill()

        assert wait_until_gone(pid)
