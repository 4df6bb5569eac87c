"""What only a director sees: empty seats, and everybody's seat link."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Seat
from tournaments.models import EntryPlayer, Substitution, Tournament

from .shapes import PairingView


def empty_seats(pairings: Iterable[PairingView]) -> int:
    """Return how many seats nobody has taken at the tables that cannot begin for it."""
    waiting = [one.table_id for one in pairings if one.state == "ready"]
    return Seat.objects.filter(table__in=waiting, kind=Seat.Kind.OPEN).count()


def seats_to_print(tournament: Tournament) -> list[tuple[EntryPlayer, EntryPlayer]]:
    """Return everybody who plays, with his partner, pair by pair."""
    rows = EntryPlayer.objects.filter(tournament=tournament).select_related("entry", "player")
    pairs: dict[int, list[EntryPlayer]] = {}
    for row in rows.order_by("entry__pk", "position"):
        pairs.setdefault(row.entry_id, []).append(row)
    return [
        (mine, other)
        for members in pairs.values()
        for mine, other in zip(members, members[::-1], strict=True)
    ]


def substitutes_to_print(tournament: Tournament) -> list[Substitution]:
    """Return the substitutes who sit from the next round on: they need their links before it starts."""
    waiting = Substitution.objects.filter(entry__tournament=tournament, first_round=None)
    return list(waiting.select_related("comes", "leaves", "entry"))
