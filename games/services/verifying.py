"""Is every table where its log leads? The log is the truth, and all else that is stored a cache of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games import store
from games.hub import TABLE_EVENTS
from games.models import Match, Table
from games.rules import BrokenRecord, Outcome, Phase, Position, replay
from games.store import Stored


@dataclass(frozen=True, slots=True)
class Difference:
    """A table that is not where its log leads: by address, and what is wrong in a few words."""

    table: str
    reason: str


def differences(table_ids: Iterable[int]) -> Iterator[Difference]:
    """Yield the tables of these where something is wrong, each with the first thing found.

    They may be played at meanwhile: each is compared as it was when it was read.
    """
    for table_id in table_ids:
        stored = store.read([table_id]).get(table_id)
        reason = None if stored is None else _reason(stored)
        if stored is not None and reason is not None:
            yield Difference(stored.public_id, reason)


def tables() -> list[int]:
    """Return every table there is, in the order in which they were opened."""
    return list(Table.objects.order_by("pk").values_list("pk", flat=True))


def _reason(stored: Stored) -> str | None:
    if store.count_events(stored.table_id, until=stored.seq) != stored.seq:
        return "a number is missing in its log"
    for match in Match.objects.filter(table=stored.table_id, number__lte=stored.match_number):
        reason = _reason_of_match(match, stored)
        if reason is not None:
            return f"match {match.number}: {reason}"
    return None


def _reason_of_match(match: Match, stored: Stored) -> str | None:
    is_last = match.pk == stored.match_id
    log = store.events_of_match(match.pk, until=stored.seq)
    played = [entry.event for entry in log if entry.event.kind not in TABLE_EVENTS]
    try:
        position = replay(played) if played else None
    except BrokenRecord as broken:
        return f"its log is broken at entry {broken.params['entry']} ({broken.params['reason']})"
    if is_last and not _is_at(stored.position, position):
        return "its log leads elsewhere"
    if position is not None and position.phase is Phase.OVER and not _says(match, position.outcome):
        return "its outcome is another"
    return None


def _is_at(stored: Position, replayed: Position | None) -> bool:
    """Return whether these are the same; nothing has been played where the cards still wait for people."""
    return stored == replayed if replayed is not None else stored.phase is Phase.DEAL and not stored.deals


def _says(match: Match, outcome: Outcome) -> bool:
    """Return whether the match's row says how its log ends."""
    told = (match.state, match.winner, match.advances, match.totals)
    return told == (outcome.state, outcome.winner, outcome.advances, list(outcome.totals))
