"""The log of a match that has ended: its truth, for replays and downloads."""

from __future__ import annotations

import json
from collections.abc import Iterator

from games import store
from games.hub import TABLE_EVENTS
from games.models import Match
from games.rules import Refusal, replay


class MatchNotOver(Refusal):
    """The cards of a match are shown when it is over."""

    code = "match_not_over"


def lines(match_id: int) -> Iterator[str]:
    """Yield the events of a match in order, each as a line of JSON.

    :raises MatchNotOver: while it is being played: the log holds every hand.
    """
    refuse_open(match_id)
    for logged in store.events_of_match(match_id):
        event = logged.event
        told = {"k": event.kind, "seat": event.seat, "by": logged.by, "d": dict(event.data)}
        yield json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def replayed_totals(match_id: int) -> tuple[int, ...]:
    """Return the totals that the log of a match gives when it is played again from the first card.

    :raises MatchNotOver: while it is being played.
    """
    refuse_open(match_id)
    log = store.events_of_match(match_id)
    position = replay(entry.event for entry in log if entry.event.kind not in TABLE_EVENTS)
    return tuple(position.totals)


def refuse_open(match_id: int) -> None:
    """Return if the match is over.

    :raises MatchNotOver: while it is being played.
    """
    if Match.objects.filter(pk=match_id, state=Match.State.OPEN).exists():
        raise MatchNotOver()
