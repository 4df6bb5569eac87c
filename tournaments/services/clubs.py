"""Clubs and their people: founding one, giving and taking roles, and the first owner of all.

Whoever changes a role holds the club's row locked while he does, so two owners who lower each other
at the same moment do not leave a club without one.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games.dealing import Stream
from games.models import User, claim, clean_name
from games.permissions import NotAllowed, has_account, require
from games.rules import RULESETS, Refusal, UnknownRules
from games.services import people, sessions
from tournaments.models import Action, Club, Membership, OwnerLink, Role, TournamentRole
from tournaments.permissions import may_give, may_name_staff, role_in

from . import sign_up
from .actions import Author, acting

if TYPE_CHECKING:
    from tournaments.models import Tournament

LONGEST_CLUB_NAME = 80
OWNER_LINK_HOLDS = timedelta(days=2)


class LastOwner(Refusal):
    """A club always has an owner: the last one cannot be lowered or leave."""

    code = "last_owner"


class GuestsHoldNoRole(Refusal):
    """Somebody without an account cannot be given a role."""

    code = "guests_hold_no_role"


class ClubNameTaken(Refusal):
    """Another club has this address."""

    code = "club_name_taken"


class LinkSpent(Refusal):
    """This link has been used, has run out, or never was one."""

    code = "link_spent"


@dataclass(frozen=True, slots=True)
class Account:
    """What the first owner chose to sign in with."""

    username: str
    password: str


def create_club(*, name: str, now: datetime, owner: User | None = None, rules: str = "levantine") -> Club:
    """Found a club. Without an owner it waits for the one who opens the owner link.

    :raises ClubNameTaken: if another club's name makes the same address.
    """
    if rules not in RULESETS:
        raise UnknownRules(rules=rules)
    name = clean_name(name, longest=LONGEST_CLUB_NAME)
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, slug=_slug(name), rules=rules, created_at=now)
    except IntegrityError as taken:
        raise ClubNameTaken(name=name) from taken
    if owner is not None:
        _write(club, owner, Role.OWNER, by=None, now=now)
    return club


def _slug(name: str) -> str:
    """Return the club's address: its name in Latin letters, or a digest of it where there are none."""
    return slugify(name)[:60] or f"club-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def grant_role(*, by: User, club: Club, user: User, role: Role, now: datetime) -> None:
    """Make the user this in the club, whatever he was before.

    :raises NotAllowed: if the giver stands too low for the old or the new role.
    :raises LastOwner: if nobody would own the club any more.
    """
    if not has_account(user):
        raise GuestsHoldNoRole
    with transaction.atomic():
        _check(by=by, club=club, user=user, after=role)
        _write(club, user, role, by=by, now=now)
        sessions.rights_changed(user.pk)


def revoke_role(*, by: User, club: Club, user: User, now: datetime) -> None:
    """Take the user's role in the club away; everybody may take away his own.

    He takes part no more in what the club has not drawn yet; what he has played stays.

    :raises NotAllowed: if the taker stands too low.
    :raises LastOwner: if nobody would own the club any more.
    """
    with transaction.atomic():
        _check(by=by, club=club, user=user, after=None)
        Membership.objects.filter(club=club, user=user).delete()
        sign_up.leave_club(club_id=club.pk, user=user, now=now)
        sessions.rights_changed(user.pk)


def _check(*, by: User, club: Club, user: User, after: Role | None) -> None:
    """Refuse a change of role that the giver may not make or the club could not bear."""
    Club.objects.select_for_update().get(pk=club.pk)
    before = role_in(user, club.pk)
    leaves = by.pk == user.pk and after is None
    if not leaves and not may_give(role_in(by, club.pk), before=before, after=after):
        raise NotAllowed
    if before is Role.OWNER and after is not Role.OWNER and _is_last_owner(club, user):
        raise LastOwner


def _is_last_owner(club: Club, user: User) -> bool:
    """Return whether nobody else who can sign in owns the club."""
    owners = club.memberships.filter(role=Role.OWNER, user__is_active=True)
    return not owners.exclude(user=user).exists()


def _write(club: Club, user: User, role: Role, *, by: User | None, now: datetime) -> None:
    """Store what the user is in the club."""
    changes = {"role": role, "granted_by": by, "since": now}
    Membership.objects.update_or_create(club=club, user=user, defaults=changes)


def grant_tournament_role(
    *, by: User, tournament: Tournament, user: User, role: Role, now: datetime, author: Author | None = None
) -> None:
    """Let the user direct or score this one tournament.

    :param author: who does it, ``by``, with the key and the version he sent.
    """
    require(may_name_staff, by, tournament)
    if role not in TournamentRole.ROLES:
        raise NotAllowed
    if not has_account(user):
        raise GuestsHoldNoRole
    with acting(tournament.pk, Action.Verb.NAME_STAFF, author or Author(by.pk), now=now) as account:
        account.after = {"user": user.pk, "role": role.value}
        changes = {"role": role, "granted_by": by, "since": now}
        TournamentRole.objects.update_or_create(tournament=tournament, user=user, defaults=changes)
        sessions.rights_changed(user.pk)


def revoke_tournament_role(
    *, by: User, tournament: Tournament, user: User, now: datetime, author: Author | None = None
) -> None:
    """Take away what the user is in this one tournament; ``author`` as when it was given."""
    require(may_name_staff, by, tournament)
    with acting(tournament.pk, Action.Verb.RELIEVE_STAFF, author or Author(by.pk), now=now) as account:
        account.before = {"user": user.pk}
        TournamentRole.objects.filter(tournament=tournament, user=user).delete()
        sessions.rights_changed(user.pk)


def owner_link(now: datetime, *, stream: Stream) -> str | None:
    """Return the token of a new owner link, or None once the site has an owner.

    Earlier links stop working: the one that was printed last is the one that counts.
    """
    if User.objects.filter(is_superuser=True, is_active=True).exists():
        return None
    token = stream.bytes(16).hex()
    with transaction.atomic():
        OwnerLink.objects.filter(used_at=None).delete()
        OwnerLink.objects.create(digest=_digest(token), made_at=now, expires_at=now + OWNER_LINK_HOLDS)
    return token


def is_open(token: str, *, now: datetime) -> bool:
    """Return whether an owner link can still be used."""
    return OwnerLink.objects.filter(digest=_digest(token), used_at=None, expires_at__gt=now).exists()


def wants_a_club() -> bool:
    """Return whether no club waits for the first owner, so that he has to found one."""
    return not Club.objects.without_owner().exists()


def set_up_owner(*, token: str, account: Account, club_name: str, now: datetime) -> User:
    """Make the account of the site's first owner, who then owns every club that has no owner.

    :param club_name: the club to found when the installation has none that waits for an owner.
    :raises LinkSpent: if the link was used or has run out.
    """
    owner = people.prepared_account(account.username, account.password)
    owner.is_staff = owner.is_superuser = True
    with transaction.atomic():
        unused = OwnerLink.objects.filter(digest=_digest(token), used_at=None, expires_at__gt=now)
        claim(unused, refusal=LinkSpent(), used_at=now)
        people.store(owner)
        waiting = list(Club.objects.without_owner())
        for club in waiting or [create_club(name=club_name, now=now)]:
            _write(club, owner, Role.OWNER, by=None, now=now)
    return owner


def _digest(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
