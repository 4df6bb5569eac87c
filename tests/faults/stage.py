"""Sets a scene in an installation of its own: ``python -m tests.faults.stage SCENE``; prints JSON.

Run beside the web process, as the worker is: what is done here, that one finds out by itself.
"""

# ruff: noqa: E402 - Django is set up before anything that needs it

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

import django

django.setup()

from django.db import connection
from django.test import Client
from django.utils import timezone

from games.dealing import Stream
from games.models import Table, User
from games.rules import RULESETS
from games.services import chance, opening, people, tables
from games.services.clocks import TablePolicy
from tests.faults.rigged import PASSED, Plot, made, play_out, rig, set_by
from tournaments.models import Club, Round, Tournament
from tournaments.services import clubs, demo, due, rounds
from tournaments.services.actions import PROGRAM
from tournaments.services.planning import Plan

#: Nobody who plays here is ever late, however slow the machine is.
PATIENT = TablePolicy(600, 600, 600, 600, trick_seconds=0, entropy_seconds=0)
STREAM = Stream(b"chance of the stage")


def short() -> dict[str, Any]:
    """Three cups of eight pairs; four people sit at each table of a first round that is one deal long."""
    cups = [_evening(8, cap=1, policy=PATIENT) for _ in range(3)]
    return {"cups": [[_seated(table) for table in _first_tables(cup)] for cup in cups]}


def long() -> dict[str, Any]:
    """Four people in a final of many deals."""
    (table,) = _first_tables(_evening(2, policy=PATIENT))
    return _seated(table)


def crowd() -> dict[str, Any]:
    """Four people at each of forty tables, in mid-auction."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")  # nothing is killed yet
    plans = [
        opening.TablePlan(
            public_id=opening.public_id(STREAM.derive("crowd", number)),
            rules=RULESETS["levantine"],
            master=STREAM.derive("master", number).bytes(32),
            seats=tuple(opening.SeatPlan(f"Seat {seat}") for seat in range(4)),
            policy=PATIENT,
        )
        for number in range(40)
    ]
    tables = opening.open_tables(plans, now=timezone.now())
    return {"tables": [_seated(table) for table in tables]}


def bots() -> dict[str, Any]:
    """Sixteen pairs, played by bots as fast as they can, a deal a match."""
    return {"cup": _evening(16, cap=1, policy=TablePolicy.fast()).pk}


def level() -> dict[str, Any]:
    """Three cups, whose matches of the first round are played here and end level after two scored deals.

    Side 1 gains in the last of them in the first match, side 0 in that of the second. It does so by a
    contract it made, in the second cup by one it set; in the third all pass in two more deals.
    """
    cups = {"made": _level(made, cap=2), "set": _level(set_by, cap=2), "passed": _level(made, cap=3)}
    _pass_until_time_is_up(cups["passed"])
    return {name: cup.pk for name, cup in cups.items()}


def _level(gained_by: Callable[[int], Plot], *, cap: int) -> Tournament:
    cup = _evening(4, cap=cap, policy=PATIENT)
    for table, sides in zip(_first_tables(cup), ((0, 1), (1, 0)), strict=True):
        plots = [gained_by(side) for side in sides]
        rig(plots)
        guests = _sit(table)
        for plot in plots:
            play_out(table, guests, plot)
    return cup


def _pass_until_time_is_up(cup: Tournament) -> None:
    """Let all pass at each table, and once more when the director has called time."""
    for table in _first_tables(cup):
        play_out(table, _guests(table), PASSED)
    (playing,) = Round.objects.filter(stage__tournament=cup, state=Round.State.OPEN)
    rounds.stop_deals(round_id=playing.pk, author=PROGRAM, now=timezone.now())
    for table in _first_tables(cup):
        play_out(table, _guests(table), PASSED)


def _first_tables(cup: Tournament) -> list[Table]:
    return list(Table.objects.filter(pairing__round__stage__tournament=cup).order_by("pairing__number"))


def _evening(pairs: int, **plan: Any) -> Tournament:
    """Return a tournament whose first round is in play."""
    rows = [f"Player {n} A,Player {n} B,{n}" for n in range(1, pairs + 1)]
    content = "\n".join(["player,partner,seed", *rows]) + "\n"
    now = timezone.now()
    club = Club.objects.first() or clubs.create_club(name="Cedar Club", now=now)
    cup = demo.build_evening(
        club=club, plan=Plan(name="Cup", **plan), content=content, now=now, stream=chance.fresh()
    )
    due.start_due(now=now, stream=chance.fresh())
    return cup


def _sit(table: Table) -> list[User]:
    """Let a guest sit on each seat of a table."""
    for seat in table.seats.order_by("number"):
        guest = people.guest(f"Guest {seat.number}", stream=STREAM.derive(table.pk, seat.number))
        tables.hold_seats(user_id=guest.pk, seat_ids=[seat.pk])
        tables.sit(table_id=table.pk, number=seat.number, user=guest, now=timezone.now())
    return _guests(table)


def _guests(table: Table) -> list[User]:
    return list(User.objects.filter(held_seats__table=table).order_by("held_seats__number"))


def _seated(table: Table) -> dict[str, Any]:
    """Return what the phones of four guests need who sit at a table."""
    sessions = []
    for guest in _sit(table):
        browser = Client()
        browser.force_login(guest)
        sessions.append(browser.cookies["sessionid"].value)
    return {"table": table.public_id, "table_id": table.pk, "sessions": sessions}


SCENES: Mapping[str, Callable[[], dict[str, Any]]] = {
    scene.__name__: scene for scene in (short, long, crowd, bots, level)
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(SCENES[sys.argv[1]]()))
