"""How many sockets one may hold, and whose are closed when it is one too many."""

from __future__ import annotations

import pytest

from games import doors
from games.doors import Doors, Pass, network
from games.frames import CLOSE_ELSEWHERE, CLOSE_FLOOD, CLOSE_SIGNED_OUT


class Socket:
    """A socket that remembers with which code it was closed."""

    def __init__(self) -> None:
        """Begin open."""
        self.code: int | None = None

    def shut(self, code: int) -> None:
        """Close."""
        self.code = code


def entered(into: Doors, *passes: Pass) -> list[Socket]:
    """Return sockets that have entered with these passes, in this order."""
    sockets = [Socket() for _ in passes]
    for socket, brought in zip(sockets, passes, strict=True):
        into.enter(socket, brought)
    return sockets


def test_who_opens_one_too_many_loses_his_oldest_and_nobody_else_loses_one() -> None:
    mine, foreign = Pass("10.0.0.1", user_id=1), Pass("10.0.0.1", user_id=2)
    full = Doors()

    first, *rest, other = entered(full, *[mine] * (doors.MOST_A_USER + 1), foreign)

    assert first.code == CLOSE_ELSEWHERE
    assert {socket.code for socket in (*rest, other)} == {None}
    assert len(full) == doors.MOST_A_USER + 1


def test_a_socket_that_has_left_counts_no_more() -> None:
    mine, some = Pass("10.0.0.1", user_id=1), Doors()
    for _ in range(3 * doors.MOST_A_USER):
        (socket,) = entered(some, mine)
        some.leave(socket)
        some.leave(socket)

    (first, *_) = entered(some, *[mine] * doors.MOST_A_USER)

    assert first.code is None


def test_a_club_room_fits_behind_one_address_and_no_flood_of_sockets_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Case S-28: several players behind one address play; 128 phones and their boards are 256 sockets."""
    assert doors.MOST_AN_ADDRESS >= 256
    monkeypatch.setattr(doors, "MOST_AN_ADDRESS", 3)
    room, elsewhere = Pass("2001:db8:0:1::1"), Pass("2001:db8:0:2::1")
    addresses = [Pass(network(f"2001:db8:0:1::{n}"), user_id=n) for n in range(1, 5)]

    *fit, fourth = entered(Doors(), *addresses)
    (other,) = entered(Doors(), elsewhere)

    assert [socket.code for socket in (*fit, other)] == [None] * 4
    assert fourth.code == CLOSE_FLOOD
    assert network(room.address) != network(elsewhere.address)


def test_who_has_no_account_has_nothing_to_lose() -> None:
    visitor, user, some = Pass("10.0.0.1"), Pass("10.0.0.1", user_id=1), Doors()
    stays, goes = entered(some, visitor, user)
    assert some.passes() == {user}

    some.lapsed({user: CLOSE_SIGNED_OUT})

    assert (stays.code, goes.code, len(some)) == (None, CLOSE_SIGNED_OUT, 1)
