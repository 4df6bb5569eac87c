"""What those are told who come to tables, or come back: for all who ask together, in a few statements.

When the server has been restarted every phone comes back at once. Were each looked up alone, the last
would wait for seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import store
from games.models import Seat, Table
from games.rules import SEATS, SPECTATOR, Refusal, Viewer
from games.services import chat, spectators, watch
from games.store import NoSuchTable, Stored
from games.writer import WRITER

Places = dict[tuple[int, int], Viewer]
"""Where somebody sits, by table and user. Who holds a seat that a bot plays for him watches."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody at a table: ``before`` is from where he has watched, ``have`` the last number he knows."""

    table: Table
    user_id: int | None
    before: Viewer | None = None
    have: int | None = None

    @property
    def place(self) -> tuple[int, int | None]:
        """By which his place is known."""
        return (self.table.pk, self.user_id)


@dataclass(frozen=True, slots=True)
class Caught:
    """From where somebody watches, and the frames that bring him up to date.

    :param head: the table's last number, which those who are kept behind are not told.
    :param hears: whether there may be something said that he has to hear.
    :param is_behind: whether he is kept behind the table.
    """

    viewer: Viewer
    frames: list[dict[str, Any]]
    head: int
    hears: bool
    is_behind: bool = False


def tables_at(public_ids: Sequence[str]) -> list[Table | Refusal]:
    """Return the table at each address, whoever may look at it."""
    found = {table.public_id: table for table in Table.objects.filter(public_id__in=public_ids)}
    return [found.get(public_id, NoSuchTable()) for public_id in public_ids]


def viewers(arrivals: Sequence[Arrival]) -> list[Viewer | Refusal]:
    """Return from where each of them watches."""
    places = _places(arrivals)
    return [_viewer(one, places) for one in arrivals]


def catch_up(arrivals: Sequence[Arrival], *, now: datetime) -> list[Caught | Refusal]:
    """Return what each has missed; all he may know when he is new there, or has watched from elsewhere.

    A refusal, by ``spectators.admit``, for who may look at the table no longer.
    """
    # The numbers first, then who sits where: who changes his seat in between is found by his number.
    stored = store.read({one.table.pk for one in arrivals})
    WRITER.offer(stored.values())
    places, logs = _places(arrivals), _logs(arrivals, stored)
    hearing = chat.may_hear((one.table.pk, one.user_id) for one in arrivals if one.place in places)

    def caught(one: Arrival) -> Caught | Refusal:
        known = stored.get(one.table.pk)
        viewer = _viewer(one, places)
        try:
            if viewer == SPECTATOR:
                spectators.admit(one.table, user_id=one.user_id)
        except Refusal as refusal:
            return refusal
        if known is None:
            return NoSuchTable()
        behind = viewer == SPECTATOR and spectators.deals_behind(one.table, user_id=one.user_id) > 0
        log = logs.get(known.table_id, [])
        frames = _frames(one, known, viewer, log, now, live=not behind)
        hears = one.place in hearing or chat.has_free_text(known)
        return Caught(viewer, frames, known.seq, hears, is_behind=behind)

    return [caught(one) for one in arrivals]


def _frames(
    one: Arrival, stored: Stored, viewer: Viewer, log: list[store.Numbered], now: datetime, *, live: bool
) -> list[dict[str, Any]]:
    if one.have is None or one.before not in (None, viewer):
        return [watch.state(stored, viewer, now, live=live)]
    return watch.since(stored, viewer, have=one.have, log=log, now=now, live=live)


def _places(arrivals: Iterable[Arrival]) -> Places:
    pairs = {one.place for one in arrivals if one.user_id is not None}
    rows = Seat.objects.filter(table__in={table for table, _ in pairs}, user__in={user for _, user in pairs})
    return {
        (table, user): SEATS[number] for table, user, number in rows.values_list("table", "user", "number")
    }


def _viewer(one: Arrival, places: Places) -> Viewer:
    return SPECTATOR if one.user_id is None else places.get((one.table.pk, one.user_id), SPECTATOR)


def _logs(arrivals: Iterable[Arrival], stored: dict[int, Stored]) -> dict[int, list[store.Numbered]]:
    """Return what has happened at these tables since the number that who is furthest behind knows."""
    after = dict[int, int]()
    for one in arrivals:
        table = stored.get(one.table.pk)
        if table is not None and one.have is not None and watch.is_recent(table, one.have):
            after[table.table_id] = min(one.have, after.get(table.table_id, one.have))
    return store.events_since(after)
