"""What a table knows of the series its match is a game of: the tournament writes it, pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.models import Table


def tell(table_ids: Iterable[int], *, game: int, of: int, halves: Sequence[int] = (0, 0)) -> None:
    """Write down which game of how many is played at these tables, for whoever looks at them next.

    :param halves: twice what each side has of the games played.
    """
    told = {"game": game, "of": of, "halves": list(halves)}
    Table.objects.filter(pk__in=list(table_ids)).update(series=told)
