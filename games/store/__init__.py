"""Commit and read: the only door to ``models.sealed``.

``writing.commit`` runs on the caller's own connection, inside whatever transaction is open there, is
short, and registers the publishing for after the commit. What nobody acknowledged was not written,
and what was acknowledged is on disk. Read ``values`` first: what goes in and what comes out.
"""

from games.hub import Committed, Logged
from games.store.beginning import begin, hold
from games.store.keeping import Ended, keep
from games.store.reading import (
    Numbered,
    count_events,
    due,
    events_after,
    events_of_match,
    events_since,
    next_due,
    numbered_log,
    read,
    secret_of_match,
    seqs,
    sitters,
)
from games.store.recent import Recent
from games.store.values import (
    BATCH,
    FAULTS,
    Acknowledged,
    Answer,
    Move,
    NoSuchTable,
    Opening,
    Request,
    SeatNow,
    Stored,
    TableClosed,
    TableMoved,
    TablePolicy,
)
from games.store.writing import acknowledged, carry_out, commit, let_go_on, postpone, silence

__all__ = [
    "BATCH",
    "FAULTS",
    "Acknowledged",
    "Answer",
    "Committed",
    "Ended",
    "Logged",
    "Move",
    "NoSuchTable",
    "Numbered",
    "Opening",
    "Recent",
    "Request",
    "SeatNow",
    "Stored",
    "TableClosed",
    "TableMoved",
    "TablePolicy",
    "acknowledged",
    "begin",
    "carry_out",
    "commit",
    "count_events",
    "due",
    "events_after",
    "events_of_match",
    "events_since",
    "hold",
    "keep",
    "let_go_on",
    "next_due",
    "numbered_log",
    "postpone",
    "read",
    "secret_of_match",
    "seqs",
    "silence",
    "sitters",
]
