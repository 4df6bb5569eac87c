"""Deals whose course is settled beforehand, played at a table through the services as people play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games import store
from games.models import Table, User
from games.rules import (
    PACK,
    SEATS,
    Action,
    Call,
    Card,
    NameTrump,
    Phase,
    Position,
    Ready,
    Seat,
    Suit,
    autoplay,
    view,
)
from games.services import deals, play


@dataclass(frozen=True, slots=True)
class Plot:
    """How a deal goes: who bids seven in spades, if anybody does, and who holds all of them."""

    bidder: Seat | None
    holder: Seat


PASSED = Plot(bidder=None, holder=SEATS[0])


def made(side: int) -> Plot:
    """A deal in which a side makes its contract."""
    return Plot(bidder=SEATS[side], holder=SEATS[side])


def set_by(side: int) -> Plot:
    """A deal in which a side sets the contract of the other."""
    return Plot(bidder=SEATS[1 - side], holder=SEATS[side])


def rig(plots: Sequence[Plot]) -> None:
    """Let each next deal give every seat a whole suit, the spades as its plot has it."""
    left = iter(plots)

    def rigged(*_: object, **__: object) -> Sequence[Sequence[Card]]:
        holder = next(left, PASSED).holder
        return [PACK[13 * n : 13 * n + 13] for n in ((seat - holder) % 4 for seat in SEATS)]

    setattr(deals, "deal", rigged)  # noqa: B010 - instead of what it imported


def play_out(table: Table, guests: Sequence[User], plot: Plot) -> None:
    """Play a deal to its end; who holds the spades, which are trumps, takes every trick."""
    if _position(table).phase is Phase.RESULT:
        for guest in guests:
            _act(table, guest, Ready())
    before = len(_position(table).deals)
    while len((position := _position(table)).deals) == before:
        assert position.turn is not None
        seen = view(position, position.turn)
        _act(table, guests[position.turn], _choice(seen, bids=position.turn == plot.bidder))


def _position(table: Table) -> Position:
    return store.read([table.pk])[table.pk].position


def _choice(seen: Mapping[str, Any], *, bids: bool) -> Action:
    if bids and "7" in seen["legal"]:
        return Call("7")
    return NameTrump(Suit.SPADES) if seen["phase"] == Phase.TRUMP.value else autoplay(seen)


def _act(table: Table, guest: User, action: Action) -> None:
    seen = store.seqs([table.pk])[table.pk]
    act = play.Act(guest.pk, action, f"{guest.pk}-{seen}", seen)
    play.submit_now(table.pk, act, seat=None, now=timezone.now())
