"""Watching tables: what a page shows of them, and the poll that finds what a hint did not tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import store
from games.hub import HUB, SEAT_EVENTS, Committed, Logged, deadline, event_frames
from games.rules import SPECTATOR, Phase, Position, RuleSet, Viewer, view
from games.services import behind, chat, entropy, series
from games.services.clocks import Clock, TablePolicy
from games.store import NoSuchTable as NoSuchTable  # noqa: PLC0414 - passed on to interfaces
from games.store import SeatNow, Stored


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What everybody may know of a table in one line; sides in order of play.

    Of a table whose spectators are kept behind it, nothing is told of the deal in hand but its number.

    :param trick: number of the trick on the table, 1 to 13; 0 outside play.
    """

    rules: RuleSet
    phase: str
    deal: int
    trick: int
    totals: tuple[int, ...]
    declarer: int | None
    bid: int | None
    trump: str | None
    seq: int


def summaries(table_ids: Iterable[int]) -> dict[int, TableSummary]:
    """Return what everybody may know of these tables, in two queries."""
    return {table_id: _summary(stored) for table_id, stored in store.read(table_ids).items()}


def seqs(table_ids: Iterable[int]) -> dict[int, int]:
    """Return how far each table has come, in one statement: what is shown of it changes with that only."""
    return store.seqs(table_ids)


def _summary(stored: Stored) -> TableSummary:
    position = stored.position
    if behind.is_behind(stored):
        position = Position(position.course, Phase.DEAL)
    contract = position.contract
    in_play = position.phase is Phase.PLAY
    trump = None if position.trump is None else position.trump.letter
    return TableSummary(
        rules=position.rules,
        phase=position.phase.value,
        deal=position.deal_number,
        trick=min(sum(position.tricks_won) + 1, 13) if in_play else 0,
        totals=tuple(position.totals),
        declarer=None if contract is None else int(contract.declarer),
        bid=None if contract is None else contract.tricks,
        trump=trump,
        seq=stored.seq,
    )


def snapshot(table_id: int, viewer: Viewer, *, now: datetime) -> dict[str, Any]:
    """Return the ``state`` frame of a table for a viewer.

    :raises NoSuchTable: when no match has begun there.
    """
    stored = store.read([table_id]).get(table_id)
    if stored is None:
        raise NoSuchTable()
    return state(stored, viewer, now)


def state(stored: Stored, viewer: Viewer, now: datetime, *, live: bool = False) -> dict[str, Any]:
    """Return the ``state`` frame of a table as it is stored, for a viewer.

    :param live: whether he is not kept behind the table where other spectators are.
    """
    seq, position = stored.seq, stored.position
    due_at = stored.due_at or series.next_game_at(stored)
    if viewer == SPECTATOR and not live and behind.is_behind(stored):
        last = behind.shown(stored)[-1]
        seq, position, due_at = last.last_seq, last.position, None
    policy = stored.policy
    return {
        "t": "state",
        "s": seq,
        "match": stored.match_number,
        "view": view(position, viewer),
        "you": None if viewer == SPECTATOR else int(viewer),
        "seats": [_seat(seat, policy) for seat in stored.seats],
        "series": stored.series or None,
        "entropy": entropy.shown(entropy.Entropy.from_json(stored.entropy)),
    } | deadline(now, due_at, _bank(stored))


def _bank(stored: Stored) -> float:
    return Clock.of(stored).bank(stored.position)


def _seat(seat: SeatNow, policy: TablePolicy) -> dict[str, Any]:
    is_away = policy.is_away(seat)
    return {"name": seat.name, "kind": seat.kind, "rematch": seat.rematch, "away": is_away}


REPLAY_LIMIT = 200


def is_recent(stored: Stored, have: int) -> bool:
    """Return whether who knows events up to ``have`` is told what he missed, and not all there is to know.

    He may be too far behind, or claim to know the future.
    """
    return 0 <= stored.seq - have <= REPLAY_LIMIT


def missed(table_id: int, viewer: Viewer, *, have: int, now: datetime) -> list[dict[str, Any]]:
    """Return what brings a viewer who knows events up to ``have`` up to date, in order.

    :raises NoSuchTable: when no match has begun there.
    """
    stored = store.read([table_id]).get(table_id)
    if stored is None:
        raise NoSuchTable()
    log = store.events_since({table_id: have}) if is_recent(stored, have) else {}
    return since(stored, viewer, have=have, log=log.get(table_id, []), now=now)


def since(
    stored: Stored,
    viewer: Viewer,
    *,
    have: int,
    log: Sequence[store.Numbered],
    now: datetime,
    live: bool = False,
) -> list[dict[str, Any]]:
    """Return the events of a log that a viewer has missed, or one snapshot.

    That when he is not recent, or when somebody sat or left: he may be watching from another seat than
    before. Who has missed nothing is told when the table moves by itself: that may be later than he knows,
    see ``downtime``.

    :param log: of the table, at least from ``have`` on.
    :param live: whether he is not kept behind the table where other spectators are.
    """
    if not is_recent(stored, have):
        return [state(stored, viewer, now, live=live)]
    if viewer == SPECTATOR and not live and behind.is_behind(stored):
        shown = behind.missed(stored, have=have, now=now)
        return [state(stored, viewer, now)] if shown is None else shown
    events = tuple(logged for seq, logged in log if have < seq <= stored.seq)
    if any(logged.event.kind in SEAT_EVENTS for logged in events):
        return [state(stored, viewer, now, live=live)]
    if not events:
        return [] if stored.due_at is None else [_clock(stored, now)]
    return event_frames(_told(stored, have, events, now), viewer)


def _since(stored: Stored, seq: int, now: datetime) -> Committed | None:
    events = tuple(store.events_after(stored.table_id, seq, until=stored.seq))
    if not events:
        return None
    return _told(stored, seq, events, now)


def _told(stored: Stored, seq: int, events: tuple[Logged, ...], now: datetime) -> Committed:
    """Return what has happened since a number as one move that is told now."""
    due_at, bank = stored.due_at, _bank(stored)
    return Committed(stored.table_id, seq + 1, events, stored.position, due_at, now, bank)


def _clock(stored: Stored, now: datetime) -> dict[str, Any]:
    return {"t": "clock", "s": stored.seq} | deadline(now, stored.due_at, _bank(stored))


def tell_clocks(table_ids: Iterable[int], *, now: datetime) -> None:
    """Tell this process's sockets when these tables move by themselves: their clocks were moved on."""
    for table_id, stored in store.read(table_ids).items():
        if stored.due_at is not None:
            HUB.clock_moved(table_id, _clock(stored, now))


def catch_up(watched: Mapping[int, int], *, now: datetime) -> int:
    """Publish to this process's sockets what other processes have committed.

    Two statements when nothing has changed: for what was played, and for what was said.

    :param watched: the tables somebody watches here, with the last event number delivered.
    :returns: how many tables were behind.
    """
    if not watched:
        return 0
    heads = store.seqs(watched)
    behind = [table_id for table_id, seq in heads.items() if seq > watched[table_id]]
    moves = [_since(stored, watched[table_id], now) for table_id, stored in store.read(behind).items()]
    HUB.publish(move for move in moves if move is not None)
    for table_id, number in chat.numbers(watched).items():
        HUB.said(table_id, number)
    return len(behind)
