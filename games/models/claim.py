"""Who was first: one conditional UPDATE, used wherever two people may do the same thing."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from games.rules import Refusal


def claim(queryset: QuerySet[Any], *, refusal: Refusal, **changes: Any) -> None:
    """Make the changes if the row is still as the queryset describes it.

    :param queryset: the row together with all that its reader relied on (state, version).
    :raises Refusal: the given one, when somebody else was first (no row was changed).
    """
    if queryset.update(**changes) == 0:
        raise refusal
