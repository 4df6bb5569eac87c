"""A championship through the services: what a draw, a result and each page cost as the field grows.

A Swiss, and a knockout of the best after it, on a database file of its own; matches end at once, the
first side winning as often as not. For every round it prints what the draw took and how long any
transaction was; in the end pages, with the statements they ask. Times are those of the processor, which
whoever else uses the machine does not change.
``python bench/championship.py [--pairs 500] [--rounds 7] [--knockout 32] [--json]``
"""

# ruff: noqa: PLC0415 - Django is imported once the environment is made

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
NOW = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)


def main() -> None:
    """Play the championship and print what it cost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=500, help="how many pairs enter")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of the Swiss")
    parser.add_argument("--knockout", type=int, default=32, help="how many go on to a knockout")
    parser.add_argument("--seconds", type=float, help="as the other benches have it; under 5, sixteen pairs")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.seconds is not None and options.seconds < 5:
        options.pairs, options.rounds, options.knockout = 16, 2, 4
    with tempfile.TemporaryDirectory(prefix="tarneeb-bench-") as home:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tarneeb_site.settings", "TARNEEB_VAR": home}
        found = played(options.pairs, options.rounds, options.knockout)
    print(json.dumps(found) if options.json else told(found))


def told(found: dict[str, Any]) -> str:
    """Return the figures as lines for a reader."""
    lines = [f"{found['pairs']} pairs, {found['tables']} matches"]
    lines += [
        f"{one['stage']:<9}round {one['round']:>2}: drawn {one['ms']:>5.0f} ms,"
        f" {one['statements']:>3} statements, longest transaction {one['longest']:>3.0f} ms;"
        f" a result {one['result_ms']:.1f} ms"
        for one in found["rounds"]
    ]
    lines += [
        f"{page:<10} {cost['ms']:>7.0f} ms, again {cost['again_ms']:>4.0f} ms"
        f" {cost['statements']:>4} statements {cost['bytes'] / 1000:>8.0f} kB"
        for page, cost in found["pages"].items()
    ]
    return "\n".join(lines)


def played(pairs: int, rounds: int, knockout: int) -> dict[str, Any]:
    """Return what every round and every page cost."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    evening = Evening(pairs, rounds, knockout)
    costs = list(evening.run())
    return {
        "pairs": pairs,
        "tables": evening.tables,
        "rounds": costs,
        "pages": evening.pages(),
    }


class Cost:
    """Statements asked, and the longest transaction, while a block runs."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.statements = 0
        self.longest = self.ms = 0.0
        self._opened = 0.0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Count a statement; what opens and closes a transaction says how long it was."""
        self.statements += 1
        return execute(sql, params, many, context)


@contextmanager
def counted() -> Iterator[Cost]:
    """Count what a block costs."""
    from django.db import connection, transaction

    cost, began = Cost(), time.process_time()
    enter, leave = transaction.Atomic.__enter__, transaction.Atomic.__exit__
    opened: list[float] = []

    def entered(self: Any) -> None:
        opened.append(time.process_time())
        enter(self)

    def left(self: Any, *fault: Any) -> None:
        leave(self, *fault)
        cost.longest = max(cost.longest, 1000 * (time.process_time() - opened.pop()))

    transaction.Atomic.__enter__, transaction.Atomic.__exit__ = entered, left  # type: ignore[method-assign]  # measured from outside
    try:
        with connection.execute_wrapper(cost):
            yield cost
    finally:
        transaction.Atomic.__enter__, transaction.Atomic.__exit__ = enter, leave  # type: ignore[method-assign]  # as it was
    cost.ms = 1000 * (time.process_time() - began)


class Evening:
    """A championship whose matches end at once."""

    def __init__(self, pairs: int, rounds: int, knockout: int) -> None:
        """Enter the pairs."""
        from games.dealing import Stream
        from tournaments.services import clubs, planning, registration
        from tournaments.services.actions import PROGRAM
        from tournaments.services.planning import NextStage, Plan

        self.stream, self.tables = Stream(b"championship"), 0
        club = clubs.create_club(name="Bench Club", now=NOW)
        plan = Plan(
            name="Championship",
            format="swiss",
            options={"rounds": rounds, "tie_breaks": ["buchholz_cut1", "direct", "diff"]},
            then=(NextStage("knockout", knockout),),
        )
        self.cup = planning.create_tournament(club=club, plan=plan, author=PROGRAM, now=NOW)
        rows = [f"Player {n} A,Player {n} B,{n}" for n in range(1, pairs + 1)]
        registration.import_entries(
            tournament_id=self.cup.pk,
            content="\n".join(["player,partner,seed", *rows]),
            author=PROGRAM,
            now=NOW,
            stream=self.stream,
        )

    def run(self) -> Iterator[dict[str, Any]]:
        """Draw and play every round; yield what each draw and the results before it cost."""
        from tournaments.models import Round
        from tournaments.services import due, rounds
        from tournaments.services.actions import PROGRAM
        from tournaments.services.draw import draw

        with counted() as cost:
            draw(tournament_id=self.cup.pk, author=PROGRAM, now=NOW, stream=self.stream)
            first = Round.objects.get(stage__tournament=self.cup, state=Round.State.DRAWN)
            rounds.open_round(round_id=first.pk, author=PROGRAM, now=NOW, stream=self.stream)
        yield self._told(first, cost, [0.0])
        while (row := Round.objects.filter(state=Round.State.OPEN).first()) is not None:
            results = self._play(row)
            with counted() as cost:
                due.close_due(now=NOW, stream=self.stream)
            following = Round.objects.filter(state=Round.State.OPEN).first()
            if following is not None:
                yield self._told(following, cost, results)

    def _told(self, row: Any, cost: Cost, results: list[float]) -> dict[str, Any]:
        return {
            "stage": row.stage.format,
            "round": row.number,
            "ms": round(cost.ms, 1),
            "statements": cost.statements,
            "longest": round(cost.longest, 1),
            "result_ms": round(median(results), 2),
        }

    def _play(self, row: Any) -> list[float]:
        """Let every match of a round end and be recorded; return what recording each took."""
        from games.models import Match, Table
        from tournaments.services import results

        took = []
        for match in Match.objects.filter(table__pairing__round=row, state=Match.State.OPEN):
            won = self.stream.below(2)
            Match.objects.filter(pk=match.pk).update(
                state="won",
                winner=won,
                decided_by="target",
                totals=[31 - 11 * won, 20 + 11 * won],
                deals=9,
                last_scored_deal=9,
                finished_at=NOW,
            )
            Table.objects.filter(pk=match.table_id).update(state=Table.State.OVER)
            began = time.process_time()
            results.record_match(match_id=match.pk, now=NOW, stream=self.stream)
            took.append(1000 * (time.process_time() - began))
            self.tables += 1
        return took

    def pages(self) -> dict[str, Any]:
        """Return what each page costs a visitor who has not seen it."""
        from django.test import Client

        slug = self.cup.slug
        paths = {
            "list": "/en/tournaments/",
            "tournament": f"/en/tournaments/{slug}/",
            "round": f"/en/tournaments/{slug}/rounds/1/1/",
            "tables": f"/en/tournaments/{slug}/tables/",
            "names": f"/en/tournaments/{slug}/tables/?by=name",
            "screen": f"/en/tournaments/{slug}/screen/",
            "embed": f"/en/tournaments/{slug}/embed/",
            "share": f"/en/tournaments/{slug}/share/",
            "standings": f"/en/tournaments/{slug}/print/standings/",
            "cards": f"/en/tournaments/{slug}/print/cards/",
            "api": f"/api/v1/tournaments/{slug}/",
        }
        return {name: self._page(Client(SERVER_NAME="localhost"), path) for name, path in paths.items()}

    def _page(self, client: Any, path: str) -> dict[str, Any]:
        from django.core.cache import cache

        from tarneeb_site.lifespan import GC_THRESHOLD
        from tournaments.services.board import forget_all

        gc.freeze()
        gc.set_threshold(*GC_THRESHOLD)  # as the web process has it
        client.get(path)  # templates are compiled once a process
        cache.clear()
        forget_all()
        with counted() as cost:
            answer = client.get(path)
        with counted() as again:
            client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        size = len(answer.content)
        return {
            "ms": round(cost.ms, 1),
            "again_ms": round(again.ms, 1),
            "statements": cost.statements,
            "bytes": size,
        }


if __name__ == "__main__":
    main()
