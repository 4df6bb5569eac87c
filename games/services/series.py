"""What a table knows of the series its match is a game of: the tournament writes it, pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games.models import Match, Seat, Table
from games.rules import Phase
from games.services.clocks import TablePolicy
from games.store import Stored


def tell(table_ids: Iterable[int], *, game: int, of: int, halves: Sequence[int] = (0, 0)) -> None:
    """Write down which game of how many is played at these tables, for whoever looks at them next.

    :param halves: twice what each side has of the games played.
    """
    told = {"game": game, "of": of, "halves": list(halves)}
    Table.objects.filter(pk__in=list(table_ids)).update(series=told)


def next_begins_at(ended: Match) -> datetime:
    """Return when the game after this one may begin.

    People are shown how it ended for as long as they are shown a deal; bots need no such time.
    """
    assert ended.finished_at is not None  # an open match was refused before
    people = Seat.objects.filter(table=ended.table_id, kind=Seat.Kind.USER).exists()
    policy = TablePolicy.from_json(ended.table.policy)
    return ended.finished_at + timedelta(seconds=policy.ready_seconds if people else 0)


def next_game_at(stored: Stored) -> datetime | None:
    """Return when another game may follow the one that is over at a table; None where none is of a series."""
    if not stored.series or stored.position.phase is not Phase.OVER:
        return None
    return next_begins_at(Match.objects.select_related("table").get(pk=stored.match_id))
