"""Whoever comes to a table without an account: he goes on as a guest, under a name of his choice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.core import ratelimit
from django.db import transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from games.dealing import Stream
from games.models import User
from games.services import people
from games.services.practice import TooManyTables

DIGITS = "0123456789"


@contextmanager
def playing(request: HttpRequest, *, stream: Stream) -> Iterator[User]:
    """Let who asks do something, as a guest if nobody knows him; ``name`` is what he wants to be called.

    What he does and his guest's row are one transaction: who is refused leaves nothing, and comes in only
    after it.

    :raises BadName: if the name would deceive or disturb.
    :raises TooManyTables: when too much is asked for from this address.
    """
    if not ratelimit.consume(request, action="practice"):
        raise TooManyTables()
    if isinstance(request.user, User):
        yield request.user
        return
    name = request.POST.get("name", "").strip() or _guest_name(stream)
    with transaction.atomic():
        user = people.guest(name, stream=stream, language=translation.get_language() or "")
        yield user
    people.enter(request, user)


def _guest_name(stream: Stream) -> str:
    """Return a name that tells one guest from another at the same table."""
    return _("Guest %(number)s") % {"number": stream.derive("name").token(3, DIGITS)}
