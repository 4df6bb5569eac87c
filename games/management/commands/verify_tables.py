"""``manage.py verify_tables``: replay every log, and compare where it leads with what is stored."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services import verifying


class Command(BaseCommand):
    """Compare every table with its log; people may go on playing meanwhile."""

    help = "Replay the log of every table and compare it with what is stored; 1 when one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        """Compare; a table that differs is named, and ends the command with 1."""
        tables = verifying.tables()
        found = list(verifying.differences(tables))
        if options["json"]:
            told = {"tables": len(tables), "differences": [asdict(one) for one in found]}
            self.stdout.write(json.dumps(told))
        else:
            self.stdout.writelines(f"{one.table}  {one.reason}" for one in found)
            self.stdout.write(f"{len(tables)} tables, {len(found)} differ from their logs")
        if found:
            raise CommandError("These tables are not where their logs lead.")
