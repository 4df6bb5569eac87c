"""What the director does to single entries before the draw: let in, turn away, take out, take back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.dealing import Stream
from games.models import clean_name
from games.rules import Refusal
from tournaments.models import Action, Entry, EntryPlayer, Player, Single

from . import club_players, field
from .actions import Author, acting
from .openings import ReasonWanted
from .sign_up import stop_looking


class NoRoom(Refusal):
    """All places are taken: raise the limit first."""

    code = "no_room"


class SamePlayerTwice(Refusal):
    """A pair is two people."""

    code = "same_player_twice"


class NotLooking(Refusal):
    """One of the two does not look for a partner here any more."""

    code = "not_looking"


def add_pair(
    *, tournament_id: int, names: Sequence[str], author: Author, now: datetime, stream: Stream
) -> Entry:
    """Enter people who stand before the director; where all places are taken, on the waiting list.

    :param names: of a pair, or of one player where nobody has a partner of his own.
    :raises BadName: when one of the names is none.
    :raises SamePlayerTwice: when both are the same.
    :raises WrongNumberOfPlayers: when it is one where pairs play, or the other way round.
    :raises PlaysAlready: naming the player and the pair he is in.
    :raises EntriesClosed: once the bracket has been drawn.
    """
    wanted = [clean_name(name) for name in names]
    if len(set(wanted)) < len(wanted):
        raise SamePlayerTwice(name=wanted[0])
    with acting(tournament_id, Action.Verb.ADD_PAIR, author, now=now) as account:
        tournament = field.before_draw(tournament_id)
        known, fresh = club_players.by_names(tournament.club_id, wanted, stream)
        known |= {one.name: one for one in Player.objects.bulk_create(fresh)}
        players = [known[name] for name in wanted]
        entry = field.add(tournament_id, players, now=now)
        stop_looking(tournament_id, players)
        account.after = _named(entry) | {"names": wanted}
    return entry


def match(*, tournament_id: int, author: Author, now: datetime, stream: Stream) -> list[Entry]:
    """Make pairs of the players who look for a partner, in an order drawn by lot.

    The standby plays when they are odd in number; without one, who came last goes on looking.

    :raises NotLooking: when there are not two of them.
    :raises EntriesClosed: once the bracket has been drawn.
    """
    with acting(tournament_id, Action.Verb.MATCH, author, now=now) as account:
        field.before_draw(tournament_id)
        lot = stream.bytes(16)
        players = Stream(lot).shuffled(_to_match(tournament_id))
        pairs = list(zip(players[::2], players[1::2], strict=True))
        if not pairs:
            raise NotLooking()
        made = [field.add(tournament_id, pair, now=now) for pair in pairs]
        stop_looking(tournament_id, players)
        account.after = {"lot": lot.hex(), "pairs": [entry.name for entry in made]}
    return made


def _to_match(tournament_id: int) -> list[Player]:
    """Return an even number of players: those who look, and the standby or without the last of them."""
    rows = list(Single.objects.filter(tournament=tournament_id).select_related("player"))
    looking = [row.player for row in rows if not row.standby]
    standby = [row.player for row in rows if row.standby]
    if len(looking) % 2 == 0:
        return looking
    return looking + standby if standby else looking[:-1]


def match_two(*, tournament_id: int, player_ids: tuple[int, int], author: Author, now: datetime) -> Entry:
    """Make a pair of two players who look for a partner, as the director thinks best.

    :raises NotLooking: when one of them does not, or both are the same.
    """
    with acting(tournament_id, Action.Verb.MATCH, author, now=now) as account:
        field.before_draw(tournament_id)
        rows = Single.objects.filter(tournament=tournament_id, player__in=player_ids)
        players = [row.player for row in rows.select_related("player")]
        if len(players) < 2:
            raise NotLooking()
        entry = field.add(tournament_id, (players[0], players[1]), now=now)
        stop_looking(tournament_id, players)
        account.after = {"pairs": [entry.name], "players": [one.name for one in players]}
    return entry


def accept(*, entry: Entry, author: Author, now: datetime) -> None:
    """Approve a pair that asked: it gets a place, or its turn on the waiting list.

    :raises EntryMoved: when it does not wait for approval.
    """
    with acting(entry.tournament_id, Action.Verb.ACCEPT, author, now=now) as account:
        field.before_draw(entry.tournament_id)
        _refuse_unless(entry, Entry.State.PENDING)
        field.move(entry, field.next_state(entry.tournament_id))
        account.after = _named(entry)


def decline(*, entry: Entry, author: Author, now: datetime) -> None:
    """Turn away a pair that asked or waits.

    :raises EntryMoved: when it does neither.
    """
    _let_go(entry, Entry.State.DECLINED, Action.Verb.DECLINE, author, now)


def withdraw(*, entry: Entry, author: Author, now: datetime) -> None:
    """Take a pair out of the field before the draw; the first that waits gets its place.

    :raises EntryMoved: when it is out already.
    """
    _let_go(entry, Entry.State.WITHDRAWN, Action.Verb.WITHDRAW, author, now)


def disqualify(*, entry: Entry, author: Author, now: datetime) -> None:
    """Shut a pair out for a reason; neither of the two signs up here again.

    :raises ReasonWanted: without a reason.
    :raises EntryMoved: when it has no place.
    """
    if not author.why.strip():
        raise ReasonWanted()
    _let_go(entry, Entry.State.DISQUALIFIED, Action.Verb.DISQUALIFY, author, now)


def _let_go(entry: Entry, to: Entry.State, verb: Action.Verb, author: Author, now: datetime) -> None:
    with acting(entry.tournament_id, verb, author, now=now) as account:
        field.before_draw(entry.tournament_id)
        account.before = _named(entry)
        account.after = {"state": to.value, "moved_up": field.let_go(entry, to)}


def reinstate(*, entry: Entry, author: Author, now: datetime) -> None:
    """Take back a pair that was taken out or turned away, as if it came now.

    :raises EntryMoved: when it is not out.
    :raises PlaysAlready: when one of the two has come with somebody else meanwhile.
    """
    with acting(entry.tournament_id, Action.Verb.REINSTATE, author, now=now) as account:
        field.before_draw(entry.tournament_id)
        _refuse_unless(entry, *Entry.GONE)
        members = EntryPlayer.objects.filter(entry=entry).select_related("player")
        if entry.state != Entry.State.DISQUALIFIED:
            field.refuse_players_of_others(entry.tournament_id, [one.player for one in members])
        field.move(entry, field.next_state(entry.tournament_id), waiting_since=now)
        members.update(tournament=entry.tournament_id)
        account.after = _named(entry)


def promote(*, entry: Entry, author: Author, now: datetime) -> None:
    """Give a waiting pair a place before its turn.

    :raises EntryMoved: when it does not wait.
    :raises NoRoom: when no place is free.
    """
    with acting(entry.tournament_id, Action.Verb.PROMOTE, author, now=now) as account:
        field.before_draw(entry.tournament_id)
        _refuse_unless(entry, Entry.State.WAITLISTED)
        if field.places_left(entry.tournament_id) == 0:
            raise NoRoom()
        field.move(entry, Entry.State.ACCEPTED)
        account.after = _named(entry)


def _refuse_unless(entry: Entry, *states: Entry.State) -> None:
    if entry.state not in states:
        raise field.EntryMoved(entry=entry.name, state=entry.state)


def _named(entry: Entry) -> dict[str, object]:
    return {"entry": entry.pk, "pair": entry.name, "state": entry.state}
