"""Entering pairs from a list: all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from games.dealing import Stream
from games.models import claim, skeleton
from games.rules import Refusal
from tournaments.models import Action, Entry, EntryPlayer, Player, Tournament

from . import club_players, field
from .actions import Author, acting
from .entry_list import Row, read_list


class TournamentMoved(Refusal):
    """Somebody else changed the tournament meanwhile; look again."""

    code = "tournament_moved"


def import_entries(
    *, tournament_id: int, content: bytes | str, author: Author, now: datetime, stream: Stream
) -> int:
    """Enter the pairs of a CSV list; return how many.

    A player is known by his name in the club: who has been entered before keeps his seat link. Pairs for
    whom there is no place any more come on the waiting list, in the order of the list.

    :raises ListRefused: naming line and column of every fault; then nothing was stored.
    :raises EntriesClosed: once the bracket has been drawn.
    :raises TournamentMoved: when somebody else was changing it at the same moment.
    """
    field.before_draw(tournament_id)
    rows = read_list(content, known=_names_entered(tournament_id), alone=field.is_alone(tournament_id))
    enter_rows(tournament_id=tournament_id, rows=rows, author=author, now=now, stream=stream)
    return len(rows)


def enter_rows(
    *, tournament_id: int, rows: Sequence[Row], author: Author, now: datetime, stream: Stream
) -> None:
    """Enter the pairs of a list that has been read.

    :raises EntriesClosed: once the bracket has been drawn.
    :raises TournamentMoved: when somebody else was changing it at the same moment.
    """
    before = field.before_draw(tournament_id)
    names = [name for row in rows for name in row.names]
    known, fresh = club_players.by_names(before.club_id, names, stream)
    with acting(tournament_id, Action.Verb.ENTER, author, now=now) as account:
        unchanged = Tournament.objects.filter(pk=tournament_id, version=before.version)
        claim(unchanged, refusal=TournamentMoved(), state=before.state)
        made = Player.objects.bulk_create(fresh)
        _enter(before, rows, known | {player.name: player for player in made}, now=now)
        account.after = {"pairs": len(rows), "list": [asdict(row) for row in rows]}


def _names_entered(tournament_id: int) -> dict[str, str]:
    entered = EntryPlayer.objects.filter(tournament=tournament_id)
    names = entered.values_list("player__name", flat=True)
    return {skeleton(name): name for name in names}


def _enter(tournament: Tournament, rows: Sequence[Row], players: dict[str, Player], *, now: datetime) -> None:
    room = field.places_left(tournament.pk)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            name=" & ".join(row.names),
            state=_state(place, room),
            waiting_since=now,
            club_name=row.club,
            rating=row.rating,
            own_seed=row.seed,
        )
        for place, row in enumerate(rows)
    )
    EntryPlayer.objects.bulk_create(
        member
        for entry, row in zip(entries, rows, strict=True)
        for member in field.members_of(entry, [players[name] for name in row.names])
    )


def _state(place: int, room: int | None) -> Entry.State:
    return Entry.State.ACCEPTED if room is None or place < room else Entry.State.WAITLISTED
