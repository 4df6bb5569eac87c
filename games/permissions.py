"""Who may: the predicates that pages, API and sockets of a table share.

``require`` is how each of them asks. It tells a visitor to sign in and everybody else that he may
not, so the answer is the same whichever way somebody came.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from games.models import User
from games.rules import Refusal

Visitor = User | AnonymousUser
"""Whoever a request or a socket comes from."""

P = ParamSpec("P")


class SignInFirst(Refusal):
    """Only somebody the site knows can do this."""

    code = "sign_in_first"


class NotAllowed(Refusal):
    """This person may not do this here."""

    code = "not_allowed"


class SignedInRequest(HttpRequest):
    """A request behind ``login_required``: its user is a row of ours."""

    user: User


def require(
    allowed: Callable[Concatenate[Visitor, P], bool],
    user: Visitor,
    *about: P.args,
    **details: P.kwargs,
) -> None:
    """Let through whom the predicate allows.

    :raises SignInFirst: for a visitor the site does not know.
    :raises NotAllowed: for everybody else.
    """
    if allowed(user, *about, **details):
        return
    raise NotAllowed if is_known(user) else SignInFirst


def is_known(user: Visitor) -> bool:
    """Return whether this is a user, guests included, whom nobody has shut out."""
    return user.is_authenticated and user.is_active


def has_account(user: Visitor) -> bool:
    """Return whether this user has an account of his own: a guest has none."""
    return is_known(user) and not getattr(user, "is_guest", True)


def settles_reports(user: Visitor) -> bool:
    """Return whether this user is one of the staff, who settle what people report of each other."""
    return is_known(user) and user.is_staff
