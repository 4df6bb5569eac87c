"""Plays a Swiss in the hall up to its last round: ``python -m bench.crowd.hall played``.

How many pairs and rounds is said as JSON on its input; what a scorer needs leaves as JSON on its output.
"""

# ruff: noqa: E402 - Django is set up before anything that needs it

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

import django

django.setup()

from django.core.management import call_command
from django.utils import timezone

from bench.crowd.stage import sessions
from games.dealing import Stream
from games.models import User
from tournaments.models import Club, Membership, Pairing, Role, Tournament
from tournaments.services import clubs, due, hall
from tournaments.services.actions import PROGRAM
from tournaments.services.demo import build_evening
from tournaments.services.planning import Plan
from tournaments.services.said import Totals

TIE_BREAKS = ["buchholz_cut1", "direct", "diff"]


def played(asked: dict[str, int]) -> dict[str, Any]:
    """Migrate and play; return the tournaments, the tables of their last round, and a director's session."""
    call_command("migrate", verbosity=0)
    now, stream = timezone.now(), Stream(b"readers")
    club = clubs.create_club(name="Bench Club", now=now)
    evenings = [
        evening(club, number, asked["pairs"], asked["rounds"], now, stream)
        for number in range(asked["evenings"])
    ]
    return {
        "slugs": [one.slug for one in evenings],
        "tables": asked["pairs"] // 2,
        "session": director(club, now),
    }


def evening(club: Club, number: int, pairs: int, rounds: int, now: datetime, stream: Stream) -> Tournament:
    """Return a Swiss whose last round is called, every result before it entered."""
    rows = [f"Player {n} A of {number},Player {n} B of {number},{n}" for n in range(1, pairs + 1)]
    options = {"rounds": rounds, "tie_breaks": TIE_BREAKS}
    plan = Plan(name=f"Cup {number}", format="swiss", options=options, place="hall")
    content = "\n".join(["player,partner,seed", *rows])
    cup = build_evening(club=club, plan=plan, content=content, now=now, stream=stream)
    due.start_due(now=now, stream=stream)
    for _ in range(1, rounds):
        enter_all(cup, now, stream)
        due.close_due(now=now, stream=stream)
    return cup


def enter_all(cup: Tournament, now: datetime, stream: Stream) -> None:
    """Enter every result of the round that is called."""
    called = Pairing.objects.filter(round__stage__tournament=cup, state=Pairing.State.CALLED)
    for pairing in called:
        less = stream.below(30)
        said = Totals((31, less) if stream.below(2) else (less, 31))
        hall.enter(pairing_id=pairing.pk, said=said, author=PROGRAM, now=now)


def director(club: Club, now: datetime) -> str:
    """Return what the browser of a director of the club holds after signing in."""
    user = User.objects.create(username="director", password="!")
    Membership.objects.create(club=club, user=user, role=Role.DIRECTOR, since=now)
    return sessions([user], now)[0]


if __name__ == "__main__":
    print(json.dumps({"played": played}[sys.argv[1]](json.load(sys.stdin))))
