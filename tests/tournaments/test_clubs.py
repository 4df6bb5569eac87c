"""Who may make whom what in a club."""

from __future__ import annotations

from itertools import count, product

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import User
from games.permissions import NotAllowed, SignInFirst, require
from games.rules import UnknownRules
from tests.cast import NOW, member, person
from tournaments.models import Action, Club, Membership, OwnerLink, Role, Tournament, TournamentRole
from tournaments.permissions import (
    may_direct,
    may_give,
    may_manage,
    may_organise,
    role_in,
)
from tournaments.services import clubs

pytestmark = pytest.mark.django_db

ROLES = [*Role, None]
WALKS = count(1)


def test_an_owner_gives_every_role_his_own_included(olivia: User, club: Club, charlie: User) -> None:
    for role in Role:
        clubs.grant_role(by=olivia, club=club, user=charlie, role=role, now=NOW)

        assert role_in(charlie, club.pk) is role


def test_an_administrator_gives_only_what_is_below_him(adam: User, club: Club, charlie: User) -> None:
    clubs.grant_role(by=adam, club=club, user=charlie, role=Role.DIRECTOR, now=NOW)

    for role in (Role.ADMIN, Role.OWNER):
        with pytest.raises(NotAllowed):
            clubs.grant_role(by=adam, club=club, user=charlie, role=role, now=NOW)
    assert role_in(charlie, club.pk) is Role.DIRECTOR


def test_an_administrator_cannot_lower_an_owner_or_another_administrator(
    adam: User, olivia: User, club: Club
) -> None:
    other = member(club, "amira", Role.ADMIN)

    for user in (olivia, other):
        with pytest.raises(NotAllowed):
            clubs.grant_role(by=adam, club=club, user=user, role=Role.MEMBER, now=NOW)
        with pytest.raises(NotAllowed):
            clubs.revoke_role(by=adam, club=club, user=user, now=NOW)


@pytest.mark.parametrize("name", ["alice", "sami", "bob", "charlie"])
def test_nobody_below_an_administrator_gives_a_role(
    name: str, club: Club, request: pytest.FixtureRequest
) -> None:
    giver = request.getfixturevalue(name)
    somebody = person("somebody")

    for role in Role:
        with pytest.raises(NotAllowed):
            clubs.grant_role(by=giver, club=club, user=somebody, role=role, now=NOW)


def test_a_role_in_one_club_is_worth_nothing_in_another(olivia: User, charlie: User) -> None:
    other = clubs.create_club(name="Other Club", owner=charlie, now=NOW)

    with pytest.raises(NotAllowed):
        clubs.grant_role(by=olivia, club=other, user=olivia, role=Role.MEMBER, now=NOW)
    assert not may_manage(olivia, other)


def test_a_club_keeps_its_last_owner(olivia: User, club: Club, charlie: User) -> None:
    with pytest.raises(clubs.LastOwner):
        clubs.revoke_role(by=olivia, club=club, user=olivia, now=NOW)
    with pytest.raises(clubs.LastOwner):
        clubs.grant_role(by=olivia, club=club, user=olivia, role=Role.ADMIN, now=NOW)

    clubs.grant_role(by=olivia, club=club, user=charlie, role=Role.OWNER, now=NOW)
    clubs.revoke_role(by=olivia, club=club, user=olivia, now=NOW)

    assert role_in(charlie, club.pk) is Role.OWNER
    assert role_in(olivia, club.pk) is None


def test_an_owner_who_cannot_sign_in_any_more_does_not_count(olivia: User, club: Club, charlie: User) -> None:
    clubs.grant_role(by=olivia, club=club, user=charlie, role=Role.OWNER, now=NOW)
    User.objects.filter(pk=charlie.pk).update(is_active=False)

    with pytest.raises(clubs.LastOwner):
        clubs.revoke_role(by=olivia, club=club, user=olivia, now=NOW)


def test_everybody_may_leave(bob: User, club: Club) -> None:
    clubs.revoke_role(by=bob, club=club, user=bob, now=NOW)

    assert role_in(bob, club.pk) is None


def test_a_guest_is_given_no_role(olivia: User, club: Club, guido: User) -> None:
    with pytest.raises(clubs.GuestsHoldNoRole):
        clubs.grant_role(by=olivia, club=club, user=guido, role=Role.MEMBER, now=NOW)


def test_whoever_is_shut_out_has_no_role_any_more(olivia: User, club: Club) -> None:
    olivia.is_active = False

    assert role_in(olivia, club.pk) is None
    assert not may_manage(olivia, club)


def test_a_role_is_a_fact_once_a_club(bob: User, club: Club) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(club=club, user=bob, role=Role.OWNER, since=NOW)


@pytest.mark.parametrize(("giver", "before", "after"), [*product(ROLES, ROLES, ROLES)])
def test_nobody_gives_or_takes_what_is_above_him(
    giver: Role | None, before: Role | None, after: Role | None
) -> None:
    touched = max(role.rank if role else 0 for role in (before, after))

    if may_give(giver, before=before, after=after):
        assert giver is not None
        assert touched <= giver.rank
        assert giver is Role.OWNER or touched < giver.rank


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from(ROLES)), max_size=25))
@settings(max_examples=25)
def test_however_roles_are_given_a_club_has_an_owner_and_nobody_outranks_his_giver(
    acts: list[tuple[int, int, Role | None]],
) -> None:
    walk = next(WALKS)
    people = [person(f"{name}{walk}") for name in ("dana", "fadi", "hala", "jad")]
    club = clubs.create_club(name=f"Club {walk}", owner=people[0], now=NOW)

    for by, whom, role in acts:
        attempt(club, people[by], people[whom], role)

        assert club.memberships.filter(role=Role.OWNER).exists()


def attempt(club: Club, by: User, user: User, role: Role | None) -> None:
    """Try to make the user this, and check that what is above the giver stayed as it was."""
    giver, before = role_in(by, club.pk), role_in(user, club.pk)
    try:
        if role is None:
            clubs.revoke_role(by=by, club=club, user=user, now=NOW)
        else:
            clubs.grant_role(by=by, club=club, user=user, role=role, now=NOW)
    except (NotAllowed, clubs.LastOwner):
        assert role_in(user, club.pk) is before
        return
    rank = giver.rank if giver else 0
    assert (role.rank if role else 0) <= rank or role is before
    assert user == by or (before.rank if before else 0) <= rank


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament of the club."""
    return Tournament.objects.create(club=club, slug="cup", name="Cup", created_at=NOW)


def test_a_director_of_one_tournament_directs_that_one_only(
    adam: User, cup: Tournament, charlie: User
) -> None:
    other = Tournament.objects.create(club=cup.club, slug="other", name="Other", created_at=NOW)

    clubs.grant_tournament_role(by=adam, tournament=cup, user=charlie, role=Role.DIRECTOR, now=NOW)

    assert may_direct(charlie, cup)
    assert not may_direct(charlie, other)
    assert not may_organise(charlie, cup.club)


def test_a_scorer_of_one_tournament_does_not_direct_it(adam: User, cup: Tournament, bob: User) -> None:
    clubs.grant_tournament_role(by=adam, tournament=cup, user=bob, role=Role.SCORER, now=NOW)

    assert cup in Tournament.objects.for_user(bob)
    assert not may_direct(bob, cup)


def test_naming_and_relieving_staff_is_in_the_log(adam: User, cup: Tournament, bob: User) -> None:
    clubs.grant_tournament_role(by=adam, tournament=cup, user=bob, role=Role.SCORER, now=NOW)
    clubs.revoke_tournament_role(by=adam, tournament=cup, user=bob, now=NOW)

    assert cup not in Tournament.objects.for_user(bob)
    assert [(act.verb, act.actor) for act in Action.objects.order_by("pk")] == [
        (Action.Verb.NAME_STAFF, adam),
        (Action.Verb.RELIEVE_STAFF, adam),
    ]


def test_a_director_names_no_staff(alice: User, cup: Tournament, bob: User) -> None:
    with pytest.raises(NotAllowed):
        clubs.grant_tournament_role(by=alice, tournament=cup, user=bob, role=Role.SCORER, now=NOW)


@pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.MEMBER])
def test_a_tournament_has_directors_and_scorers_of_its_own_and_no_more(
    adam: User, cup: Tournament, bob: User, role: Role
) -> None:
    with pytest.raises(NotAllowed):
        clubs.grant_tournament_role(by=adam, tournament=cup, user=bob, role=role, now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        TournamentRole.objects.create(tournament=cup, user=bob, role=role, since=NOW)


def test_staff_see_a_tournament_in_preparation_and_nobody_else_does(
    cup: Tournament, alice: User, sami: User, bob: User, charlie: User
) -> None:
    seen = {user.username: cup in Tournament.objects.for_user(user) for user in (alice, sami, bob, charlie)}

    assert seen == {"alice": True, "sami": True, "bob": False, "charlie": False}


def test_a_visitor_is_told_to_sign_in_and_a_member_that_he_may_not(bob: User, club: Club) -> None:
    with pytest.raises(SignInFirst):
        require(may_manage, AnonymousUser(), club)
    with pytest.raises(NotAllowed):
        require(may_manage, bob, club)


def test_a_club_is_founded_under_rules_that_there_are(charlie: User) -> None:
    with pytest.raises(UnknownRules):
        clubs.create_club(name="Odd Club", owner=charlie, now=NOW, rules="no-such-rules")


def test_two_clubs_do_not_share_an_address(club: Club) -> None:
    with pytest.raises(clubs.ClubNameTaken):
        clubs.create_club(name="Cedar club", now=NOW)

    assert not OwnerLink.objects.exists()
