"""Where the private Valkey's socket is, and what happens to one that was left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
import redis

from tarneeb_site import valkey


def test_the_socket_is_with_the_rest_of_the_data(tmp_path: Path) -> None:
    assert valkey.socket_path(tmp_path) == tmp_path / "valkey.sock"


def test_a_path_too_long_for_a_socket_is_replaced_by_one_that_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 100)
    with tempfile.TemporaryDirectory() as runtime:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        assert valkey.socket_path(deep).is_relative_to(runtime)
        assert valkey.socket_path(deep) == valkey.socket_path(deep)

    monkeypatch.delenv("XDG_RUNTIME_DIR")
    temporary = valkey.socket_path(deep)

    assert len(os.fsencode(temporary)) <= valkey.LONGEST_SOCKET_PATH
    assert temporary.parent.stat().st_mode & 0o077 == 0
    temporary.parent.rmdir()


def test_the_machines_own_program_is_used_where_the_package_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert valkey.binary() is None

    program = tmp_path / "redis-server"
    program.touch(mode=0o755)

    assert valkey.binary() == str(program)


def started(place: Path) -> tuple[str, subprocess.Popen[bytes]]:
    """Start a Valkey; return its address and its process."""
    program, socket = valkey.binary(), place / "with a blank.sock"
    assert program is not None
    process = subprocess.Popen(valkey.command(program, socket, place), stdout=subprocess.DEVNULL)
    url = f"unix://{socket}"
    while not valkey.answers(url):
        time.sleep(0.02)
    return url, process


def test_a_valkey_that_cannot_save_goes_on_taking_work(tmp_path: Path) -> None:
    url, process = started(tmp_path)
    shutil.rmtree(tmp_path / "valkey")
    with redis.Redis.from_url(url) as client:
        client.bgsave()
        while client.info("persistence")["rdb_last_bgsave_status"] == "ok":
            time.sleep(0.02)

        assert client.set("work", "to do")
    process.kill()
    process.wait()


def test_a_valkey_left_behind_is_ended(tmp_path: Path) -> None:
    url, process = started(tmp_path)

    valkey.end_leftover(url)

    assert process.wait(timeout=5) == 0
    assert not valkey.answers(url)
