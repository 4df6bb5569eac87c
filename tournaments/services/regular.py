"""Tournaments that are played again and again: making the next one ahead of its time, once.

The time of the next one is the row's own and is claimed, so that two sweeps make one tournament. What
was missed while no server ran is not made up for. Source: docs/schedule.md#regular-tournaments.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet

from games.models import claim, clean_name
from games.rules import Refusal
from tournaments.models import Club, Regular, Tournament

from . import openings
from .actions import PROGRAM
from .copying import copied
from .recurrence import after
from .walls import NoSuchTime, moment_of

log = structlog.get_logger(__name__)

LONGEST_NAME = 60
MOST_DAYS_AHEAD = 60
AN_HOUR = timedelta(hours=1)


class RegularMoved(Refusal):
    """Somebody else changed this, or the next one was made meanwhile."""

    code = "regular_moved"


class FirstIsPast(Refusal):
    """The first time is past."""

    code = "first_is_past"


class RegularThere(Refusal):
    """The club plays this already from that time on."""

    code = "regular_there"


class PatternOfAnother(Refusal):
    """The tournament to repeat is of another club."""

    code = "pattern_of_another"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a club wants to play again and again; ``first`` is on the wall in the pattern's zone."""

    name: str
    pattern: Tournament
    first: datetime
    every: Regular.Every = Regular.Every.WEEK
    days_ahead: int = 6
    last_date: date | None = None
    opens: bool = True


def begin(*, club: Club, wish: Wish, user_id: int | None, now: datetime) -> Regular:
    """Let a tournament be played again and again.

    :raises PatternOfAnother: when it is not the club's.
    :raises FirstIsPast: when the first time is.
    :raises RegularThere: when it is sent twice.
    :raises BadName: when the name would deceive or disturb whoever reads it.
    """
    if wish.pattern.club_id != club.pk:
        raise PatternOfAnother()
    if starts_at(wish.first, wish.pattern.zone) <= now:
        raise FirstIsPast()
    row = Regular(
        club=club,
        name=clean_name(wish.name, longest=LONGEST_NAME),
        pattern=wish.pattern,
        every=wish.every,
        zone=wish.pattern.zone,
        days_ahead=wish.days_ahead,
        last_date=wish.last_date,
        opens=wish.opens,
        created_by_id=user_id,
        created_at=now,
    )
    _set_next(row, wish.first)
    same = Regular.objects.filter(club=club, pattern=row.pattern, next_wall=row.next_wall)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if same.filter(due_at__isnull=False).exists():
            raise RegularThere()
        row.save()
    return row


def pause(*, regular: Regular, now: datetime) -> None:
    """Make no more of them until somebody says so.

    :raises RegularMoved: when it is paused already, or over.
    """
    del now
    going = Regular.objects.filter(pk=regular.pk, is_paused=False, due_at__isnull=False)
    claim(going, refusal=RegularMoved(), is_paused=True)


def go_on(*, regular: Regular, now: datetime) -> None:
    """Make them again, from the next time that is still to come.

    :raises RegularMoved: when it is not paused.
    """
    row = _moved_on(Regular.objects.get(pk=regular.pk), now)
    paused = Regular.objects.filter(pk=regular.pk, is_paused=True)
    claim(paused, refusal=RegularMoved(), is_paused=False, next_wall=row.next_wall, due_at=row.due_at)


def end(*, regular: Regular, now: datetime) -> None:
    """Make no more of them, ever; those that were made stay.

    :raises RegularMoved: when it is over already.
    """
    del now
    going = Regular.objects.filter(pk=regular.pk, due_at__isnull=False)
    claim(going, refusal=RegularMoved(), due_at=None)


VERBS = {"pause": pause, "go-on": go_on, "end": end}
"""What a director does with one, by the names under which the page asks for it."""


def of_club(club: Club) -> QuerySet[Regular]:
    """Return what a club plays again and again, what is over last."""
    rows: QuerySet[Regular] = Regular.objects.filter(club=club).select_related("pattern")
    return rows.order_by("due_at", "pk")


def make_due(*, now: datetime) -> int:
    """Make the tournaments whose time to be made has come; return how many."""
    return sum(_unless_late(row, now) for row in Regular.objects.to_make(now).order_by("due_at", "pk"))


def _unless_late(row: Regular, now: datetime) -> bool:
    try:
        made = make_next(regular_id=row.pk, seen=row.next_wall, now=now)
    except RegularMoved:
        log.info("somebody else was first", verb="make_next", regular=row.pk)
        return False
    log.info("done when due", verb="make_next", regular=row.pk, tournament=made.pk if made else None)
    return made is not None


def make_next(*, regular_id: int, seen: str, now: datetime) -> Tournament | None:
    """Make the next tournament and name the time of the one after it; nothing for a time that is past.

    :param seen: the time that whoever asks found there: it is made once.
    :raises RegularMoved: when somebody else has made it.
    """
    row = Regular.objects.select_related("pattern", "club").get(pk=regular_id)
    wall = datetime.fromisoformat(seen)
    is_ahead = starts_at(wall, row.zone) > now
    _set_next(row, after(wall, row.every))
    with transaction.atomic():
        mine = Regular.objects.filter(pk=regular_id, next_wall=seen, is_paused=False, due_at__lte=now)
        claim(mine, refusal=RegularMoved(), next_wall=row.next_wall, due_at=row.due_at)
        if not is_ahead:
            return None
        made = copied(row.pattern, name=f"{row.name} {wall:%Y-%m-%d}", wall=shown(wall, row.zone), now=now)
        if row.opens:
            openings.open_registration(tournament_id=made.pk, author=PROGRAM, now=now)
    return made


def _moved_on(row: Regular, now: datetime) -> Regular:
    """Return it with the first time that is still to come."""
    wall = datetime.fromisoformat(row.next_wall)
    while starts_at(wall, row.zone) <= now:
        wall = after(wall, row.every)
    _set_next(row, wall)
    return row


def _set_next(row: Regular, wall: datetime) -> None:
    """Write the next time, and when that one is made; none after the last date."""
    row.next_wall = wall.isoformat(timespec="minutes")
    is_over = row.last_date is not None and wall.date() > row.last_date
    row.due_at = None if is_over else starts_at(wall, row.zone) - timedelta(days=row.days_ahead)


def starts_at(wall: datetime, zone: str) -> datetime:
    """Return the moment at which one starts that is to start at this time, whatever clocks do that night."""
    return moment_of(shown(wall, zone), zone)


def shown(wall: datetime, zone: str) -> datetime:
    """Return the time on the wall, an hour later on a night on which it never comes."""
    try:
        moment_of(wall, zone)
    except NoSuchTime:
        return wall + AN_HOUR
    return wall
