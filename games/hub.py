"""This process's sockets: who watches which table, and what each is sent after a commit.

``publish`` may be called from any thread, cannot raise into its caller and may be lost: the poll of
``services.watch`` finds what was missed. Every viewer class (four seats, spectators) is projected
once, however many sockets there are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, Protocol

from games.frames import encode
from games.presence import Presence
from games.rules import SEATS, SPECTATOR, Event, Position, Viewer, is_shown_alike, next_step, project

SEAT_EVENTS = frozenset({"sit", "leave"})
DEALING_EVENTS = frozenset({"commitments", "entropy_ask", "entropy_hash", "entropy", "entropy_end", "reveal"})
CALL_EVENTS = frozenset({"call_director", "call_settled"})
TABLE_EVENTS = SEAT_EVENTS | DEALING_EVENTS | CALL_EVENTS | {"rematch", "away"}
"""What happens at a table and is no part of the match by its rules; all may see it, but for ``FOR_SEATS``."""
FOR_SEATS = frozenset({"ruling"})
"""What of it only those who sit there may see: the sentence of the director who settled a call."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An event as it stands in the log: what happened, and by whose hand."""

    event: Event
    by: str


@dataclass(frozen=True, slots=True)
class Committed:
    """A move that is on disk: events ``first_seq`` onward, and the position they led to.

    ``bank`` is how many of the seconds until ``due_at`` are those of the bank of the seat to move.
    """

    table_id: int
    first_seq: int
    events: tuple[Logged, ...]
    position: Position
    due_at: datetime | None
    at: datetime
    bank: float = 0

    @property
    def last_seq(self) -> int:
        """The number of the table's last event."""
        return self.first_seq + len(self.events) - 1


class Listener(Protocol):
    """A socket as the hub knows it; called on the event loop only."""

    def deliver(self, text: str) -> None:
        """Take a frame to send; a socket that is too slow closes itself."""

    def seats_changed(self) -> None:
        """Somebody sat or left: who watches from where may have changed."""

    def spoken_to(self) -> None:
        """Somebody at the table has said something."""

    def moved(self) -> None:
        """The table has moved, which one who is kept behind it is not told: he looks himself."""

    def goodbye(self) -> None:
        """The server is about to stop."""


BEHIND: Final = "behind"
"""The class of spectators who are kept whole deals behind: they are sent nothing from here."""
Class = Viewer | Literal["behind"]


@dataclass(slots=True)
class _Room:
    seq: int
    said: int = 0
    listeners: dict[Class, set[Listener]] = field(default_factory=dict)


class Hub:
    """The rooms of this process, by table. All but ``publish`` belongs to the event loop."""

    def __init__(self) -> None:
        """Begin with no loop: until ``open`` is called every publication is lost, harmlessly."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rooms: dict[int, _Room] = {}
        self._presence = Presence(self._open_at, self._tell_all)
        self.behind: Callable[[], None] = lambda: None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Deliver on this loop from now on."""
        self._loop = loop

    def close(self) -> None:
        """Tell every socket that the server stops, and deliver no more."""
        self._loop = None
        self._presence.stop()
        for listener in list(self._listeners()):
            listener.goodbye()

    def _listeners(self) -> Iterable[Listener]:
        for room in self._rooms.values():
            for group in room.listeners.values():
                yield from group

    def join(self, table_id: int, listener: Listener, viewer: Class, *, seq: int) -> int:
        """Let a socket watch a table from event ``seq`` on.

        :returns: the number this process has delivered up to; a caller that knows less than that
            has missed something between its reading and its joining, and reads again.
        """
        room = self._rooms.setdefault(table_id, _Room(seq))
        room.listeners.setdefault(viewer, set()).add(listener)
        self._come_or_gone(table_id)
        return room.seq

    def leave(self, table_id: int, listener: Listener) -> None:
        """Forget a socket."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        for group in room.listeners.values():
            group.discard(listener)
        if not any(room.listeners.values()):
            del self._rooms[table_id]
        self._come_or_gone(table_id)

    def _come_or_gone(self, table_id: int) -> None:
        if self._loop is not None:
            self._presence.changed(table_id, self._loop)

    def _open_at(self, table_id: int) -> list[Class]:
        """Return from where a table is watched in this process."""
        room = self._rooms.get(table_id)
        return [] if room is None else [viewer for viewer, group in room.listeners.items() if group]

    def heard_here(self, topic: str) -> None:
        """Another process has said who has tables open there; from any thread."""
        loop = self._loop
        if loop is not None:
            self._soon(self._presence.heard, topic, loop)

    def seq_of(self, table_id: int) -> int | None:
        """Return the last number delivered of a table; None when nobody here watches it."""
        room = self._rooms.get(table_id)
        return None if room is None else room.seq

    def watched(self) -> dict[int, int]:
        """Return the tables somebody here watches, each with the last number delivered."""
        return {table_id: room.seq for table_id, room in list(self._rooms.items())}

    def publish(self, committed: Iterable[Committed]) -> None:
        """Hand committed moves to this process's sockets, from any thread."""
        wanted = [move for move in committed if move.table_id in self._rooms]
        if wanted:
            self._soon(self._deliver, wanted)

    def said(self, table_id: int, number: int) -> None:
        """Say to this process's sockets that a table's chat is at a line, from any thread."""
        if table_id in self._rooms:
            self._soon(self._pass_on, table_id, number)

    def clock_moved(self, table_id: int, frame: Mapping[str, Any]) -> None:
        """Tell this process's sockets when a table moves by itself now, from any thread."""
        if table_id in self._rooms:
            self._soon(self._tell_all, table_id, encode(frame), BEHIND)

    def _soon(self, work: Callable[..., None], *values: Any) -> None:
        """Do something on the event loop, from any thread; it may be lost."""
        loop = self._loop
        if loop is None:
            return
        try:
            # In a context of its own: what a delivery starts must not believe that it runs inside the
            # committing thread's work, or asgiref refuses it the database.
            loop.call_soon_threadsafe(work, *values, context=Context())
        except RuntimeError:  # the loop has just been closed: the sockets are gone too
            return

    def _tell_all(self, table_id: int, text: str, but: Class | None = None) -> None:
        room = self._rooms.get(table_id)
        for viewer, group in [] if room is None else list(room.listeners.items()):
            if viewer != but:
                _tell(group, [text])

    def _pass_on(self, table_id: int, number: int) -> None:
        room = self._rooms.get(table_id)
        if room is None or number <= room.said:
            return
        room.said = number
        for group in list(room.listeners.values()):
            for listener in list(group):
                listener.spoken_to()

    def _deliver(self, moves: list[Committed]) -> None:
        for move in moves:
            room = self._rooms.get(move.table_id)
            if room is None or move.last_seq <= room.seq:
                continue
            if move.first_seq > room.seq + 1:
                self.behind()
                continue
            _send(room, move)


def _send(room: _Room, move: Committed) -> None:
    missing = room.seq + 1 - move.first_seq
    room.seq = move.last_seq
    said, apart = dict[Viewer, list[str]](), _apart(move)
    for viewer, group in list(room.listeners.items()):
        if viewer == BEHIND:
            _wake(group)
            continue
        sight = viewer if viewer in apart else SPECTATOR
        if sight not in said:
            said[sight] = [encode(frame) for frame in event_frames(move, sight)[missing:]]
        _tell(group, said[sight])
    if any(logged.event.kind in SEAT_EVENTS for logged in move.events):
        for group in list(room.listeners.values()):
            for listener in list(group):
                listener.seats_changed()


def _apart(move: Committed) -> Collection[Viewer | None]:
    """Return those who may be told more of a move than a spectator; all others are sent what he is sent."""
    if all(_is_shown_alike(logged.event) for logged in move.events):
        return (move.position.turn,)
    return SEATS


def _is_shown_alike(event: Event) -> bool:
    if event.kind in TABLE_EVENTS:
        return not FOR_SEATS & event.data.keys()
    return is_shown_alike(event)


def _tell(group: Iterable[Listener], texts: Sequence[str]) -> None:
    for listener in list(group):
        for text in texts:
            listener.deliver(text)


def _wake(group: Iterable[Listener]) -> None:
    for listener in list(group):
        listener.moved()


def event_frames(move: Committed, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the frames of a move for a viewer, one a number; what he may not see has no body.

    The last one also says what the table waits for, and to the seat to move what is legal.
    """
    frames = [_event_frame(move.first_seq + n, logged, viewer) for n, logged in enumerate(move.events)]
    frames[-1] |= _outlook(move, viewer)
    return frames


def _event_frame(seq: int, logged: Logged, viewer: Viewer) -> dict[str, Any]:
    event = logged.event
    if event.kind in TABLE_EVENTS:
        shown: dict[str, Any] | None = {"data": of_table(event, seated=viewer in SEATS)}
    else:
        shown = project(event, viewer)
    if shown is None:
        return {"t": "ev", "s": seq}
    head = {"t": "ev", "s": seq, "k": event.kind, "seat": event.seat, "by": logged.by}
    return head | {"d": shown["data"]}


def of_table(event: Event, *, seated: bool) -> dict[str, Any]:
    """Return what an event of ``TABLE_EVENTS`` says to somebody who sits there, or to everybody else."""
    return {name: value for name, value in event.data.items() if seated or name not in FOR_SEATS}


def _outlook(move: Committed, viewer: Viewer) -> dict[str, Any]:
    known = next_step(move.position, viewer)
    outlook = {"turn": known["turn"], "phase": known["phase"]} | deadline(move.at, move.due_at, move.bank)
    return outlook | {name: known[name] for name in ("legal", "must") if known[name]}


def deadline(now: datetime, due_at: datetime | None, bank: float) -> dict[str, Any]:
    """Return the fields that say when the table moves by itself, and how much of that is somebody's bank."""
    told = {"now": milliseconds(now), "dl": None if due_at is None else milliseconds(due_at)}
    return told | {"bank": int(bank * 1000)} if due_at is not None and bank else told


def milliseconds(moment: datetime) -> int:
    """Return a moment as the sockets write it: whole milliseconds since 1970, UTC."""
    return int(moment.timestamp() * 1000)


HUB = Hub()
"""The one hub of a process."""
