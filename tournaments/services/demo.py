"""One builder of whole evenings: for the sample club, for tests and for ``manage.py simulate``."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings

from games.dealing import Stream
from games.services.clocks import TablePolicy
from tournaments.models import Club, Tournament

from . import clubs
from .actions import PROGRAM
from .draw import draw
from .planning import Plan, create_tournament
from .registration import import_entries

SAMPLE_LIST = settings.BASE_DIR / "examples" / "cedar-cup.csv"
SAMPLE_CLUB = "Cedar Club"
SAMPLE_NAME = "Cedar Cup"
SAMPLE_SLUG = "cedar-cup"
PACES = {"people": TablePolicy.people(bots_after=0), "fast": TablePolicy.fast()}


def build_evening(
    *, club: Club, plan: Plan, content: bytes | str, now: datetime, stream: Stream
) -> Tournament:
    """Return a drawn tournament whose first round is due now: the sweep starts it."""
    wall = now.astimezone(ZoneInfo(plan.zone)).replace(tzinfo=None)
    due = replace(plan, wall_start=plan.wall_start or wall)
    tournament = create_tournament(club=club, plan=due, author=PROGRAM, now=now)
    import_entries(tournament_id=tournament.pk, content=content, author=PROGRAM, now=now, stream=stream)
    draw(tournament_id=tournament.pk, author=PROGRAM, now=now, stream=stream)
    tournament.refresh_from_db()
    return tournament


def load_sample(*, now: datetime, pace: str, stream: Stream) -> Tournament:
    """Load a club with sixteen pairs and a knockout played by bots.

    :param pace: ``people`` for bots that take their time, ``fast`` for bots that do not.
    """
    club = clubs.create_club(name=SAMPLE_CLUB, now=now)
    plan = Plan(name=SAMPLE_NAME, policy=PACES[pace])
    content = SAMPLE_LIST.read_bytes()
    return build_evening(club=club, plan=plan, content=content, now=now, stream=stream)
