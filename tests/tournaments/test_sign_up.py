"""Signing up: two who both want it, by a link or by name, who look for each other, or each alone."""

from __future__ import annotations

import pytest

from games.models import User
from tests.cast import NOW, member, person
from tests.tournaments.evenings import STREAM, entered
from tests.tournaments.signing_up import (
    ALONE,
    accepted,
    couple,
    invited,
    looking,
    opened,
    player_of,
    signed_up,
    states,
    walk_in,
)
from tournaments.models import Action, Club, Entry, Invitation, Role, Single, Tournament
from tournaments.services import entries, openings, sign_up
from tournaments.services.actions import PROGRAM, AlreadyDone, Author
from tournaments.services.field import PlaysAlready, WrongNumberOfPlayers

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A tournament of the club for which anybody may sign up."""
    return opened(club)


# ---- two become a pair


def test_a_pair_is_in_when_the_partner_opens_the_link_and_agrees(
    cup: Tournament, bob: User, charlie: User
) -> None:
    token = invited(cup, bob)
    assert not Entry.objects.exists()

    entry = accepted(token, charlie)

    assert (entry.name, entry.state) == ("Bob & Charlie", "accepted")
    assert [row.player.user for row in entry.members.all()] == [bob, charlie]
    assert Action.objects.latest("pk").verb == Action.Verb.SIGN_UP


def test_a_link_makes_one_pair_only(cup: Tournament, bob: User, charlie: User, adam: User) -> None:
    token = invited(cup, bob)
    accepted(token, charlie)

    with pytest.raises(sign_up.InvitationSpent):
        accepted(token, adam)


def test_nobody_is_his_own_partner(cup: Tournament, bob: User) -> None:
    token = invited(cup, bob)

    with pytest.raises(sign_up.InvitationOfAnother):
        accepted(token, bob)


def test_who_is_asked_by_name_answers_himself(cup: Tournament, bob: User, charlie: User, adam: User) -> None:
    left_over = invited(cup, charlie)
    token = invited(cup, bob, name="Charlie")

    with pytest.raises(sign_up.InvitationOfAnother):
        accepted(token, adam)

    assert accepted(token, charlie).name == "Bob & Charlie"
    with pytest.raises(sign_up.InvitationSpent):
        accepted(left_over, adam)


def test_who_is_asked_by_name_may_say_no(cup: Tournament, bob: User, charlie: User) -> None:
    invited(cup, charlie)
    token = invited(cup, bob, name="Charlie")

    sign_up.decline(token=token, user=charlie, author=Author(charlie.pk), now=NOW)

    with pytest.raises(sign_up.InvitationSpent):
        accepted(token, charlie)


def test_a_name_that_no_player_with_an_account_has_is_refused(cup: Tournament, bob: User) -> None:
    walk_in(cup, 1)

    with pytest.raises(sign_up.NoSuchPlayer):
        invited(cup, bob, name="Walker 1 A")


def test_a_new_invitation_takes_the_one_before_back(cup: Tournament, bob: User, charlie: User) -> None:
    token = invited(cup, bob)
    invited(cup, bob)

    with pytest.raises(sign_up.InvitationSpent):
        accepted(token, charlie)
    assert Invitation.objects.filter(state="open").count() == 1


def test_a_form_sent_twice_invites_once(cup: Tournament, bob: User) -> None:
    once = Author(bob.pk, key="once")
    sign_up.invite(tournament_id=cup.pk, user=bob, author=once, now=NOW, stream=STREAM)

    with pytest.raises(AlreadyDone):
        sign_up.invite(tournament_id=cup.pk, user=bob, author=once, now=NOW, stream=STREAM)

    assert Invitation.objects.count() == 1


# ---- who may


def test_a_guest_is_asked_for_an_account(cup: Tournament, guido: User) -> None:
    with pytest.raises(sign_up.AccountWanted):
        invited(cup, guido)


def test_where_it_is_for_members_a_stranger_stays_outside_on_either_side(
    club: Club, bob: User, charlie: User
) -> None:
    cup = opened(club, members_only=True)

    with pytest.raises(sign_up.MembersOnly):
        invited(cup, charlie)
    with pytest.raises(sign_up.MembersOnly):
        signed_up(cup, bob, charlie)
    assert states(cup) == []


def test_before_registration_opens_and_after_it_closes_nobody_signs_up(
    club: Club, cup: Tournament, bob: User
) -> None:
    draft = entered(club, 2, name="Draft", author=PROGRAM)
    openings.close_registration(tournament_id=cup.pk, author=PROGRAM, now=NOW)

    for tournament in (draft, cup):
        with pytest.raises(sign_up.RegistrationNotOpen):
            invited(tournament, bob)


def test_two_of_one_name_are_two_players_of_the_club(cup: Tournament, club: Club) -> None:
    """Whoever has the name of a player without an account does not become him."""
    walk_in(cup, 1)
    namesake, partner = person("namesake"), person("partner")
    namesake.display_name = "Walker 1 A"
    namesake.save()

    signed_up(cup, namesake, partner)

    assert player_of(namesake).name == "Walker 1 A 2"


# ---- once each (O-09)


def test_the_same_two_in_the_other_order_are_refused(cup: Tournament, bob: User, charlie: User) -> None:
    signed_up(cup, bob, charlie)

    with pytest.raises(PlaysAlready):
        signed_up(cup, charlie, bob)

    with pytest.raises(PlaysAlready):
        entries.add_pair(
            tournament_id=cup.pk, names=("Charlie", "Bob"), author=PROGRAM, now=NOW, stream=STREAM
        )
    assert states(cup) == ["accepted"]


def test_a_player_of_another_pair_is_refused_by_the_name_of_that_pair(
    cup: Tournament, bob: User, charlie: User, adam: User
) -> None:
    signed_up(cup, bob, charlie)
    token = invited(cup, adam)

    with pytest.raises(PlaysAlready) as refused:
        accepted(token, charlie)

    assert refused.value.params == {"player": "Charlie", "entry": "Bob & Charlie"}
    assert Invitation.objects.get(token=token).state == "open"


def test_several_who_come_from_one_address_all_sign_up(cup: Tournament) -> None:
    """S-28: a club room has one address; nothing here counts addresses."""
    for number in range(1, 9):
        signed_up(cup, *couple(number))

    assert states(cup) == ["accepted"] * 8


# ---- looking for a partner


def test_two_who_look_become_a_pair_when_one_asks_and_the_other_agrees(
    cup: Tournament, bob: User, charlie: User
) -> None:
    looking(cup, bob)
    looking(cup, charlie)

    accepted(invited(cup, bob, name="Charlie"), charlie)

    assert states(cup) == ["accepted"]
    assert not Single.objects.exists()


def test_the_standby_plays_when_the_others_are_odd_in_number(club: Club, cup: Tournament) -> None:
    users = [member(club, f"single{number}", Role.MEMBER) for number in range(4)]
    looking(cup, users[3], standby=True)
    for user in users[:3]:
        looking(cup, user)

    entries.match(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)

    assert states(cup) == ["accepted", "accepted"]
    assert not Single.objects.exists()


def test_the_standby_stays_out_when_they_are_even(club: Club, cup: Tournament) -> None:
    users = [member(club, f"single{number}", Role.MEMBER) for number in range(3)]
    looking(cup, users[0], standby=True)
    for user in users[1:]:
        looking(cup, user)

    entries.match(tournament_id=cup.pk, author=PROGRAM, now=NOW, stream=STREAM)

    assert states(cup) == ["accepted"]
    assert Single.objects.get().player.user == users[0]


def test_a_tournament_has_one_standby(cup: Tournament, bob: User, charlie: User) -> None:
    looking(cup, bob, standby=True)

    with pytest.raises(sign_up.StandbyTaken):
        looking(cup, charlie, standby=True)


def test_the_director_makes_a_pair_of_two_who_look(
    cup: Tournament, bob: User, charlie: User, adam: User
) -> None:
    for user in (bob, charlie):
        looking(cup, user)
    two = (player_of(bob).pk, player_of(charlie).pk)

    entries.match_two(tournament_id=cup.pk, player_ids=two, author=PROGRAM, now=NOW)

    with pytest.raises(entries.NotLooking):
        entries.match_two(tournament_id=cup.pk, player_ids=two, author=PROGRAM, now=NOW)
    assert states(cup) == ["accepted"]


# ---- each for himself


def test_where_each_plays_for_himself_he_signs_up_alone(club: Club, bob: User, charlie: User) -> None:
    night = opened(club, ALONE)

    entry = sign_up.come(tournament_id=night.pk, user=bob, author=Author(bob.pk), now=NOW, stream=STREAM)

    assert (entry.name, entry.members.get().player.user) == ("Bob", bob)
    with pytest.raises(sign_up.NoPartnersHere):
        invited(night, charlie)
    with pytest.raises(sign_up.NoPartnersHere):
        looking(night, charlie)


def test_one_is_no_pair_and_two_are_not_one(club: Club, cup: Tournament, bob: User) -> None:
    with pytest.raises(WrongNumberOfPlayers):
        sign_up.come(tournament_id=cup.pk, user=bob, author=PROGRAM, now=NOW, stream=STREAM)
    with pytest.raises(WrongNumberOfPlayers):
        walk_in(opened(club, ALONE), 1)
