"""Acts whose process is killed at each of their steps.

``python -m tests.tournaments.cut_short DATABASE ACT...``

A step is a statement, or the end of a transaction; the kill comes before it, and after the last. For each
step there is a tournament of its own and a process that does the act there. Printed as JSON is, by act, for
each kill what the tournament was before, after the kill, and after the act was done again.
"""

# ruff: noqa: E402 - Django is set up before anything that needs it

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

import django
from django.conf import settings

settings.DATABASES["default"]["NAME"] = sys.argv[1]
django.setup()

from django.db import connection, connections
from django.db.models import Count

from games.models import Match, Table
from games.rules import Refusal
from tests.cast import NOW
from tests.tournaments.evenings import STREAM, drawn, ended, entered, pairing_of, round_of, started
from tests.tournaments.hall import won
from tournaments.models import Action, Club, Entry, Pairing, Report, Round, Side, Slot, Stage, Tournament
from tournaments.services import clubs, draw, hall, results, rounds
from tournaments.services.actions import PROGRAM, Author

PAIRS = 4
Act = Callable[[], object]


class Killer:
    """Kills this process before its step of a number, as a power cut would; 0 is the first."""

    def __init__(self, step: int) -> None:
        """Begin to count."""
        self.left = step

    def __call__(self, execute: Callable[..., Any], *statement: Any) -> Any:
        """Run a statement, if it is not the one (a database wrapper)."""
        self.step()
        return execute(*statement)

    def step(self) -> None:
        """Die, if it is time."""
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1

    def watch(self) -> None:
        """Count what is executed here from now on, and each transaction that is written."""
        commit = connection.commit

        def committed() -> None:
            self.step()
            commit()
            self.step()

        connection.commit = committed  # type: ignore[method-assign]  # measured from outside
        connection.execute_wrappers.append(self)


def draw_one(club: Club) -> tuple[Tournament, Act]:
    """Return a tournament that is to be drawn."""
    cup = entered(club, PAIRS, name="Cup", author=PROGRAM)
    return cup, lambda: draw.draw(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)


def start(club: Club) -> tuple[Tournament, Act]:
    """Return a tournament whose first round is to start, at tables of the site."""
    cup = drawn(club, PAIRS)
    first = round_of(cup, 1)
    return cup, lambda: rounds.open_round(round_id=first.pk, author=PROGRAM, now=NOW, stream=STREAM)


def close(club: Club) -> tuple[Tournament, Act]:
    """Return a Swiss whose first round is to be closed, and the second drawn and opened."""
    cup = started(club, PAIRS, format="swiss", options={"rounds": 3})
    for pairing in round_of(cup, 1).pairings.all():
        match = ended(pairing)
        results.record_match(match_id=match.pk, now=NOW, stream=STREAM)
    first = round_of(cup, 1)
    return cup, lambda: rounds.close_round(round_id=first.pk, author=PROGRAM, now=NOW, stream=STREAM)


def enter(club: Club) -> tuple[Tournament, Act]:
    """Return a tournament in the hall in which a result is to be entered."""
    cup = started(club, PAIRS, place=Stage.Place.HALL)
    first = round_of(cup, 1).pairings.filter(state=Pairing.State.CALLED)[0]
    return cup, lambda: hall.enter(pairing_id=first.pk, said=won(1), author=Author(key="a"), now=NOW)


def record(club: Club) -> tuple[Tournament, Act]:
    """Return a tournament in which a table has a result that is to be recorded."""
    cup = started(club, PAIRS, format="swiss", options={"rounds": 3})
    match = ended(pairing_of(cup, 1, 1))
    return cup, lambda: results.record_match(match_id=match.pk, now=NOW, stream=STREAM)


ACTS = {one.__name__: one for one in (draw_one, start, close, enter, record)}


def state(cup: Tournament) -> list[Any]:
    """Return all that is stored of a tournament, by names instead of numbers of rows."""
    stages, mine = Stage.objects.filter(tournament=cup), {"round__stage__tournament": cup}
    reports = Report.objects.filter(pairing__round__stage__tournament=cup).order_by("pk")
    tables = Table.objects.filter(pairing__round__stage__tournament=cup)
    found = [
        Tournament.objects.filter(pk=cup.pk).values_list("state", "version", "public_number"),
        Entry.objects.filter(tournament=cup).order_by("name").values_list("name", "state", "seed"),
        stages.values_list("position", "winner__name"),
        Slot.objects.filter(stage__in=stages).order_by("seed").values_list("seed", "entry__name"),
        Round.objects.filter(stage__in=stages).order_by("number").values_list("number", "state", "version"),
        Pairing.objects.filter(**mine)
        .order_by("round__number", "number")
        .values_list("number", "state", "outcome", "advances", "decided_by", "hall_table"),
        Side.objects.filter(pairing__round__stage__tournament=cup)
        .order_by("round__number", "pairing__number", "number")
        .values_list("entry__name", "score", "placement"),
        reports.values_list("kind", "side"),
        Action.objects.filter(tournament=cup).order_by("pk").values_list("verb", "key"),
        tables.order_by("pairing__round__number", "number")
        .annotate(seats_there=Count("seats"))
        .values_list("state", "seats_there"),
        Match.objects.filter(table__in=tables).order_by("state").values_list("state", "number"),
    ]
    lost = Table.objects.filter(pairing=None).count()
    return [*map(list, found), lost]


def killed_at(step: int, act: Act) -> bool:
    """Do an act in another process that dies at a step; return whether it came so far."""
    connections.close_all()
    if close_pool := getattr(connection, "close_pool", None):  # what PostgreSQL keeps open is one process's
        close_pool()
    child = os.fork()
    if child == 0:
        killer = Killer(step)
        connection.ensure_connection()
        killer.watch()
        act()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


def again(act: Act) -> None:
    """Do an act once more; that it is done already is no fault."""
    try:
        act()
    except Refusal:
        return


def cut_short(prepared: Callable[[Club], tuple[Tournament, Act]], club: Club) -> dict[str, Any]:
    """Kill an act at each of its steps, until it comes to its end."""
    kills = []
    for step in count():
        cup, act = prepared(club)
        before = state(cup)
        if not killed_at(step, act):
            break
        cut = state(cup)
        again(act)
        kills.append({"before": before, "cut": cut, "again": state(cup)})
    return {"kills": kills, "after": state(cup)}


def main() -> None:
    """Do all of it in one club."""
    club = clubs.create_club(name="Cedar Club", now=NOW)
    sys.stdout.write(json.dumps({name: cut_short(ACTS[name], club) for name in sys.argv[2:]}))


if __name__ == "__main__":
    main()
