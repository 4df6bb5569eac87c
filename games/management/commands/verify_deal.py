"""``manage.py verify_deal FILE``: check the deals of a match, without this or any other server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.dealing import Check, Verdict, check, packs
from games.views.check_strings import sentence


class Command(BaseCommand):
    """Check a file of deals and say what was found."""

    help = "Check the file of a match's deals: promise, contributions, dealer, every card."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path, help="what a finished match offers as download")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        """Check the file; a file that is refused ends the command with 1."""
        try:
            content = options["file"].read_bytes()
        except OSError as fault:
            raise CommandError(f"{options['file']}: {fault.strerror}") from fault
        verdict = check(_decoded(content))
        told = _data(verdict) if options["json"] else _words(verdict)
        self.stdout.write(told)
        if not verdict.passed:
            raise CommandError("This file is refused.")


def _decoded(content: bytes) -> object:
    """Return the JSON in a file; whatever is none is nothing."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _words(verdict: Verdict) -> str:
    """Return each check as a line, then what there is to compare with."""
    lines = [f"{'ok  ' if one.passed else 'FAIL'}  {sentence(one)}" for one in verdict.checks]
    if verdict.passed and verdict.file is not None:
        file = verdict.file
        lines += [
            f"match {file.match}, {len(file.deals)} deals; the promise, to compare:",
            file.lists[0].root,
        ]
    return "\n".join(lines)


def _data(verdict: Verdict) -> str:
    """Return all of it as one JSON object."""
    told: dict[str, Any] = {"passed": verdict.passed, "checks": [_check(one) for one in verdict.checks]}
    if verdict.file is not None:
        file = verdict.file
        told |= {"match": file.match, "roots": [one.root for one in file.lists]}
        told["deals"] = [
            {"deal": one.number, "redeal": one.redeal, "commitment": one.commitment, "pack": pack}
            for one, pack in zip(file.deals, packs(file), strict=True)
        ]
    return json.dumps(told, ensure_ascii=False)


def _check(one: Check) -> dict[str, Any]:
    return {"code": one.code, "passed": one.passed, "about": one.about, "sentence": sentence(one)}
