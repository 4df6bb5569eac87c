"""Seat links: how a player without an account comes to his table.

Whoever opens a player's link, or types its six digits, may sit for him: the browser goes on as a
guest who is that player, or as the user it was already. A link never opens somebody's account.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.dealing import Stream
from games.models import Seat, Table, User, claim
from games.rules import Refusal
from games.services import people, tables
from tournaments.models import Action, Pairing, Player, Side, Tournament

from .actions import Author, acting

TOKEN_LENGTH = 24
DIGITS = "0123456789"
CODE_LENGTH = 6


class NoSuchSeat(Refusal):
    """No player has this link or these digits: a mistake, or they were replaced."""

    code = "no_such_seat"


class SeatHasAccount(Refusal):
    """This player has an account: he signs in there."""

    code = "seat_has_account"


class SeatOfAnother(Refusal):
    """A director who follows a player's link does not become that player."""

    code = "seat_of_another"


class NotYourPairing(Refusal):
    """Only who plays in a pairing sits at its table, once it is called."""

    code = "not_your_pairing"


class TooManyTries(Refusal):
    """Codes are tried a few times a minute, so that nobody guesses one."""

    code = "too_many_tries"


def new_token(stream: Stream) -> str:
    """Return the secret part of a seat link: 138 bits of chance."""
    return stream.token(TOKEN_LENGTH)


def new_codes(count: int, stream: Stream) -> list[str]:
    """Return so many six-digit codes, all different and none in use."""
    codes: list[str] = []
    while len(codes) < count:
        drawn = {stream.token(CODE_LENGTH, DIGITS): None for _ in range(count - len(codes))}
        used = Player.objects.filter(seat_code__in=drawn).values_list("seat_code", flat=True)
        taken = set(used) | set(codes)
        codes += [code for code in drawn if code not in taken]
    return codes


def player_of(*, token: str = "", code: str = "") -> Player:
    """Return the player of a link or of six digits, while a tournament expects him.

    :raises NoSuchSeat: when there is none.
    """
    key = {"seat_token": token} if token else {"seat_code": code}
    rows = Player.objects.expected().filter(**key).select_related("user", "club")
    player: Player | None = rows.first()
    if player is None:
        raise NoSuchSeat()
    return player


def open_seat(
    *, player: Player, visitor: User | None, now: datetime, stream: Stream, language: str = ""
) -> User:
    """Return the user who is to sit for a player from now on; his seats are kept for that user.

    :param visitor: who the browser is already, if anybody.
    :raises SeatHasAccount: when the player is somebody's account and the visitor is another.
    """
    if player.user is not None and (player.user.is_guest or player.user == visitor):
        return player.user
    if player.user is not None:
        raise SeatHasAccount()
    with transaction.atomic():
        user = visitor if _may_be(visitor, player) else None
        user = user or people.guest(player.name, stream=stream, language=language)
        free = Player.objects.filter(pk=player.pk, user__isnull=True)
        claim(free, refusal=SeatHasAccount(), user=user, seat_opened_at=now)
        seats = [seat.pk for seat in _seats_at_open_tables(player.pk)]
        tables.hold_seats(user_id=user.pk, seat_ids=seats)
        for tournament_id in _going_on(player.pk):
            with acting(tournament_id, Action.Verb.OPEN_SEAT, Author(user.pk), now=now) as account:
                account.after = {"player": player.name}
    return user


def _may_be(visitor: User | None, player: Player) -> bool:
    """Return whether the visitor can be this player: he is no other one of the same club."""
    if visitor is None:
        return False
    return not Player.objects.filter(club=player.club_id, user=visitor).exists()


def _going_on(player_id: int) -> list[int]:
    over = Tournament.State.FINISHED
    mine = Tournament.objects.of_player(player_id).exclude(state=over)
    return list(mine.values_list("pk", flat=True))


def _seats_at_open_tables(player_id: int) -> list[Seat]:
    """Return the seats of a player: pair A sits 0 and 2, pair B 1 and 3."""
    sides = Side.objects.filter(entry__members__player=player_id, pairing__table__isnull=False)
    places = sides.exclude(pairing__table__state=Table.State.CLOSED).values_list(
        "pairing__table", "number", "entry__members__position"
    )
    mine = Q()
    for table_id, side, position in places:
        mine |= Q(table=table_id, number=side + 2 * position)
    return list(Seat.objects.filter(mine).select_related("user")) if mine else []


def hand_over(*, guest: User, account: User) -> None:
    """Let an account be the players a guest was, except in clubs where it is one already."""
    elsewhere = Player.objects.filter(user=account).values("club")
    Player.objects.filter(user=guest).exclude(club__in=elsewhere).update(user=account)


def renew_seat(*, tournament_id: int, player_id: int, author: Author, now: datetime, stream: Stream) -> None:
    """Replace a player's link and code, and free his seats from whoever opened the old ones.

    :raises NoSuchSeat: when he does not play in this tournament.
    """
    (code,) = new_codes(1, stream)
    token = new_token(stream)
    with acting(tournament_id, Action.Verb.RENEW_SEAT, author, now=now) as account:
        entered = Player.objects.filter(pk=player_id, memberships__tournament=tournament_id)
        player = entered.select_related("user").first()
        if player is None:
            raise NoSuchSeat()
        for seat in _seats_at_open_tables(player.pk):
            _free(seat, now)
        Player.objects.filter(pk=player.pk).update(
            seat_token=token, seat_code=code, user=None, seat_opened_at=None
        )
        account.after = {"player": player.name}


def _free(seat: Seat, now: datetime) -> None:
    if seat.user is not None:
        tables.leave(table_id=seat.table_id, user=seat.user, now=now)
    tables.hold_seats(user_id=None, seat_ids=[seat.pk])


def sit_down(*, pairing: Pairing, user: User, now: datetime) -> Table:
    """Seat a player at his table; who sits there already just goes back to it.

    :raises NotYourPairing: when he does not play there, or no table has been opened.
    """
    mine = Side.objects.filter(pairing=pairing, entry__members__player__user=user)
    found = mine.values_list("number", "entry__members__position").first()
    table = pairing.table
    if table is None or found is None:
        raise NotYourPairing()
    seat = Seat.objects.get(table=table, number=found[0] + 2 * found[1])
    # The table may have been planned in the moment before he opened his link.
    tables.hold_seats(user_id=user.pk, seat_ids=[seat.pk])
    with suppress(tables.AlreadySeated):
        tables.sit(table_id=table.pk, number=seat.number, user=user, now=now)
    return table
