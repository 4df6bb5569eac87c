"""The ticket of a table's page: shows a socket that it was opened by our page for this user.

A page of another site can open a socket with the visitor's cookies, but cannot read our page.
"""

from __future__ import annotations

from django.core import signing

from games.rules import Refusal

SALT = "games.table-ticket"
LIFETIME_SECONDS = 120


class BadTicket(Refusal):
    """The ticket is old, or was made for somebody or something else."""

    code = "bad_ticket"


def issue(*, table: str, user_id: int | None) -> str:
    """Return a ticket for a user (None: a visitor without an account) at a table's address."""
    return signing.dumps([table, user_id], salt=SALT)


def check(ticket: str, *, table: str, user_id: int | None) -> None:
    """Return if the ticket was made for this user and table within two minutes.

    :raises BadTicket: when it was not.
    """
    try:
        found = signing.loads(ticket, salt=SALT, max_age=LIFETIME_SECONDS)
    except signing.BadSignature as error:
        raise BadTicket() from error
    if found != [table, user_id]:
        raise BadTicket()
