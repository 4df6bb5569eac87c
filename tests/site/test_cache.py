"""The cache while Valkey answers, is frozen, is dead, and has come back."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarneeb_site import valkey
from tarneeb_site.cache import PATIENCE, CacheWithFallback


@pytest.fixture
def server(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Valkey of the test's own; its socket is ``valkey.sock`` in ``tmp_path``."""
    program = valkey.binary()
    assert program is not None
    command = valkey.command(program, tmp_path / "valkey.sock", tmp_path)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not valkey.answers(f"unix://{tmp_path}/valkey.sock"):
        time.sleep(0.02)
    yield process
    process.kill()
    process.wait()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CacheWithFallback:
    """Return a cache that has not found anything amiss yet."""
    monkeypatch.setattr(CacheWithFallback, "_away_until", 0.0)
    return CacheWithFallback(f"unix://{tmp_path}/valkey.sock", {})


def test_what_one_process_keeps_another_finds(
    server: subprocess.Popen[bytes], cache: CacheWithFallback, tmp_path: Path
) -> None:
    other = CacheWithFallback(f"unix://{tmp_path}/valkey.sock", {})

    cache.set("tries", 1)
    cache.incr("tries")

    assert other.get("tries") == 2
    assert not other.add("tries", 7)
    assert other.delete("tries")
    assert cache.get("tries") is None


def test_a_frozen_valkey_costs_one_short_wait(
    server: subprocess.Popen[bytes], cache: CacheWithFallback
) -> None:
    cache.set("tries", 1)
    os.kill(server.pid, signal.SIGSTOP)

    began = time.monotonic()
    for number in range(100):
        cache.set("tries", number)
    waited = time.monotonic() - began

    assert cache.get("tries") == 99
    assert waited < 3 * PATIENCE


def test_a_dead_valkey_is_used_again_when_it_is_back(
    server: subprocess.Popen[bytes], cache: CacheWithFallback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server.kill()
    server.wait()
    cache.set("tries", 5)
    assert cache.get("tries") == 5

    again = subprocess.Popen(server.args, stdout=subprocess.DEVNULL)
    while not valkey.answers(f"unix://{tmp_path}/valkey.sock"):
        time.sleep(0.02)
    monkeypatch.setattr(CacheWithFallback, "_away_until", 0.0)

    assert cache.get("tries") is None
    cache.set("tries", 6)
    assert cache.get("tries") == 6
    again.kill()
    again.wait()
