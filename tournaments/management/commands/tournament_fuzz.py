"""``manage.py tournament_fuzz``: random events of all formats, checked by means of their own.

With ``--services`` they are whole evenings, played through the verbs of the services on the current database
and taken back again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.formats.stages import table
from tournaments.management.fuzz import Event, Played, check_drawn, check_round, check_table, events, play
from tournaments.state import read_state, write_state

USUAL_EVENTS = 200
BEYOND_ANY_VERSION = 1_000_000
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
        parser.add_argument(
            "--services",
            action="store_true",
            help="play whole evenings through the services; on a database where nobody plays",
        )

    def handle(self, **options: Any) -> None:
        """Print what was played, by format, and every fault with the event that shows it."""
        play_all = _evenings if options["services"] else _events
        played, wrong = play_all(options["events"], options["seed"], check=options["check"])
        for name, count in sorted(played.items()):
            self.stdout.write(f"{name:16} {count}")
        for line in wrong[:MOST_SHOWN]:
            self.stdout.write(line)
        if wrong:
            raise CommandError(f"{len(wrong)} faults")


def _events(count: int, seed: int, *, check: bool) -> tuple[Counter[str], list[str]]:
    """Play events as data."""
    played: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(count):
        for event in events(number, seed=seed):
            played[event.state.format] += event.found is None
            played["rounds"] += event.found is not None
            wrong += _faults(event) if check else []
    return played, wrong


def _evenings(count: int, seed: int, *, check: bool) -> tuple[Counter[str], list[str]]:
    """Play evenings through the services."""
    played, wrong = Played(), list[str]()
    begun = int(timezone.now().timestamp() * BEYOND_ANY_VERSION)
    for number in range(count):
        salt = (begun + number) * BEYOND_ANY_VERSION
        wrong += play(number, seed=seed, salt=salt, played=played)
    told = played.formats + Counter(acts=played.done.total(), refused=played.refused.total())
    return told, wrong if check else []


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
