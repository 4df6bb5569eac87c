"""``manage.py import_tournament``: bring a tournament in from its file. See docs/tournament-record.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.services import chance
from tournaments.management.record_input import content_of, named, record_in
from tournaments.models import Club
from tournaments.services import record


class Command(BaseCommand):
    """Bring in the record of a tournament, or nothing of it."""

    help = "Bring in a tournament that export_tournament wrote: all of it, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path, help="the record")
        parser.add_argument("--club", help="the address of its club here; else that of the record")

    def handle(self, **options: Any) -> None:
        """Bring it in; a file that is wrong is named in one line and ends with 2."""
        with named(options["file"]):
            found = record.bring(
                record=record_in(content_of(options["file"])),
                club=self._club(options["club"]),
                now=timezone.now(),
                stream=chance.fresh(),
            )
        self.stdout.write(f"{found.slug}: {found.name}")

    def _club(self, slug: str | None) -> Club | None:
        if slug is None:
            return None
        found: Club | None = Club.objects.filter(slug=slug).first()
        if found is None:
            raise CommandError(f"There is no club {slug!r}.", returncode=2)
        return found
