"""Whom a person wants nothing to do with."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import Block, User
from games.rules import Refusal


class NobodyThere(Refusal):
    """No other person sits there."""

    code = "nobody_there"


def block(*, user: User, other_id: int, now: datetime) -> None:
    """Hide another's lines from a person, let him not be invited by him, nor sit with him by chance.

    :raises NobodyThere: when he means himself.
    """
    if other_id == user.pk:
        raise NobodyThere()
    Block.objects.get_or_create(user=user, other_id=other_id, defaults={"since": now})


def unblock(*, user: User, other_id: int) -> None:
    """Take a block back; nothing happens where there is none."""
    Block.objects.filter(user=user, other=other_id).delete()


def blocked_with(user: User) -> set[int]:
    """Return those who block a person or are blocked by him."""
    pairs = Block.objects.filter(Q(user=user) | Q(other=user)).values_list("user", "other")
    return {one for pair in pairs for one in pair} - {user.pk}


def blocks_of(user: User) -> QuerySet[Block]:
    """Return whom a person blocks, the last first."""
    return Block.objects.filter(user=user).select_related("other").order_by("-since")
