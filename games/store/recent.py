"""Tables as the writer left them: what it would read again for every card of a match.

Recent in memory and never the truth: every move still swaps from the number it was decided on, and whatever
is refused is decided again on what the database says. It saves reading; it cannot be wrong for long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.hub import SEAT_EVENTS, Committed
from games.store.reading import read
from games.store.values import Move, Stored

MOST_TABLES = 4096


class Recent:
    """The tables that moved last, at most so many. Belongs to one thread."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        """Begin with none."""
        self._most = most
        self._tables: dict[int, Stored] = {}

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._tables

    def read(self, table_ids: Iterable[int]) -> dict[int, Stored]:
        """Return what is kept of these tables, and of the others what is stored."""
        ids = set(table_ids)
        found = {table_id: self._tables[table_id] for table_id in ids & self._tables.keys()}
        return found | read(ids - found.keys()) if len(found) < len(ids) else found

    def offer(self, stored: Stored) -> None:
        """Keep a table that somebody else has read, unless it is known."""
        if self._most:
            self._tables.setdefault(stored.table_id, stored)

    def forget(self, table_ids: Iterable[int]) -> None:
        """Read these tables again next time."""
        for table_id in table_ids:
            self._tables.pop(table_id, None)

    def follow(self, stored: Mapping[int, Stored], moves: Sequence[Move], answers: Sequence[object]) -> None:
        """Keep the tables these moves were written at, as they are now."""
        for move, answer in zip(moves, answers, strict=True):
            self._tables.pop(move.table_id, None)  # so that it is the youngest
            if self._most and isinstance(answer, Committed) and not _changes_more(move):
                self._tables[move.table_id] = _after(stored[move.table_id], move, answer)
        while len(self._tables) > self._most:
            del self._tables[next(iter(self._tables))]


def _after(stored: Stored, move: Move, written: Committed) -> Stored:
    """Return a table as a move has left it."""
    seats = stored.seats
    if move.late:
        seats = tuple(move.late.get(number, seat) for number, seat in enumerate(seats))
    seq, position, due_at = written.last_seq, move.position, move.due_at
    return stored._replace(seq=seq, position=position, due_at=due_at, seats=seats)


def _changes_more(move: Move) -> bool:
    """Return whether a move changes what is kept of a table besides its position."""
    seats = any(logged.event.kind in SEAT_EVENTS for logged in move.events)
    return move.closes or move.entropy is not None or seats
