"""``manage.py replay_tournament``: do a tournament once more from its log. See docs/tournament-record.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import Refusal
from tournaments.management.record_input import content_of, named, record_in
from tournaments.sentences import sentence
from tournaments.services import record
from tournaments.services.record.reading import Record


class Command(BaseCommand):
    """Do the acts of a record again, in an empty database in memory; the site's own is not touched."""

    help = "Do a tournament once more from its log, and compare what everybody sees of it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path, help="the record that export_tournament wrote")
        parser.add_argument("--until", type=int, help="print the record as it was after this act of the log")

    def handle(self, **options: Any) -> None:
        """Say that it comes out the same, or name the act or the row and end with 1.

        A file that is wrong is named in one line and ends with 2.
        """
        with named(options["file"]):
            content = content_of(options["file"])
            told = record_in(content)
        acts, until = len(told.parts["actions"]), options["until"]
        if until is not None and not 1 <= until <= acts:
            raise CommandError(f"The log has acts 1 to {acts}.", returncode=2)
        try:
            self._replay(content, told, until)
        except Refusal as refusal:
            raise CommandError(f"{options['file']}: {sentence(refusal)}") from refusal

    def _replay(self, content: bytes, told: Record, until: int | None) -> None:
        with record.empty_database():
            found = record.replay(told, until=until)
            if until is not None:
                self.stdout.write(record.text(found), ending="")
                return
            record.demand_equal(content.decode("utf-8-sig"), found)
        acts = len(told.parts["actions"])
        self.stdout.write(f"{acts} acts done again: everybody sees the same.")
