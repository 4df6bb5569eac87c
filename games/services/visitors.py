"""Whoever comes to a table without an account: he goes on as a guest, under a name of his choice."""

from __future__ import annotations

from allauth.core import ratelimit
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from games.dealing import Stream
from games.models import User
from games.services import chance, people
from games.services.practice import TooManyTables

DIGITS = "0123456789"


def player(request: HttpRequest, *, stream: Stream | None = None) -> User:
    """Return who asks, as a guest if nobody knows him; ``name`` is what he wants to be called.

    :raises BadName: if the name would deceive or disturb.
    :raises TooManyTables: when too much is asked for from this address.
    """
    if not ratelimit.consume(request, action="practice"):
        raise TooManyTables()
    if isinstance(request.user, User):
        return request.user
    stream = stream or chance.fresh()
    name = request.POST.get("name", "").strip() or _guest_name(stream)
    user = people.guest(name, stream=stream, language=translation.get_language() or "")
    people.enter(request, user)
    return user


def _guest_name(stream: Stream) -> str:
    """Return a name that tells one guest from another at the same table."""
    return _("Guest %(number)s") % {"number": stream.derive("name").token(3, DIGITS)}
