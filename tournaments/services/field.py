"""The field before the draw: which pairs have a place, which wait for one, and who moves up.

All of it runs inside ``acting``, whose lock on the tournament makes what is read here hold until the
commit; so a limit of pairs holds however many sign up at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.models import claim
from games.rules import Refusal
from tournaments.models import Entry, EntryPlayer, Player, Registration, Stage, Tournament
from tournaments.state import ALONE_FORMATS


class EntriesClosed(Refusal):
    """The bracket has been drawn, or the tournament is over: the field stays as it is."""

    code = "entries_closed"


class PlaysAlready(Refusal):
    """A player takes part in one pair only."""

    code = "plays_already"


class WrongNumberOfPlayers(Refusal):
    """An entry is two players, or one where nobody has a partner of his own."""

    code = "wrong_number_of_players"


class EntryMoved(Refusal):
    """The entry is not, or no longer, where this can be done to it."""

    code = "entry_moved"


def is_alone(tournament_id: int) -> bool:
    """Return whether an entry is one player, who has no partner of his own in this format."""
    return Stage.objects.filter(tournament=tournament_id, position=1, format__in=ALONE_FORMATS).exists()


def before_draw(tournament_id: int) -> Tournament:
    """Return the tournament while its field may change.

    :raises EntriesClosed: afterwards.
    """
    tournament: Tournament | None = Tournament.objects.before_draw().filter(pk=tournament_id).first()
    if tournament is None:
        raise EntriesClosed()
    return tournament


def registration_of(tournament_id: int) -> Registration:
    """Return what the tournament asks; where nobody has said, a row that is not stored: no limit, no fee."""
    found = Registration.objects.filter(tournament=tournament_id).first()
    return found or Registration(tournament_id=tournament_id)


def places_left(tournament_id: int) -> int | None:
    """Return how many more pairs have a place; ``None`` for as many as come."""
    most = registration_of(tournament_id).most_pairs
    if most is None:
        return None
    return max(most - Entry.objects.filter(tournament=tournament_id).taking_part().count(), 0)


def add(tournament_id: int, players: Sequence[Player], *, now: datetime, pending: bool = False) -> Entry:
    """Enter a pair: it gets a place, the next turn on the waiting list, or waits for approval.

    :raises WrongNumberOfPlayers: when it is one player where pairs play, or two where each plays alone.
    :raises PlaysAlready: naming the player and the pair he is in.
    """
    refuse_wrong_number(tournament_id, players)
    refuse_players_of_others(tournament_id, players)
    state = Entry.State.PENDING if pending else next_state(tournament_id)
    name = " & ".join(player.name for player in players)
    entry = Entry.objects.create(tournament_id=tournament_id, name=name, state=state, waiting_since=now)
    EntryPlayer.objects.bulk_create(members_of(entry, players))
    return entry


def refuse_wrong_number(tournament_id: int, players: Sequence[Player]) -> None:
    """Refuse one player where pairs play, or two where each plays alone.

    :raises WrongNumberOfPlayers: saying how many an entry has.
    """
    wanted = 1 if is_alone(tournament_id) else 2
    if len(players) != wanted:
        raise WrongNumberOfPlayers(wanted=wanted)


def members_of(entry: Entry, players: Iterable[Player]) -> list[EntryPlayer]:
    """Return the rows of who plays for an entry, in the order in which they sit."""
    return [
        EntryPlayer(tournament_id=entry.tournament_id, entry=entry, player=player, position=position)
        for position, player in enumerate(players)
    ]


def refuse_players_of_others(tournament_id: int, players: Sequence[Player]) -> None:
    """Refuse players who are in a pair of this tournament.

    :raises PlaysAlready: naming the first of them and his pair.
    """
    taken = EntryPlayer.objects.filter(tournament=tournament_id, player__in=players)
    found = taken.select_related("player", "entry").order_by("pk").first()
    if found is not None:
        raise PlaysAlready(player=found.player.name, entry=found.entry.name)


def next_state(tournament_id: int) -> Entry.State:
    """Return what a pair that comes now is: in while there is room and nobody waits, else waiting."""
    left = places_left(tournament_id)
    if left is None:
        return Entry.State.ACCEPTED
    ahead = Entry.objects.filter(tournament=tournament_id).waiting().exists()
    return Entry.State.ACCEPTED if left and not ahead else Entry.State.WAITLISTED


def move(entry: Entry, to: Entry.State, **changes: Any) -> None:
    """Move an entry along ``Entry.NEXT``.

    :raises EntryMoved: when there is no way from where it is, or somebody else moved it first.
    """
    here = Entry.objects.filter(pk=entry.pk, state=entry.state)
    refusal = EntryMoved(entry=entry.name, state=entry.state)
    if to not in Entry.NEXT[Entry.State(entry.state)]:
        raise refusal
    claim(here, refusal=refusal, state=to, **changes)


def let_go(entry: Entry, to: Entry.State) -> list[int]:
    """Take an entry out of the field and fill its place; return the entries that moved up.

    Its players may enter again, unless they are disqualified.
    """
    move(entry, to, own_seed=None)
    if to != Entry.State.DISQUALIFIED:
        EntryPlayer.objects.filter(entry=entry).update(tournament=None)
    return fill_places(entry.tournament_id)


def fill_places(tournament_id: int) -> list[int]:
    """Give the free places to whole pairs in the order of the waiting list; return those."""
    left = places_left(tournament_id)
    waiting: QuerySet[Entry] = Entry.objects.filter(tournament=tournament_id).waiting()
    chosen = list(waiting.values_list("pk", flat=True)[:left])
    if chosen:
        Entry.objects.filter(pk__in=chosen).update(state=Entry.State.ACCEPTED)
    return chosen
