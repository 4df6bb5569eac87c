"""Keeping the logs of matches that were played on another site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.hub import Logged
from games.models import Match
from games.models.sealed import Position as PositionRow
from games.models.sealed import Secret
from games.rules import Position
from games.store.values import Move
from games.store.writing import log_events


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over: its row, not stored yet, what it was dealt from, its log and where that leads."""

    match: Match
    master: bytes
    entropy: str
    events: tuple[Logged, ...]
    position: Position


def keep(ended: Sequence[Ended], *, closes: bool) -> None:
    """Store the matches of one table in order, in the caller's transaction.

    :param closes: whether nothing is played there any more.
    """
    seq = 0
    for one in ended:
        one.match.save(force_insert=True)
        Secret.objects.create(match=one.match, master=one.master, entropy=one.entropy)
        table_id, match_id = one.match.table_id, one.match.pk
        move = Move(table_id, match_id, seq, one.position, one.events, None)
        log_events([move], one.match.finished_at or one.match.started_at)
        seq += len(one.events)
    if ended:
        last = ended[-1]
        PositionRow.objects.create(
            table_id=last.match.table_id,
            match=last.match,
            seq=seq,
            text=last.position.to_json(),
            is_closed=closes,
        )
