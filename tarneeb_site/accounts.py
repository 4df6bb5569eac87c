"""Logging in, for both apps: what a guest has at tables and in tournaments goes over to his account."""

from __future__ import annotations

from datetime import datetime

from games.models import User
from games.services import guests
from games.views import accounts
from tournaments.services import seats


class LogIn(accounts.LogIn):
    """Opens an account; a guest brings with him what he has."""

    def changed_over(self, guest: User, account: User, *, now: datetime) -> None:
        """Give the account the guest's seats, matches and places in tournaments."""
        guests.hand_over(guest=guest, account=account, now=now)
        seats.hand_over(guest=guest, account=account)
