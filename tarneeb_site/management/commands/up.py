"""``manage.py up``: everything an installation needs, on one machine, until Ctrl-C."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tarneeb_site import env, first_start, network, serve, supervisor, valkey
from tarneeb_site.child import Process

NAME_WIDTH = 7


class Command(BaseCommand):
    """Start everything: the database, Valkey, the web process and the worker."""

    help = "Start everything: the database, Valkey, the web process and the worker."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say who can reach it: only this machine, unless told otherwise."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="let phones on this network in")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Prepare, start, look after, stop."""
        started = float(env.text("TARNEEB_STARTED", str(time.time())))
        lock = hold_alone(settings.VAR)
        reach = find_reach(options["port"], lan=options["lan"])
        origins = [*env.text("SITE_URL").split(), *reach.origins]
        first_start.prepare_database()
        self.welcome = Welcome(origins[0], options["port"], started, code=options["lan"])
        try:
            rows = table(reach.hosts, options["port"], origins)
            supervisor.Supervisor(rows, say=self.say, announce=self.announce).run()
        except supervisor.ChildDied as death:
            raise CommandError(str(death)) from death
        finally:
            os.close(lock)

    def say(self, name: str, line: str) -> None:
        """Print a child's line with its name before it."""
        self.stdout.write(f"{name:<{NAME_WIDTH}}| {line}")
        self.stdout.flush()

    def announce(self, name: str) -> None:
        """Tell people where to go as soon as there is something to see."""
        self.say(name, "is ready")
        if name == "web":
            for line in self.welcome.lines():
                self.say("up", line)


class Welcome:
    """What is printed once pages are served."""

    def __init__(self, origin: str, port: int, started: float, *, code: bool) -> None:
        """Prepare.

        :param origin: the address to print.
        :param started: when the wait for the first page began.
        :param code: whether to draw the address for a phone's camera.
        """
        self._origin, self._port, self._started, self._code = origin, port, started, code

    def lines(self) -> list[str]:
        """Fetch the first page, and return what to print."""
        served = supervisor.page_answers(network.LOOPBACK, self._port, f"/{settings.LANGUAGE_CODE}/")
        seconds = time.time() - self._started
        page = f"first page after {seconds:.1f} s" if served else "but its first page fails; see above"
        lines = ["", f"Tarneeb is at {self._origin} ({page}). Ctrl-C stops it."]
        if link := first_start.owner_link(self._origin):
            lines.append(f"Make the owner's account, once: {link}")
        return [*lines, *(network.qr_code(self._origin).splitlines() if self._code else []), ""]


def hold_alone(var: Path) -> int:
    """Return a lock that is held for as long as its descriptor is open.

    :raises CommandError: if another ``up`` runs on the same directory.
    """
    lock = os.open(var / "up.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        other = os.read(lock, 32).decode()
        raise CommandError(f"It runs already (process {other}), with its data in {var}.") from None
    os.truncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())
    return lock


def find_reach(port: int, *, lan: bool) -> network.Reach:
    """Return where to listen, after trying that each address is free.

    :raises CommandError: if one is not, or there is no network for ``--lan``.
    """
    try:
        reach = network.reach(port, lan=lan)
        for host in reach.hosts:
            serve.listen(host, port).close()
    except network.NoNetwork as problem:
        raise CommandError(f"--lan: {problem}.") from problem
    except OSError as problem:
        raise CommandError(f"--port {port}: {problem.strerror}. Try --port {port + 1}.") from problem
    return reach


def table(hosts: tuple[str, ...], port: int, origins: list[str]) -> list[Process]:
    """Return the processes to run, with a Valkey of our own unless ``VALKEY_URL`` names one."""
    environment = {"SITE_URL": " ".join(origins), "PYTHONUNBUFFERED": "1"}
    private = None
    if not settings.VALKEY_URL:
        path = valkey.socket_path(settings.VAR)
        environment["VALKEY_URL"] = f"unix://{path}"
        private = private_valkey(path)
    return supervisor.processes(hosts=hosts, port=port, environment=environment, valkey=private)


def private_valkey(path: Path) -> Process:
    """Return the row of a Valkey on a socket nobody but this user can open.

    :raises CommandError: if no program for it can be found.
    """
    program = valkey.binary()
    if program is None:
        names = " or ".join(valkey.SYSTEM_BINARIES)
        raise CommandError(f"VALKEY_URL: expected an address, or {names} on PATH.")
    valkey.end_leftover(f"unix://{path}")
    return Process(
        name="valkey",
        command=valkey.command(program, path, settings.VAR),
        ready=lambda: valkey.answers(f"unix://{path}"),
        first=True,
    )
