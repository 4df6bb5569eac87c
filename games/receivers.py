"""Hearing that somebody has signed out or was shut out, so that his sockets close sooner.

It is a hint: the poll of ``services.sessions`` finds it within a second anyway.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save
from django.dispatch import receiver

from games.models import User
from games.services import sessions


@receiver(user_logged_out)
def hear_signed_out(user: User | None, **_future: Any) -> None:
    """Somebody has signed out in one browser."""
    if user is not None:
        sessions.hint(user.pk)


@receiver(post_save, sender=User)
def hear_changed(instance: User, created: bool, **_future: Any) -> None:
    """An account was changed: perhaps it has another password, or was shut out."""
    if not created:
        sessions.hint(instance.pk)
