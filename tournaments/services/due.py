"""What comes due by itself: rounds to start, clocks that ran out, rounds whose results are in.

The sweeps call these again and again, in several processes perhaps; whoever is late does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from games.dealing import Stream
from tournaments.formats import WrongNumberOfEntries
from tournaments.models import Round

from . import filling, following, rounds, stages
from .actions import PROGRAM
from .once import unless_late

LATE = (
    rounds.RoundNotDrawn,
    rounds.RoundNotOpen,
    rounds.RoundAlreadyClosed,
    rounds.RoundMoved,
    following.ResultsMissing,
    following.StillPostponed,
    filling.NextRoundMoved,
    WrongNumberOfEntries,
    stages.TooManyGroups,
)


def start_due(*, now: datetime, stream: Stream) -> int:
    """Start the rounds whose time has come; return how many."""
    due = Round.objects.due(now).order_by("starts_at", "pk")
    return _each(due, rounds.open_round, now=now, stream=stream)


def call_due(*, now: datetime, stream: Stream) -> int:
    """Open the tables that rounds in play still wait for; return in how many rounds."""
    waiting = Round.objects.half_called(now).order_by("pk")
    return sum(bool(rounds.call_waiting(round_id=one.pk, now=now, stream=stream)) for one in waiting)


def stop_due(*, now: datetime) -> int:
    """Call "no new deal" in the rounds whose clock has run out; return how many."""
    due = Round.objects.out_of_time(now).order_by("ends_at", "pk")
    return _each(due, rounds.stop_deals, now=now)


def close_due(*, now: datetime, stream: Stream) -> int:
    """Close the rounds in which every pairing is decided; return how many."""
    due = Round.objects.complete().order_by("pk")
    return _each(due, rounds.close_round, now=now, stream=stream)


def _each(due: Iterable[Round], verb: Callable[..., None], **details: Any) -> int:
    return sum(
        unless_late(verb, late=LATE, about={"round": one.pk}, round_id=one.pk, author=PROGRAM, **details)
        for one in due
    )
