"""Who may do what in a club and in a tournament: one predicate a question, for every interface.

Pages, the API and sockets ask ``require(may_direct, user, tournament)``. A role in a club holds for
all its tournaments; a role in one tournament for that one only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.permissions import Visitor, has_account
from tournaments.models.club import Membership, Role, TournamentRole

if TYPE_CHECKING:
    from tournaments.models import Club, Tournament


def role_in(user: Visitor, club_id: int) -> Role | None:
    """Return what the user is in the club, if anything."""
    if not has_account(user):
        return None
    role = Membership.objects.filter(club=club_id, user=user.pk).values_list("role", flat=True)
    return Role(found) if (found := role.first()) else None


def may_own(user: Visitor, club: Club) -> bool:
    """Return whether the user may do all there is to do in the club."""
    return _is_at_least(user, club.pk, Role.OWNER)


def may_manage(user: Visitor, club: Club) -> bool:
    """Return whether the user may say who is what in the club."""
    return _is_at_least(user, club.pk, Role.ADMIN)


def may_organise(user: Visitor, club: Club) -> bool:
    """Return whether the user may make tournaments in the club."""
    return _is_at_least(user, club.pk, Role.DIRECTOR)


def may_direct(user: Visitor, tournament: Tournament) -> bool:
    """Return whether the user may run the tournament: its rounds, rulings, seats and entries."""
    return _stands_over(user, tournament, Role.DIRECTOR)


def may_score(user: Visitor, tournament: Tournament) -> bool:
    """Return whether the user may enter results of the tournament."""
    return _stands_over(user, tournament, Role.SCORER)


def may_name_staff(user: Visitor, tournament: Tournament) -> bool:
    """Return whether the user may name directors and scorers of this tournament only."""
    return _is_at_least(user, tournament.club_id, Role.ADMIN)


def may_give(giver: Role | None, *, before: Role | None, after: Role | None) -> bool:
    """Return whether a role in the club lets its holder change another's from one to the other.

    An owner changes everybody's. An administrator changes only what is, and stays, below his own;
    so nobody ever holds a role that is higher than that of whoever gave it.

    :param before: what the other is now, None for a stranger.
    :param after: what he would be, None for a stranger again.
    """
    if giver is Role.OWNER:
        return True
    highest = max(role.rank if role else 0 for role in (before, after))
    return giver is Role.ADMIN and highest < Role.ADMIN.rank


def roles_to_give(giver: Role | None) -> list[Role]:
    """Return the roles in the club that somebody of this role may give to a stranger."""
    return [role for role in Role if may_give(giver, before=None, after=role)]


def _is_at_least(user: Visitor, club_id: int, least: Role) -> bool:
    """Return whether the user's role in the club is this one or a higher one."""
    role = role_in(user, club_id)
    return role is not None and role.rank >= least.rank


def _stands_over(user: Visitor, tournament: Tournament, least: Role) -> bool:
    """Return whether the user has this role in the club or in the tournament alone."""
    if _is_at_least(user, tournament.club_id, least):
        return True
    if not has_account(user):
        return False
    enough = [role for role in TournamentRole.ROLES if role.rank >= least.rank]
    rows = TournamentRole.objects.filter(tournament=tournament.pk, user=user.pk)
    return rows.filter(role__in=enough).exists()
