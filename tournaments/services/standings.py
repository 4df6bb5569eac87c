"""The standings of a tournament, computed from its decided pairings each time they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.models import Pairing, Round
from tournaments.standings import Meeting, Standing, knockout_table


def standings(seeded: Sequence[int], rounds: Iterable[Round]) -> tuple[Standing, ...]:
    """Return the table of a knockout; makes no query where the pairings were fetched along.

    :param seeded: the entries from seed 1 down.
    :param rounds: with ``pairings__sides`` prefetched.
    """
    meetings = [
        _meeting(pairing, row)
        for row in rounds
        for pairing in row.pairings.all()
        if pairing.state == Pairing.State.DECIDED
    ]
    return knockout_table(seeded, meetings)


def _meeting(pairing: Pairing, row: Round) -> Meeting:
    """Return a decided pairing as the table knows it."""
    sides = [side for side in pairing.sides.all() if side.entry_id is not None]
    by_number = {side.number: side.entry_id for side in sides}
    advances = None if pairing.advances is None else by_number.get(pairing.advances)
    scores = [side.score for side in sides if side.score is not None]
    return Meeting(
        size=row.size,
        entries=tuple(side.entry_id for side in sides if side.entry_id is not None),
        advances=advances,
        points=(scores[0], scores[1]) if pairing.outcome and len(scores) == 2 else None,
        winner=advances if pairing.outcome == "won" else None,
    )
