"""``manage.py tournament_fuzz``: random events of all formats, checked by means of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.stages import table
from tournaments.management.fuzz import Event, check_drawn, check_round, check_table, events
from tournaments.state import read_state, write_state

USUAL_EVENTS = 200
MOST_SHOWN = 20


class Command(BaseCommand):
    """Play random events and say what is wrong with them."""

    help = "Play random events of all formats; with --check, look at every draw and every table."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--events", type=int, default=USUAL_EVENTS, help="how many events are played")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same events")
        parser.add_argument(
            "--check", action="store_true", help="check each draw and table; end with 1 if one is wrong"
        )

    def handle(self, **options: Any) -> None:
        """Print what was played, by format, and every fault with the event that shows it."""
        played: Counter[str] = Counter()
        wrong: list[str] = []
        for number in range(options["events"]):
            for event in events(number, seed=options["seed"]):
                played[event.state.format] += event.found is None
                played["rounds"] += event.found is not None
                wrong += _faults(event) if options["check"] else []
        for name, count in sorted(played.items()):
            self.stdout.write(f"{name:16} {count}")
        for line in wrong[:MOST_SHOWN]:
            self.stdout.write(line)
        if wrong:
            raise CommandError(f"{len(wrong)} faults")


def _faults(event: Event) -> list[str]:
    """Return what is wrong with a moment of an event, each with what it needs to be seen again."""
    return [f"event {event.number}, round {len(event.state.rounds) + 1}: {fault}" for fault in _all(event)]


def _all(event: Event) -> Iterator[str]:
    state, found = event.state, event.found
    if found is not None:
        yield from check_round(state, found)
        yield from check_drawn(state, event.pages, found)
    yield from check_table(state, table(state), is_over=found is None)
    if read_state(write_state(state)) != state:
        yield "the stage read back from its JSON is another"
