"""Who may look at a table: those who play there, and spectators as the table and its tournament allow."""

from __future__ import annotations

from django.db.models import Q

from games.models import Report, Seat, Table, User
from games.permissions import Visitor
from games.rules import Refusal
from games.services.clocks import TablePolicy
from games.signals import director_sought
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
    """Return if this person may look at the table now; refusals as of ``table_at``.

    Where spectators may not, its director may, and the staff where somebody has reported another.
    """
    if user_id is not None and Seat.objects.filter(table=table).of_user(user_id).exists():
        return
    closed = _closed_to_spectators(table)
    if closed is not None and not _has_office(table, user_id):
        raise closed
    if user_id is not None and table.state in IN_PLAY and _plays_beside(table, user_id):
        raise PlayersDoNotWatch()


def _closed_to_spectators(table: Table) -> Refusal | None:
    if not table.is_public:
        return NoSuchTable()
    return NoSpectators() if TablePolicy.from_json(table.policy).spectators == "none" else None


def _has_office(table: Table, user_id: int | None) -> bool:
    """Return whether it is this person's office to look at the table."""
    return user_id is not None and (directs(table, user_id) or _settles_a_report_of(table, user_id))


def directs(table: Table, user_id: int | None) -> bool:
    """Return whether this person directs the tournament of the table, which says so itself."""
    if user_id is None or not table.has_director:
        return False
    answers = director_sought.send(sender=Table, table_id=table.pk, user_id=user_id)
    return any(answer for _, answer in answers)


def _settles_a_report_of(table: Table, user_id: int) -> bool:
    staff = User.objects.filter(pk=user_id, is_staff=True, is_active=True)
    return Report.objects.filter(match__table=table).exists() and staff.exists()


def _plays_beside(table: Table, user_id: int) -> bool:
    """Return whether he has a match to play at another table of the same tournament."""
    beside = Q(table__home_path=table.home_path) & Q(table__state__in=IN_PLAY)
    return bool(table.home_path) and Seat.objects.filter(beside).of_user(user_id).exists()


def deals_behind(table: Table, *, user_id: int | None) -> int:
    """Return how many deals this person is kept behind a table that he watches; its director is not."""
    deals = TablePolicy.from_json(table.policy).deals_behind
    return 0 if deals and directs(table, user_id) else deals
