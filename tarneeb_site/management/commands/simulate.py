"""``manage.py simulate``: play an evening from a list of pairs to its champion, in seconds."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import RULESETS, Refusal
from tarneeb_site.progress import draw
from tarneeb_site.simulation import Evening, EveningStuck, Progress, own_database
from tournaments.formats import BEST_OF
from tournaments.sentences import sentence
from tournaments.services.demo import PACES
from tournaments.services.entry_list import ListRefused
from tournaments.services.planning import NextStage, Plan
from tournaments.state import FORMAT_KEYS


class Command(BaseCommand):
    """Play an evening on a database of its own."""

    help = "Play a tournament with the pairs of a CSV file to its champion, by bots."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path, help="CSV list of pairs: player, partner, ...")
        parser.add_argument("--rules", choices=sorted(RULESETS), default="levantine")
        parser.add_argument("--format", choices=FORMAT_KEYS, default="knockout")
        parser.add_argument("--rounds", type=int, help="rounds of the stage, where one may choose")
        parser.add_argument("--then", type=int, metavar="N", help="let the best N play a knockout afterwards")
        parser.add_argument("--cap", type=int, help="scored deals after which the score decides")
        parser.add_argument("--best-of", type=int, choices=BEST_OF, default=1, help="games of a pairing")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same evening")
        parser.add_argument("--pace", choices=sorted(PACES), default="fast")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--log", type=Path, help="write every action and event to this file")

    def handle(self, **options: Any) -> None:
        """Run the evening and print what came of it."""
        began = time.monotonic()
        plan = Plan(
            name=options["file"].stem,
            rules=RULESETS[options["rules"]],
            format=options["format"],
            options={"rounds": options["rounds"]} if options["rounds"] else {},
            then=(NextStage("knockout", options["then"]),) if options["then"] else (),
            cap=options["cap"],
            best_of=options["best_of"],
            policy=PACES[options["pace"]],
        )
        with own_database():
            report = self._played(plan, options)
        report["seconds"] = round(time.monotonic() - began, 2)
        self.stdout.write(json.dumps(report, ensure_ascii=False) if options["json"] else _told(report))

    def _played(self, plan: Plan, options: dict[str, Any]) -> dict[str, Any]:
        try:
            content = options["file"].read_bytes()
            evening = Evening(plan=plan, content=content, seed=options["seed"])
            evening.run(self._show)
        except OSError as fault:
            raise CommandError(f"{options['file']}: {fault.strerror}") from fault
        except ListRefused as refusal:
            raise CommandError("\n".join(_problems(options["file"], refusal))) from refusal
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal
        except EveningStuck as fault:
            raise CommandError("The evening does not go on.") from fault
        if options["log"] is not None:
            options["log"].write_text("".join(f"{line}\n" for line in evening.log()), "utf-8")
        return evening.report()

    def _show(self, progress: Progress) -> None:
        """Draw the progress bar, on a terminal only."""
        done, total = progress.pairings, progress.of_pairings
        draw(self.stderr, done, total, f"round {progress.round}, {done} of {total} pairings")


def _problems(file: Path, refusal: ListRefused) -> list[str]:
    return [
        f"{file}:{problem.line}: {problem.column}: {sentence(problem.refusal)}"
        for problem in refusal.problems
    ]


def _told(report: dict[str, Any]) -> str:
    """Return the report as lines for a reader."""
    lines = [
        f"champions  {' & '.join(report['champion']) or '-'}",
        f"played     {report['matches']} matches, {report['deals']} deals in {report['rounds']} rounds",
        f"projected  {report['projected_minutes']['total']} minutes at the pace of people",
        f"took       {report['seconds']} s",
    ]
    lines += [
        f"level      pairing {one['pairing']}: deal {one['deal']} decided, {one['advances']} advance"
        for one in report["decided_by_last_round"]
    ]
    return "\n".join(lines)
