"""``manage.py export_tournament``: write a tournament to one file. See docs/tournament-record.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.record_input import named
from tournaments.models import Tournament
from tournaments.services import record


class Command(BaseCommand):
    """Write the record of a tournament."""

    help = "Write a tournament, with its log and the logs of its matches, to one file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("slug", nargs="?", help="the last part of the tournament's address")
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of all records")
        parser.add_argument("--to", type=Path, help="the file; else the standard output")

    def handle(self, **options: Any) -> None:
        """Write it; a tournament that there is not ends with 2."""
        if options["schema"]:
            self.stdout.write(json.dumps(record.schema(), indent=1, ensure_ascii=False))
            return
        found = Tournament.objects.filter(slug=options["slug"]).values_list("pk", flat=True).first()
        if found is None:
            raise CommandError(f"There is no tournament {options['slug']!r}.", returncode=2)
        with named(options["to"] or options["slug"]):
            self._write(found, options["to"])

    def _write(self, tournament_id: int, to: Path | None) -> None:
        pieces = record.pieces(tournament_id)
        if to is None:
            self.stdout.ending = ""
            for piece in pieces:
                self.stdout.write(piece)
            return
        with to.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
