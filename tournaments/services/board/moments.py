"""What all that is shown of a tournament depends on, read without reading what is shown."""

from __future__ import annotations

from games.services import watch
from tournaments.models import Pairing, Round, Tournament

Moment = tuple[int, int, tuple[tuple[int, int], ...]]


def moment(tournament: Tournament) -> Moment:
    """Return which tournament it is, its version, and how far the tables in play have come.

    Two statements, one for a tournament that is not played at tables of this site just now.
    """
    playing = Pairing.objects.filter(
        round__stage__tournament=tournament,
        round__state=Round.State.OPEN,
        state=Pairing.State.CALLED,
        hall_table=None,
    )
    tables = [table for table in playing.values_list("table", flat=True) if table is not None]
    so_far = watch.seqs(tables) if tables else {}
    return tournament.pk, tournament.version, tuple(sorted(so_far.items()))
