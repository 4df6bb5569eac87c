"""The people a club plays with: found by name or by user, and made with a seat link of their own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from games.dealing import Stream
from games.models import User
from tournaments.models import Player

from .seats import new_codes, new_token

LONGEST = 55
"""Letters of a user's name in a club: so a number still fits behind it."""


def by_names(club_id: int, names: Sequence[str], stream: Stream) -> tuple[dict[str, Player], list[Player]]:
    """Return the players the club knows, by name, and the others, who are not stored yet."""
    named = Player.objects.filter(club=club_id, name__in=names)
    known = {player.name: player for player in named}
    fresh = [name for name in names if name not in known]
    codes = new_codes(len(fresh), stream)
    return known, [
        Player(club_id=club_id, name=name, seat_token=new_token(stream), seat_code=code)
        for name, code in zip(fresh, codes, strict=True)
    ]


def of_user(club_id: int, user: User, stream: Stream) -> Player:
    """Return the player a user is in the club; he becomes one, under a name that is nobody else's there.

    A player of the club who has no user stays what he is, though he have the same name.
    """
    found = Player.objects.filter(club=club_id, user=user).first()
    return found or Player.objects.create(
        club_id=club_id,
        user=user,
        name=_free_name(club_id, user),
        seat_token=new_token(stream),
        seat_code=new_codes(1, stream)[0],
    )


def _free_name(club_id: int, user: User) -> str:
    """Return the user's name, with a number when a player of the club has it."""
    wished = str(user)[:LONGEST]
    taken = set(Player.objects.filter(club=club_id, name__startswith=wished).values_list("name", flat=True))
    names = (wished if number == 1 else f"{wished} {number}" for number in count(1))
    return next(name for name in names if name not in taken)
