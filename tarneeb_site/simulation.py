"""A whole evening by a clock of its own: the same tasks, sweep and commits, nobody waits.

The seed feeds deals, bots, tables' names and the clock, so the same seed plays the same evening to
the last byte, on every machine. It happens on a database of its own, in memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections
from django.db.models import F

from games import sweep
from games.dealing import Stream
from games.models import Match
from games.services import play, records
from tournaments import tasks
from tournaments.models import Action, EntryPlayer, Pairing, Report, Round, Side, Stage, Tournament
from tournaments.services import clubs, demo, rulings, schedule
from tournaments.services.actions import PROGRAM
from tournaments.services.planning import Plan

START = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)
IN_MEMORY = {
    "NAME": ":memory:",
    "OPTIONS": {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"},
}


class EveningStuck(RuntimeError):
    """Nothing is due any more, and there is no champion."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the evening is."""

    round: int
    pairings: int
    of_pairings: int


@contextmanager
def own_database() -> Iterator[None]:
    """Use an empty database in memory, and no Valkey, until the block ends."""
    kept, valkey = connections["default"], settings.VALKEY_URL
    del connections["default"]
    described = dict(connections.databases["default"])
    connections.databases["default"] = described | IN_MEMORY | {"ENGINE": "django.db.backends.sqlite3"}
    settings.VALKEY_URL = ""
    try:
        _create_tables()
        yield
    finally:
        connections["default"].close()
        connections["default"] = kept
        connections.databases["default"] = described
        settings.VALKEY_URL = valkey


def _create_tables() -> None:
    """Create the tables of the models as they are: this database never gets any older."""
    with connections["default"].schema_editor(atomic=False) as editor:
        for model in apps.get_models():
            editor.create_model(model)


class Evening:
    """A tournament played to its champion by bots."""

    def __init__(self, *, plan: Plan, content: bytes, seed: int) -> None:
        """Enter the pairs and draw the bracket; ``run`` plays it."""
        self._stream = Stream(f"simulate {seed}".encode())
        self._now = START
        club = clubs.create_club(name="Simulated Club", now=START)
        self._tournament = demo.build_evening(
            club=club, plan=plan, content=content, now=START, stream=self._stream
        )
        self._stage = Stage.objects.get(tournament=self._tournament, position=1)

    def run(self, told: Callable[[Progress], None]) -> None:
        """Play until there is a champion; ``told`` hears of every finished match.

        :raises EveningStuck: when nothing is due and nobody is champion.
        """
        finished = -1
        while not self._is_over():
            tasks.sweep_rounds(now=self._now, stream=self._stream)
            moved = self._play_until_a_match_ends()
            tasks.sweep_results(now=self._now, stream=self._stream)
            if (matches := Match.objects.finished().count()) != finished:
                finished = matches
                told(self._progress())
            elif not moved:
                self._wait()

    def _play_until_a_match_ends(self) -> int:
        """Sweep while tables move; the clock jumps to whatever is due next."""
        before, moves = Match.objects.finished().count(), 0
        while Match.objects.finished().count() == before:
            moved = sweep.sweep(self._now)
            due = play.next_due()
            if not moved and due is None:
                break
            moves += moved
            self._now = max(self._now, due or self._now)
        return moves

    def _wait(self) -> None:
        """Settle what a director would, or let the clock jump to the next round's start."""
        void = Pairing.objects.void().order_by("pk").first()
        if void is not None:
            again = rulings.Ruling(Report.Kind.REPLAY)
            rulings.settle(
                pairing_id=void.pk, ruling=again, author=PROGRAM, now=self._now, stream=self._stream
            )
            return
        drawn = Round.objects.filter(state=Round.State.DRAWN).order_by("starts_at").first()
        if drawn is None or drawn.starts_at is None or drawn.starts_at <= self._now:
            raise EveningStuck
        self._now = drawn.starts_at

    def _is_over(self) -> bool:
        over = Tournament.objects.filter(state=Tournament.State.FINISHED)
        return over.filter(pk=self._tournament.pk).exists()

    @property
    def _expected(self) -> int:
        """The matches of the first stage: of a bracket one less than entries, twice that with a lower one."""
        entries = self._tournament.entries.count()
        brackets = {"knockout": entries - 1, "double-knockout": 2 * entries - 2}
        a_round = entries // (2 if self._stage.format in ("swiss", "round-robin") else 4)
        return brackets.get(self._stage.format, a_round * self._stage.rounds.count())

    def _progress(self) -> Progress:
        played = Pairing.objects.filter(round__stage=self._stage, table__isnull=False)
        playing = Round.objects.filter(stage=self._stage).exclude(state=Round.State.PLANNED)
        decided = played.filter(state=Pairing.State.DECIDED)
        return Progress(playing.count(), decided.count(), self._expected)

    def report(self) -> dict[str, Any]:
        """Return what came of the evening, as JSON values."""
        projection = schedule.projected(self._stage)
        finished = Match.objects.finished()
        return {
            "champion": self._champion(),
            "rounds": self._stage.rounds.count(),
            "matches": finished.count(),
            "deals": sum(finished.values_list("deals", flat=True)),
            "decided_by_last_round": self._decided_by_last_round(),
            "projected_minutes": {"rounds": list(projection.rounds), "total": projection.total},
        }

    def _champion(self) -> list[str]:
        last = Stage.objects.filter(tournament=self._tournament).order_by("position").last()
        members = EntryPlayer.objects.filter(entry=last.winner_id if last else None)
        return list(members.order_by("position").values_list("player__name", flat=True))

    def _decided_by_last_round(self) -> list[dict[str, Any]]:
        """Return the pairings that ended level, as ``round-number``, and who went on by which deal."""
        through = Side.objects.filter(
            number=F("pairing__advances"), pairing__decided_by=Pairing.DecidedBy.LAST_ROUND
        )
        rows = through.order_by("round__number", "pairing__number").values_list(
            "round__number", "pairing__number", "pairing__deal", "entry__name"
        )
        return [
            {"pairing": f"{number}-{pairing}", "deal": deal, "advances": name}
            for number, pairing, deal, name in rows
        ]

    def log(self) -> Iterator[str]:
        """Yield every action and every event of every match, each as a line of JSON."""
        for action in Action.objects.order_by("pk"):
            yield _line({"do": action.verb, "at": action.at.isoformat(), "after": action.after})
        for match in Match.objects.order_by("pk").select_related("table"):
            yield _line({"match": match.pk, "table": match.table.public_id, "totals": match.totals})
            yield from records.lines(match.pk)


def _line(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
