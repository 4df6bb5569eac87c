"""Who may do what in a club and in a tournament: one predicate a question, for every interface.

Pages, the API and sockets ask ``require(may_direct, user, tournament)``. A role in a club holds for
all its tournaments; a role in one tournament for that one only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.permissions import NotAllowed, Visitor, has_account
from tournaments.models.club import ClubRules, Membership, Role, TournamentRole

if TYPE_CHECKING:
    from games.models import SavedRules
    from tournaments.models import Club, Pairing, Tournament


def role_in(user: Visitor, club_id: int) -> Role | None:
    """Return what the user is in the club, if anything."""
    if not has_account(user):
        return None
    role = Membership.objects.filter(club=club_id, user=user.pk).values_list("role", flat=True)
    return Role(found) if (found := role.first()) else None


def may_manage(user: Visitor, club: Club) -> bool:
    """Return whether the user may say who is what in the club."""
    return _is_at_least(user, club.pk, Role.ADMIN)


def may_organise(user: Visitor, club: Club) -> bool:
    """Return whether the user may make tournaments in the club, and say by which rules it plays."""
    return _is_at_least(user, club.pk, Role.DIRECTOR)


def may_edit_rules(user: Visitor, saved: SavedRules) -> bool:
    """Return whether the user may save the next version of these house rules."""
    if saved.owner_id is not None:
        return has_account(user) and saved.owner_id == user.pk
    club = ClubRules.objects.filter(key=saved.key).values_list("club", flat=True).get()
    return _is_at_least(user, club, Role.DIRECTOR)


def may_direct(user: Visitor, tournament: Tournament) -> bool:
    """Return whether the user may run the tournament: its rounds, rulings, seats and entries."""
    if _is_at_least(user, tournament.club_id, Role.DIRECTOR):
        return True
    rows = TournamentRole.objects.filter(tournament=tournament.pk, role=Role.DIRECTOR)
    return has_account(user) and rows.filter(user=user.pk).exists()


def may_score(user: Visitor, tournament: Tournament) -> bool:
    """Return whether the user is of the tournament's staff: results, check-in and fees at the desk."""
    if _is_at_least(user, tournament.club_id, Role.SCORER):
        return True
    return (
        has_account(user) and TournamentRole.objects.filter(tournament=tournament.pk, user=user.pk).exists()
    )


def speaks_for(user: Visitor, pairing: Pairing) -> int | None:
    """Return the side of a pairing a user reports for: his own where he plays; ``None`` for a scorer.

    :raises NotAllowed: when he neither plays there nor enters results.
    """
    if (side := pairing.side_of(user.pk)) is not None:
        return side
    if not may_score(user, pairing.round.stage.tournament):
        raise NotAllowed()
    return None


def plays_in(user: Visitor, pairing: Pairing) -> bool:
    """Return whether the user plays in a pairing, and so may call the director there and appeal."""
    return pairing.side_of(user.pk) is not None


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
    """Return the roles in the club that somebody of this role may give to a stranger, lowest first."""
    return [role for role in reversed(Role) if may_give(giver, before=None, after=role)]


def _is_at_least(user: Visitor, club_id: int, least: Role) -> bool:
    """Return whether the user's role in the club is this one or a higher one."""
    role = role_in(user, club_id)
    return role is not None and role.rank >= least.rank
