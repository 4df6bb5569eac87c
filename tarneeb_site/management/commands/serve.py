"""``manage.py serve``: the web process alone, as a deployment runs it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tarneeb_site import serve


class Command(BaseCommand):
    """Run the web process: pages, sockets, and the sweep that plays what is due."""

    help = "Run the web process: pages, sockets, and the sweep that plays what is due."

    # `up` and `migrate` check; a process that only serves should be back at once.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Say where to listen; only this machine can connect unless told otherwise."""
        parser.add_argument("--host", action="append", help="an address to listen on; repeatable")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Serve until a signal says stop."""
        try:
            serve.run(options["host"] or ["127.0.0.1"], options["port"])
        except OSError as problem:
            raise CommandError(f"--port {options['port']}: {problem.strerror}") from problem
