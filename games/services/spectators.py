"""Who may look at a table: those who play there, and spectators as the table and its tournament allow."""

from __future__ import annotations

from django.db.models import Q

from games.models import Seat, Table
from games.permissions import Visitor
from games.rules import Refusal
from games.services.clocks import TablePolicy
from games.store import NoSuchTable

IN_PLAY = (Table.State.WAITING, Table.State.PLAYING)


class NoSpectators(Refusal):
    """The table is played without spectators."""

    code = "no_spectators"


class PlayersDoNotWatch(Refusal):
    """Who plays in a tournament does not watch its other tables until his own match is over."""

    code = "players_do_not_watch"


def table_at(public_id: str, user: Visitor) -> Table:
    """Return the table at an address, to who may look at it.

    :raises NoSuchTable: when there is none, or it is nobody's business but its players'.
    :raises NoSpectators: when only its players may see it.
    :raises PlayersDoNotWatch: when he has a match of his own to play in the same tournament.
    """
    table: Table | None = Table.objects.filter(public_id=public_id).first()
    if table is None:
        raise NoSuchTable()
    admit(table, user_id=user.pk)
    return table


def admit(table: Table, *, user_id: int | None) -> None:
    """Return if this person may look at the table now; refusals as of ``table_at``."""
    if user_id is not None and Seat.objects.filter(table=table).of_user(user_id).exists():
        return
    if not table.is_public:
        raise NoSuchTable()
    if TablePolicy.from_json(table.policy).spectators == "none":
        raise NoSpectators()
    if user_id is not None and table.state in IN_PLAY and _plays_beside(table, user_id):
        raise PlayersDoNotWatch()


def _plays_beside(table: Table, user_id: int) -> bool:
    """Return whether he has a match to play at another table of the same tournament."""
    beside = Q(table__home_path=table.home_path) & Q(table__state__in=IN_PLAY)
    return bool(table.home_path) and Seat.objects.filter(beside).of_user(user_id).exists()


def deals_behind(table: Table) -> int:
    """Return how many deals those who watch a table are kept behind it."""
    return TablePolicy.from_json(table.policy).deals_behind
