"""The people of the site: guests, and accounts made new or out of a guest's row."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from games.dealing import Stream
from games.models import User, clean_name, skeleton
from games.rules import Refusal


class NameTaken(Refusal):
    """Another account has this name, or one that a reader would take for it."""

    code = "name_taken"


def guest(display_name: str, *, stream: Stream, language: str = "") -> User:
    """Make somebody who can sit at a table without an account.

    :raises BadName: if the name would deceive or disturb.
    """
    return User.objects.create(
        username=f"guest-{stream.bytes(12).hex()}",
        display_name=clean_name(display_name),
        password=make_password(None),
        is_guest=True,
        language=language,
    )


def enter(request: HttpRequest, user: User) -> None:
    """Let the browser go on as this user, under a new session key."""
    login(request, user)


def is_free(username: str) -> bool:
    """Return whether a new account may have this name."""
    alike = User.objects.filter(skeleton=skeleton(username)[:150])
    return not alike.exists()


def account(username: str) -> User | None:
    """Return who has an account of this name."""
    return User.objects.filter(username=username, is_guest=False).first()


def prepared_account(username: str, password: str, *, row: User | None = None) -> User:
    """Return an account ready to be stored, in a guest's row if one is given.

    Hashing a password takes longer than a transaction may: so it is done here, and ``store`` is
    what belongs into one. Whatever points to the row, such as a seat, goes with it.
    """
    user = row or User()
    user.username = clean_name(username)
    user.password = make_password(password)
    user.is_guest = False
    return user


def store(account: User) -> User:
    """Store a prepared account.

    :raises NameTaken: if somebody else was first with the name.
    """
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError as taken:
        raise NameTaken(name=account.username) from taken
    return account
