"""Entering pairs from a list: all of it or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.dealing import Stream
from games.models import claim, skeleton
from games.rules import Refusal
from tournaments.models import Action, Entry, EntryPlayer, Player, Stage, Tournament
from tournaments.state import ALONE_FORMATS as ALONE

from .actions import Author, acting
from .entry_list import Row, read_list
from .seats import new_codes, new_token


class EntriesClosed(Refusal):
    """The bracket has been drawn: nobody enters any more."""

    code = "entries_closed"


class TournamentMoved(Refusal):
    """Somebody else changed the tournament meanwhile; look again."""

    code = "tournament_moved"


def import_entries(
    *, tournament_id: int, content: bytes | str, author: Author, now: datetime, stream: Stream
) -> int:
    """Enter the pairs of a CSV list; return how many.

    A player is known by his name in the club: who has been entered before keeps his seat link.

    :raises ListRefused: naming line and column of every fault; then nothing was stored.
    :raises EntriesClosed: once the bracket has been drawn.
    :raises TournamentMoved: when somebody else was changing it at the same moment.
    """
    before = Tournament.objects.get(pk=tournament_id)
    if before.state != Tournament.State.DRAFT:
        raise EntriesClosed()
    alone = Stage.objects.filter(tournament=tournament_id, position=1, format__in=ALONE).exists()
    rows = read_list(content, known=_names_entered(tournament_id), alone=alone)
    known, fresh = _players(before.club_id, rows, stream)
    with acting(tournament_id, Action.Verb.ENTER, author, now=now) as account:
        unchanged = Tournament.objects.filter(pk=tournament_id, version=before.version)
        claim(unchanged, refusal=TournamentMoved(), state=Tournament.State.DRAFT)
        made = Player.objects.bulk_create(fresh)
        _enter(before, rows, known | {player.name: player for player in made})
        account.after = {"pairs": len(rows)}
    return len(rows)


def _names_entered(tournament_id: int) -> dict[str, str]:
    entered = EntryPlayer.objects.filter(tournament=tournament_id)
    names = entered.values_list("player__name", flat=True)
    return {skeleton(name): name for name in names}


def _players(club_id: int, rows: Sequence[Row], stream: Stream) -> tuple[dict[str, Player], list[Player]]:
    """Return the players the club knows, by name, and the others, who are not stored yet."""
    wanted = [name for row in rows for name in row.names]
    named = Player.objects.filter(club=club_id, name__in=wanted)
    known = {player.name: player for player in named}
    fresh = [name for name in wanted if name not in known]
    codes = new_codes(len(fresh), stream)
    return known, [
        Player(club_id=club_id, name=name, seat_token=new_token(stream), seat_code=code)
        for name, code in zip(fresh, codes, strict=True)
    ]


def _enter(tournament: Tournament, rows: Sequence[Row], players: dict[str, Player]) -> None:
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            name=" & ".join(row.names),
            club_name=row.club,
            rating=row.rating,
            own_seed=row.seed,
        )
        for row in rows
    )
    EntryPlayer.objects.bulk_create(_members(zip(entries, rows, strict=True), players))


def _members(entered: Iterable[tuple[Entry, Row]], players: dict[str, Player]) -> Iterable[EntryPlayer]:
    for entry, row in entered:
        for position, name in enumerate(row.names):
            yield EntryPlayer(
                tournament_id=entry.tournament_id,
                entry=entry,
                player=players[name],
                position=position,
            )
