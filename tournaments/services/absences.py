"""Who is missing at a tournament's tables: what waits for the director, and when a substitute may sit.

Nothing is stored for it: the table knows when it was called, and a seat since when its player has been
away. A substitute comes by a new link for the same player (``seats.renew_seat``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Seat, Table
from games.rules import SEATS
from games.services.clocks import TablePolicy
from tournaments.models import EntryPlayer, Pairing, Player, Tournament

from .windows import not_expected

Place = tuple[int, int]
"""A table and a seat of it."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A player who is missing, since when, and whether his seat may be given to a substitute now.

    :param has_come: whether he sat at the table before; else he has not come at all.
    """

    player_id: int
    name: str
    table: int | None
    since: datetime
    has_come: bool
    may_be_replaced: bool


def absences(tournament: Tournament, *, now: datetime) -> list[Absence]:
    """Return who has not come in the grace after the call, and who has been away for long, by table.

    Where bots play for who is missing nobody waits for him.
    """
    policy = TablePolicy.from_json(tournament.policy)
    if policy.bots_after is not None:
        return []
    seats = list(_missing(tournament, policy, now))
    players = _players(tournament, seats)
    found = [(seat, players.get((seat.table_id, seat.number))) for seat in seats]
    return [_absence(seat, player, policy, now) for seat, player in found if player is not None]


def _missing(tournament: Tournament, policy: TablePolicy, now: datetime) -> Iterable[Seat]:
    in_play = Pairing.objects.filter(round__stage__tournament=tournament, table__isnull=False)
    seats = Seat.objects.filter(table__in=in_play.values("table")).select_related("table")
    called = now - timedelta(seconds=policy.no_show_seconds)
    absent = now - timedelta(seconds=policy.report_seconds)
    waiting = Table.State.WAITING
    missing = seats.filter(table__state=waiting, kind=Seat.Kind.OPEN, table__created_at__lte=called)
    later = not_expected(tournament, called=called) if missing.exists() else set()
    yield from missing.exclude(table__in=later).order_by("table__number", "number")
    yield from seats.filter(table__state=Table.State.PLAYING, absent_since__lte=absent).order_by(
        "table__number", "number"
    )


def _players(tournament: Tournament, seats: Iterable[Seat]) -> Mapping[Place, Player]:
    """Return whose the seats are: pair A sits 0 and 2, pair B 1 and 3."""
    entered = EntryPlayer.objects.filter(
        tournament=tournament, entry__sides__pairing__table__in={seat.table_id for seat in seats}
    )
    rows = entered.select_related("player").values_list(
        "entry__sides__pairing__table", "entry__sides__number", "position", "player"
    )
    known = list(rows)
    players = Player.objects.in_bulk([player for *_, player in known])
    return {(table, SEATS[side + 2 * position]): players[player] for table, side, position, player in known}


def _absence(seat: Seat, player: Player, policy: TablePolicy, now: datetime) -> Absence:
    has_come = seat.table.state == Table.State.PLAYING
    since = seat.absent_since if has_come else seat.table.created_at
    assert since is not None
    patience = policy.substitute_seconds if has_come else policy.no_show_seconds
    return Absence(
        player_id=player.pk,
        name=player.name,
        table=seat.table.number,
        since=since,
        has_come=has_come,
        may_be_replaced=now - since >= timedelta(seconds=patience),
    )
