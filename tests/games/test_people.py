"""Guests, and what they may not be taken for."""

from __future__ import annotations

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import AnonymousUser

from games.dealing import Stream
from games.models import BadName, User
from games.permissions import has_account, is_known
from games.services import people

pytestmark = pytest.mark.django_db


def test_a_guest_is_known_and_has_no_account(guido: User, bob: User) -> None:
    assert (is_known(guido), has_account(guido)) == (True, False)
    assert (is_known(bob), has_account(bob)) == (True, True)
    assert (is_known(AnonymousUser()), has_account(AnonymousUser())) == (False, False)


def test_whoever_is_shut_out_is_not_known(bob: User) -> None:
    bob.is_active = False

    assert not is_known(bob)


def test_two_guests_may_have_one_name(stream: Stream) -> None:
    one = people.guest("Karim", stream=stream)
    other = people.guest("Karim", stream=stream)

    assert one.pk != other.pk
    assert (str(one), str(other)) == ("Karim", "Karim")


def test_a_guest_may_have_the_name_of_an_account_and_does_not_take_it(bob: User, stream: Stream) -> None:
    people.guest("bob", stream=stream)

    assert not people.is_free("bob")
    assert people.is_free("karim")


def test_a_guest_cannot_have_a_name_that_deceives(stream: Stream) -> None:
    with pytest.raises(BadName):
        people.guest("\u202eelor", stream=stream)

    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["", "!", "guest"])
def test_nobody_signs_in_as_a_guest_with_a_password(guido: User, password: str) -> None:
    assert authenticate(username=guido.username, password=password) is None
