"""Whether the people at a table are offered another match, and whether all of them want it.

Another match is for tables of their own people only: a tournament decides itself what is played. It
is the same four at the same seats. A bot plays whenever the people do; one person who says no or
gets up, and there is none. Eight deals passed by all in a row close a table, so nothing follows them.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import AfterMatch, Phase, Position
from games.store import SeatNow, TablePolicy


def is_offered(position: Position, seats: Sequence[SeatNow], policy: TablePolicy) -> bool:
    """Return whether another match may follow the one on the table."""
    return (
        policy.casual
        and position.phase is Phase.OVER
        and not closes(position, policy)
        and all(seat.kind != "open" and seat.rematch is not False for seat in seats)
        and any(seat.kind == "user" for seat in seats)
    )


def is_agreed(seats: Sequence[SeatNow]) -> bool:
    """Return whether every person has asked for another match."""
    return all(seat.kind == "bot" or seat.rematch for seat in seats)


def comes_by_itself(position: Position) -> bool:
    """Return whether these rules begin another match without being asked."""
    return position.rules.after_match is AfterMatch.FRESH_MATCH


def closes(position: Position, policy: TablePolicy) -> bool:
    """Return whether the table is closed for good: nobody wanted to bid, deal after deal."""
    return policy.casual and position.outcome.by == "all_pass"
