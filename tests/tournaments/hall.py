"""What the tests of the hall are told with: a cup played with cards, and what is said of its matches."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.models import User
from games.rules import SEATS, Line
from games.services import people
from tests.cast import NOW
from tests.tournaments.evenings import STREAM, pairing_of, started
from tournaments.models import Club, DirectorCall, EntryPlayer, Pairing, Player, Report, Side, Stage
from tournaments.services import calls, hall, words
from tournaments.services.actions import Author
from tournaments.services.said import Said, Sheet, Totals, told


def played_in_hall(club: Club, pairs: int = 4, **plan: Any) -> Pairing:
    """Return the first pairing of a cup whose first round is played with cards."""
    return pairing_of(started(club, pairs, place=Stage.Place.HALL, **plan), 1, 1)


def won(side: int = 0, more: int = 31, less: int = 20) -> Totals:
    """Say that a side has won, 31-20."""
    return Totals((more, less) if side == 0 else (less, more))


def deals(*took: int, is_last: bool = False) -> Sheet:
    """Say deal by deal: seat 0 bid 13 each time, and its side took so many tricks."""
    return Sheet(tuple(Line(SEATS[0], 13, (own, 13 - own)) for own in took), is_last=is_last)


def plays(pairing: Pairing, side: int, position: int = 0) -> User:
    """Return the user who plays for a side of a pairing; he has opened his seat link."""
    entry = Side.objects.get(pairing=pairing, number=side).entry_id
    player = EntryPlayer.objects.get(entry=entry, position=position).player
    if player.user is None:
        guest = people.guest(player.name, stream=STREAM.derive(player.name))
        Player.objects.filter(pk=player.pk).update(user=guest)
        return guest
    return player.user


def enter(pairing: Pairing, said: Said, *, seen: int | None = None, **author: Any) -> None:
    """Enter a result as a scorer."""
    hall.enter(pairing_id=pairing.pk, said=said, author=Author(**author), now=NOW, seen=seen)
    pairing.refresh_from_db()


def say(pairing: Pairing, side: int, said: Said, *, seen: int | None = None, **author: Any) -> Report:
    """Say something for a side; return the word."""
    user = plays(pairing, side)
    words.report(pairing_id=pairing.pk, said=said, author=Author(user.pk, **author), now=NOW, seen=seen)
    pairing.refresh_from_db()
    word: Report = Report.objects.filter(pairing=pairing, kind=Report.Kind.WORD, side=side).latest("pk")
    return word


def call(pairing: Pairing, side: int = 0, **author: Any) -> DirectorCall:
    """Call the director for a side."""
    who = Author(plays(pairing, side).pk, **author)
    calls.call(pairing_id=pairing.pk, author=who, now=timezone.now())
    made: DirectorCall = DirectorCall.objects.unsettled().get(pairing=pairing)
    return made


def ruled(pairing: Pairing, director: User, ruling: str = "The deal stands.") -> DirectorCall:
    """Let somebody call, and the director rule on that."""
    made = call(pairing)
    calls.settle(call=made, author=Author(director.pk, why=ruling), now=timezone.now())
    return made


def seen_now(pairing: Pairing, side: int | None = None) -> int:
    """Return the report that whoever looks at the pairing now has before him."""
    return told(Report.objects.filter(pairing=pairing)).seen_by(side)


def books(pairing: Pairing) -> tuple[str, str, int | None, list[int | None]]:
    """Return state, what decided, who goes on, and the points of both sides."""
    pairing.refresh_from_db()
    scores = list(Side.objects.filter(pairing=pairing).order_by("number").values_list("score", flat=True))
    return pairing.state, pairing.decided_by, pairing.advances, scores
