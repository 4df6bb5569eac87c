"""How much play one processor carries: moves a second of processor time through ``store.carry_out``.

Batched, as the writer and the sweep do it for many tables, and one by one, as a service does it. On a
database of its own, thrown away afterwards. ``python bench/live.py [--seconds 10] [--tables 200]``
"""

# ruff: noqa: PLC0415 - Django is imported once the environment is made

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def main() -> None:
    """Measure both ways and print a line for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each way is measured")
    parser.add_argument("--tables", type=int, default=200, help="tables that play at the same time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tarneeb-bench-") as place:
        os.environ["TARNEEB_VAR"] = place
        os.environ["DJANGO_SETTINGS_MODULE"] = "tarneeb_site.settings"
        print(f"{'':<12}{'moves':>8}{'a CPU-second':>14}{'a second':>10}")
        for name, limit in (("batched", 256), ("one by one", 1)):
            moves, processor, wall = measured(limit, options.tables, options.seconds)
            print(f"{name:<12}{moves:>8}{moves / processor:>14.0f}{moves / wall:>10.0f}")


def measured(limit: int, tables: int, seconds: float) -> tuple[int, float, float]:
    """Return moves, seconds of processor time and seconds, playing at most ``limit`` tables a commit."""
    with evening(tables) as play_due:
        moves, wall, processor = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < seconds:
            moves += play_due(limit)
        return moves, time.process_time() - processor, time.perf_counter() - wall


@contextmanager
def evening(tables: int) -> Iterator[Callable[[int], int]]:
    """Open tables of bots that do not wait, and yield what lets some of them move."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from games.services import play
    from games.services.tables import close_tables

    call_command("migrate", verbosity=0)
    opened = open_tables(tables, timezone.now())

    def play_due(limit: int) -> int:
        return play.play_due(timezone.now(), limit=limit) or open_again(tables)

    def open_again(count: int) -> int:
        open_tables(count, timezone.now())
        return 0

    yield play_due
    close_tables(opened)


def open_tables(count: int, now: datetime) -> list[int]:
    """Open tables where four bots play as fast as they can; return their ids."""
    from games.dealing import Stream
    from games.rules import RULESETS
    from games.services import chance, opening
    from games.services.clocks import TablePolicy

    stream: Stream = chance.fresh()
    plans = [
        opening.TablePlan(
            public_id=opening.public_id(stream),
            rules=RULESETS["levantine"],
            master=stream.bytes(32),
            seats=tuple(opening.SeatPlan(f"Bot {seat}") for seat in range(4)),
            policy=TablePolicy.fast(),
        )
        for _ in range(count)
    ]
    return [table.pk for table in opening.open_tables(plans, now=now)]


if __name__ == "__main__":
    main()
