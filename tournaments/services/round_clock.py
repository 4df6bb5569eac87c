"""The clock of a round in play: more time or less, a pause, and on again.

When it runs out no deal is begun any more (``rounds.stop_deals``). Only this clock stands in a pause: the
deal in hand is played to its end, and tables of this site go by their own clocks.
Source: docs/schedule.md#the-clock-of-a-round.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import claim
from games.rules import Refusal
from tournaments.models import Action, Round

from .actions import Author, acting
from .changes import Changes
from .rounds import RoundNotOpen

MOST_MINUTES = 600


class ClockMoved(Refusal):
    """The round has no clock, or somebody else has paused it or let it go on."""

    code = "clock_moved"


class NoTimeLeft(Refusal):
    """So much time is not left in the round."""

    code = "no_time_left"


def give_time(*, round_id: int, minutes: int, author: Author, now: datetime) -> None:
    """Give a round in play more minutes, or with a number below 0 fewer; one without a clock gets one.

    :param minutes: from -600 to 600, and not 0.
    :raises RoundNotOpen: if the round is not in play or time was called before.
    :raises NoTimeLeft: if nothing would be left, or the number makes no sense.
    """
    tournament_id = _tournament_of(round_id)
    with acting(tournament_id, Action.Verb.GIVE_TIME, author, now=now) as account:
        round_ = _running(round_id)
        stands = round_.paused_at or now
        ends = (round_.ends_at or stands) + timedelta(minutes=minutes)
        if not 0 < abs(minutes) <= MOST_MINUTES or ends <= stands:
            raise NoTimeLeft(minutes=minutes)
        changes = Changes()
        changes.update(Round.objects.filter(pk=round_id), ends_at=ends)
        changes.tell(account)
        account.after |= _named(round_) | {"minutes": minutes}


def pause(*, round_id: int, author: Author, now: datetime) -> None:
    """Stop the clock of a round in play.

    :raises RoundNotOpen: if the round is not in play or time was called before.
    :raises ClockMoved: if it has none, or stands already.
    """
    with acting(_tournament_of(round_id), Action.Verb.PAUSE_CLOCK, author, now=now) as account:
        account.after = _named(_running(round_id))
        running = Round.objects.filter(pk=round_id, paused_at=None, ends_at__isnull=False)
        claim(running, refusal=ClockMoved(), paused_at=now)


def go_on(*, round_id: int, author: Author, now: datetime) -> None:
    """Let the clock of a round go on with what was left.

    :raises RoundNotOpen: if the round is not in play or time was called before.
    :raises ClockMoved: if it does not stand.
    """
    with acting(_tournament_of(round_id), Action.Verb.RUN_CLOCK, author, now=now) as account:
        round_ = _running(round_id)
        account.after = _named(round_)
        if round_.paused_at is None or round_.ends_at is None:
            raise ClockMoved()
        standing = Round.objects.filter(pk=round_id, paused_at=round_.paused_at)
        ends = round_.ends_at + (now - round_.paused_at)
        claim(standing, refusal=ClockMoved(), paused_at=None, ends_at=ends)


def _tournament_of(round_id: int) -> int:
    found: int = Round.objects.values_list("stage__tournament", flat=True).get(pk=round_id)
    return found


def _running(round_id: int) -> Round:
    round_: Round = Round.objects.select_related("stage").get(pk=round_id)
    if round_.state != Round.State.OPEN or round_.stopped_at is not None:
        raise RoundNotOpen(number=round_.number)
    return round_


def _named(round_: Round) -> dict[str, int]:
    return {"stage": round_.stage.position, "round": round_.number}
