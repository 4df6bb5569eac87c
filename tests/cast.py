"""The cast of the tests: Alice directs, Bob plays, Charlie is a stranger.

Alice directs the tournaments of the Cedar Club; Bob is a member of it, and Charlie has an account
and belongs to no club at all. Behind them stand those that only the questions of who may do what
need: Olivia owns the club, Adam administers it, Sami keeps scores, Guido is a guest.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from games.dealing import Stream
from games.models import User
from games.services import people
from tournaments.models import Club, Membership, Role
from tournaments.services import clubs

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
"""The evening every test plays on, unless it says otherwise."""

PASSWORD = "three-tricks-short"
"""Everybody's."""


def person(username: str) -> User:
    """Make somebody with an account."""
    account = people.prepared_account(username, PASSWORD)
    account.display_name = username.title()
    return people.store(account)


def member(club: Club, username: str, role: Role) -> User:
    """Make somebody who is this in the club."""
    user = person(username)
    Membership.objects.create(club=club, user=user, role=role, since=NOW)
    return user


def client_of(user: User | None) -> Client:
    """Return a browser in which the user is signed in; nobody is in that of None."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def stream() -> Stream:
    """Chance that is the same at every run."""
    return Stream(b"a test's own key, 32 bytes long.")


@pytest.fixture
def club(db: None) -> Club:
    """The Cedar Club, which Olivia owns."""
    return clubs.create_club(name="Cedar Club", owner=person("olivia"), now=NOW)


@pytest.fixture
def olivia(club: Club) -> User:
    """The owner of the club."""
    return User.objects.get(memberships__club=club, memberships__role=Role.OWNER)


@pytest.fixture
def adam(club: Club) -> User:
    """An administrator of the club."""
    return member(club, "adam", Role.ADMIN)


@pytest.fixture
def alice(club: Club) -> User:
    """A director of the club."""
    return member(club, "alice", Role.DIRECTOR)


@pytest.fixture
def sami(club: Club) -> User:
    """A scorer of the club."""
    return member(club, "sami", Role.SCORER)


@pytest.fixture
def bob(club: Club) -> User:
    """A member of the club, who plays."""
    return member(club, "bob", Role.MEMBER)


@pytest.fixture
def charlie(db: None) -> User:
    """A stranger: an account, and no club."""
    return person("charlie")


@pytest.fixture
def guido(db: None, stream: Stream) -> User:
    """A guest."""
    return people.guest("Guido", stream=stream.derive("guido"))
