"""Sets a scene in an installation of its own: ``python -m tests.faults.stage SCENE``; prints JSON.

Run beside the web process, as the worker is: what is done here, that one finds out by itself.
"""

# ruff: noqa: E402 - Django is set up before anything that needs it

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

import django

django.setup()

from django.test import Client
from django.utils import timezone

from games import store
from games.dealing import Stream
from games.models import Table, User
from games.rules import PACK, SEATS, Action, Call, Card, Ready, Seat, autoplay, view
from games.services import chance, people, play, tables
from games.services.clocks import TablePolicy
from tournaments.models import Pairing, Tournament
from tournaments.services import clubs, demo, due
from tournaments.services.planning import Plan

#: Nobody who plays here is ever late, however slow the machine is.
PATIENT = TablePolicy(600, 600, 600, 600, trick_seconds=0)
STREAM = Stream(b"chance of the stage")
DEALS_OF_THE_MATCH = 2


def four() -> dict[str, Any]:
    """Four people in the final of a tournament that is one deal long."""
    cup = _evening(2, cap=1, policy=PATIENT)
    (pairing,) = Pairing.objects.filter(round__stage__tournament=cup)
    assert pairing.table is not None
    return _seated(pairing.table) | {"cup": cup.pk, "pairing": pairing.pk}


def long() -> dict[str, Any]:
    """Four people in a final of many deals."""
    cup = _evening(2, policy=PATIENT)
    (pairing,) = Pairing.objects.filter(round__stage__tournament=cup)
    assert pairing.table is not None
    return _seated(pairing.table) | {"cup": cup.pk}


def bots() -> dict[str, Any]:
    """Sixteen pairs, played by bots as fast as they can, a deal a match."""
    return {"cup": _evening(16, cap=1, policy=TablePolicy.fast()).pk}


def level() -> dict[str, Any]:
    """Four pairs; both matches of the first round are played here, and end level at the cap.

    Side 1 gains in the last deal of the first match, side 0 in that of the second.
    """
    cup = _evening(4, cap=DEALS_OF_THE_MATCH, policy=PATIENT)
    first = Pairing.objects.filter(round__stage__tournament=cup, round__number=1).order_by("number")
    for pairing, strong in zip(first, ([0, 1], [1, 0]), strict=True):
        assert pairing.table is not None
        _rig([SEATS[seat] for seat in strong])
        _play_rigged(pairing.table, _sit(pairing.table), [SEATS[seat] for seat in strong])
    return {"cup": cup.pk}


def _evening(pairs: int, **plan: Any) -> Tournament:
    """Return a tournament whose first round is in play."""
    rows = [f"Player {n} A,Player {n} B,{n}" for n in range(1, pairs + 1)]
    content = "\n".join(["player,partner,seed", *rows]) + "\n"
    now = timezone.now()
    club = clubs.create_club(name="Cedar Club", now=now)
    cup = demo.build_evening(
        club=club, plan=Plan(name="Cup", **plan), content=content, now=now, stream=chance.fresh()
    )
    due.start_due(now=now, stream=chance.fresh())
    return cup


def _sit(table: Table) -> list[User]:
    """Let a guest sit on each seat of a table."""
    guests = []
    for seat in table.seats.order_by("number"):
        guests.append(people.guest(f"Guest {seat.number}", stream=STREAM.derive(table.pk, seat.number)))
        tables.hold_seats(user_id=guests[-1].pk, seat_ids=[seat.pk])
        tables.sit(table_id=table.pk, number=seat.number, user=guests[-1], now=timezone.now())
    return guests


def _seated(table: Table) -> dict[str, Any]:
    """Return what the phones of four guests need who sit at a table."""
    sessions = []
    for guest in _sit(table):
        browser = Client()
        browser.force_login(guest)
        sessions.append(browser.cookies["sessionid"].value)
    return {"table": table.public_id, "table_id": table.pk, "sessions": sessions}


def _rig(strong: Sequence[Seat]) -> None:
    """Let each next deal give one seat after the other a whole suit."""
    left = list(strong)

    def rigged(*_: object, **__: object) -> Sequence[Sequence[Card]]:
        first = left.pop(0)
        return [PACK[13 * n : 13 * n + 13] for n in ((seat - first) % 4 for seat in SEATS)]

    setattr(play, "deal", rigged)  # noqa: B010 - instead of what it imported


def _play_rigged(table: Table, guests: Sequence[User], strong: Sequence[Seat]) -> None:
    """Play the deals: who has the spades bids, makes them trump, and takes every trick."""
    for declarer in strong:
        while (position := store.read([table.pk])[table.pk].position).turn is not None:
            seen = view(position, position.turn)
            _act(table, guests[position.turn], _choice(seen, bids=position.turn == declarer))
        for guest in guests if declarer != strong[-1] else ():
            _act(table, guest, Ready())


def _choice(seen: Mapping[str, Any], *, bids: bool) -> Action:
    if bids and "7" in seen["legal"]:
        return Call("7")
    return autoplay(seen)


def _act(table: Table, guest: User, action: Action) -> None:
    seen = store.seqs([table.pk])[table.pk]
    act = play.Act(guest.pk, action, f"{guest.pk}-{seen}", seen)
    play.submit_now(table.pk, act, seat=None, now=timezone.now())


SCENES: Mapping[str, Callable[[], dict[str, Any]]] = {
    scene.__name__: scene for scene in (four, long, bots, level)
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(SCENES[sys.argv[1]]()))
