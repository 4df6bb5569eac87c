"""Matches that have ended, from their log: its truth, for replays and downloads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games import store
from games.hub import TABLE_EVENTS, of_table
from games.models import Match, Seat
from games.rules import Event, Heading, Refusal, notation, records, story


class MatchNotOver(Refusal):
    """The cards of a match are shown when it is over."""

    code = "match_not_over"


def text_of(match: Match) -> str:
    """Return the record of a match, with the names its table showed.

    :raises MatchNotOver: while it is being played: the record holds every hand.
    """
    return notation.format(_record(match))


def story_of(match: Match) -> dict[str, Any]:
    """Return a match deal by deal as JSON values: what ``manage.py replay --json`` makes of its record.

    :raises MatchNotOver: while it is being played.
    """
    return story.told(_record(match))


def _record(match: Match) -> notation.Record:
    refuse_open(match.pk)
    return records.record_of(_played(match.pk), _heading(match))


def _played(match_id: int) -> Iterator[Event]:
    """Yield what happened in a match by its rules, and nothing of who sat down or how it was dealt."""
    log = store.events_of_match(match_id)
    return (entry.event for entry in log if entry.event.kind not in TABLE_EVENTS)


def _heading(match: Match) -> Heading:
    sat = store.sitters(match.pk)
    seats = Seat.objects.filter(table=match.table_id).order_by("number")
    return Heading(
        event=match.table.title,
        table=str(match.table.number or match.table.public_id),
        begun=_second(match.started_at),
        ended=_second(match.finished_at),
        names=tuple(sat.get(seat.number, seat.name) for seat in seats),
    )


def _second(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.replace(microsecond=0)


def lines(match_id: int) -> Iterator[str]:
    """Yield the events of a match in order, each as a line of JSON.

    :raises MatchNotOver: while it is being played: the log holds every hand.
    """
    refuse_open(match_id)
    for logged in store.events_of_match(match_id):
        event = logged.event
        data = of_table(event, seated=False) if event.kind in TABLE_EVENTS else dict(event.data)
        told = {"k": event.kind, "seat": event.seat, "by": logged.by, "d": data}
        yield json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def refuse_open(match_id: int) -> None:
    """Return if the match is over.

    :raises MatchNotOver: while it is being played.
    """
    if Match.objects.filter(pk=match_id, state=Match.State.OPEN).exists():
        raise MatchNotOver()
