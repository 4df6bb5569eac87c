"""``manage.py bot_match``: how many points a deal one bot gains on another, over the same cards."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots import BOTS, Comparison, gains
from games.dealing import Stream
from games.rules import RULESETS
from tarneeb_site.progress import draw


class Command(BaseCommand):
    """Compare two bots."""

    help = "Play deals twice, the bots changing sides, and print what the first gains a deal."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("one", choices=sorted(BOTS), help="the bot that is measured")
        parser.add_argument("other", choices=sorted(BOTS), help="the bot it plays against")
        parser.add_argument("--rules", choices=sorted(RULESETS), default="levantine")
        parser.add_argument("--deals", type=int, default=1000, help="each is played in every room")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same deals")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        """Play the deals and print what came of them."""
        if options["deals"] < 2:
            raise CommandError("An interval needs two deals at least.")
        began = time.monotonic()
        found = Comparison.of(self._gained(options))
        asked = {name: options[name] for name in ("one", "other", "rules", "deals", "seed")}
        report = asked | {
            "points": round(found.points, 3),
            "interval": [round(found.low, 3), round(found.high, 3)],
            "seconds": round(time.monotonic() - began, 2),
        }
        self.stdout.write(json.dumps(report) if options["json"] else _told(report))

    def _gained(self, options: dict[str, Any]) -> list[Fraction]:
        one, other, rules = BOTS[options["one"]], BOTS[options["other"]], RULESETS[options["rules"]]
        deals, stream = options["deals"], Stream(f"bot_match {options['seed']}".encode())
        gained = []
        for gain in gains(one, other, rules, deals=deals, stream=stream):
            gained.append(gain)
            draw(self.stderr, len(gained), deals, f"{len(gained)} of {deals} deals")
        return gained


def _told(report: dict[str, Any]) -> str:
    """Return the report as lines for a reader."""
    low, high = report["interval"]
    return "\n".join(
        [
            f"{report['one']} against {report['other']}, {report['rules']}, {report['deals']} deals",
            f"gains  {report['points']:+.2f} points a deal",
            f"95 %   {low:+.2f} to {high:+.2f}",
            f"took   {report['seconds']} s",
        ]
    )
