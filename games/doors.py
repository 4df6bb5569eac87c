"""Whose this process's sockets are: how many one may hold, and when one's right to them ends.

A socket outlives what let it in: without this it would answer for somebody who has signed out. Every
socket enters with a ``Pass``; the poll of ``services.sessions`` finds the passes that are good no more.
All of it belongs to the event loop.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from games.frames import CLOSE_ELSEWHERE, CLOSE_FLOOD
from games.models import User

MOST_A_USER = 16
# A club evening is one address behind the club's router: every phone, and every screen on the wall.
MOST_AN_ADDRESS = 1000
NETWORK_BITS = 64  # of an IPv6 address: whoever has one has all those below it


@dataclass(frozen=True, slots=True)
class Pass:
    """What a socket was let in with.

    A visitor without an account has nothing to lose: his pass has no ``user_id`` and is always good.

    :param session: key of the session the user is signed in with.
    :param password: what is stored of the user's password.
    :param rights: the user's ``rights_version``.
    """

    address: str
    session: str = ""
    user_id: int | None = None
    password: str = ""
    rights: int = 0

    @classmethod
    def of(cls, scope: Mapping[str, Any]) -> Self:
        """Return what the browser of an ASGI scope has brought."""
        address, _ = scope.get("client") or ("", 0)
        user: User | None = scope.get("user")
        if user is None or not user.is_authenticated:
            return cls(network(address))
        session = scope["session"].session_key if "session" in scope else ""
        return cls(network(address), session or "", user.pk, user.password, user.rights_version)


def network(address: str) -> str:
    """Return what one household has: an IPv4 address, or the network of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a socket of the file system has none
        return address
    bits = NETWORK_BITS if found.version == 6 else found.max_prefixlen
    return str(ipaddress.ip_network((found, bits), strict=False))


class Visitor(Protocol):
    """A socket as the doors know it; called on the event loop only."""

    def shut(self, code: int) -> None:
        """Drop what waits and close with this code."""


class Doors:
    """The sockets that are open in this process, each with its pass."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._inside: dict[Visitor, Pass] = {}
        self._of_user: dict[int, dict[Visitor, None]] = {}
        self._of_address: Counter[str] = Counter()

    def enter(self, visitor: Visitor, brought: Pass) -> None:
        """Let a socket in, or close one: the oldest of a user with many, this one of a full address.

        The oldest, because a phone that changed its network leaves dead ones behind.
        """
        if self._of_address[brought.address] >= MOST_AN_ADDRESS:
            visitor.shut(CLOSE_FLOOD)
            return
        self._inside[visitor] = brought
        self._of_address[brought.address] += 1
        if brought.user_id is not None:
            mine = self._of_user.setdefault(brought.user_id, {})
            mine[visitor] = None
            if len(mine) > MOST_A_USER:
                oldest = next(iter(mine))
                self.leave(oldest)
                oldest.shut(CLOSE_ELSEWHERE)

    def leave(self, visitor: Visitor) -> None:
        """Forget a socket."""
        brought = self._inside.pop(visitor, None)
        if brought is None:
            return
        self._of_address -= Counter([brought.address])
        if brought.user_id is not None:
            mine = self._of_user[brought.user_id]
            del mine[visitor]
            if not mine:
                del self._of_user[brought.user_id]

    def passes(self) -> set[Pass]:
        """Return the passes that may lapse."""
        return {brought for brought in self._inside.values() if brought.user_id is not None}

    def lapsed(self, codes: Mapping[Pass, int]) -> None:
        """Close the sockets of these passes, each with its code."""
        for visitor, brought in list(self._inside.items()):
            if brought in codes:
                self.leave(visitor)
                visitor.shut(codes[brought])

    def __len__(self) -> int:
        return len(self._inside)


DOORS = Doors()
"""The doors of a process."""
