"""Opens tables whose four seats people have, and reads their logs: ``python -m bench.crowd.stage WORD``.

What is wanted comes as JSON on its input, what is found leaves as JSON on its output.
"""

# ruff: noqa: E402 - Django is set up before anything that needs it

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games.models import Seat, Table, User
from games.models.sealed import Event
from games.rules import RULESETS
from games.services import chance, opening, tickets
from games.services.clocks import TablePolicy

CHUNK = 50
#: Every act writes when the table is due, and nobody is ever late. The bots that sit at first, so that the
#: cards are dealt, would take a day.
POLICY = TablePolicy(
    3600, 3600, 3600, 3600, bot_seconds=(86400, 86400), trick_seconds=0, entropy_seconds=0, bots_after=0
)
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def opened(count: int) -> list[tuple[str, list[str]]]:
    """Migrate and open so many tables; return the address and the sessions of each, in order of play."""
    call_command("migrate", verbosity=0)
    found, now = list[tuple[str, list[str]]](), timezone.now()
    while len(found) < count:
        with transaction.atomic():
            found += open_tables(min(CHUNK, count - len(found)), now)
    return found


def tickets_of(tables: list[tuple[str, list[str]]]) -> dict[str, str]:
    """Return what the page of a table gives each of these sessions for its socket."""
    ids = dict(User.objects.values_list("username", "pk"))
    return {
        session: tickets.issue(table=table, user_id=ids[session.rstrip("-")])
        for table, sessions in tables
        for session in sessions
    }


def written(names: list[str]) -> dict[str, int]:
    """Return the acts of these names that are in the logs, each with its number."""
    wanted = set(names)
    rows = Event.objects.filter(client_id__isnull=False).values_list("client_id", "seq")
    return {name: seq for name, seq in rows if name in wanted}


def open_tables(count: int, now: datetime) -> list[tuple[str, list[str]]]:
    """Open tables and give each seat to a person who is signed in."""
    stream = chance.fresh()
    plans = [
        opening.TablePlan(
            public_id=opening.public_id(stream),
            rules=RULESETS["levantine"],
            master=stream.bytes(32),
            seats=tuple(opening.SeatPlan(f"Phone {seat}") for seat in range(4)),
            policy=POLICY,
        )
        for _ in range(count)
    ]
    return [(table.public_id, sit(table, now)) for table in opening.open_tables(plans, now=now)]


def sit(table: Table, now: datetime) -> list[str]:
    """Let four people have the seats; return their sessions."""
    names = [f"{table.public_id}-{number}" for number in range(4)]
    people = User.objects.bulk_create(
        User(username=name, display_name=name, skeleton=name, password="!", is_guest=True) for name in names
    )
    for number, user in enumerate(people):
        Seat.objects.filter(table=table, number=number).update(kind=Seat.Kind.USER, user=user)
    return sessions(people, now)


def sessions(people: Sequence[User], now: datetime) -> list[str]:
    """Mint what a browser holds after signing in."""
    store = SessionStore()
    rows = [
        Session(
            session_key=f"{user.username:-<32}",
            session_data=store.encode(
                {
                    SESSION_KEY: str(user.pk),
                    BACKEND_SESSION_KEY: BACKEND,
                    HASH_SESSION_KEY: user.get_session_auth_hash(),
                }
            ),
            expire_date=now + timedelta(days=1),
        )
        for user in people
    ]
    return [row.session_key for row in Session.objects.bulk_create(rows)]


WORDS = {"opened": opened, "tickets": tickets_of, "written": written}

if __name__ == "__main__":
    print(json.dumps(WORDS[sys.argv[1]](json.load(sys.stdin))))
