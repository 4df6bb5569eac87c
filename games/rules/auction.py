"""The auction: who may call what, and when it is over.

Start at ``Auction.open`` and ``Auction.call``; an auction is a value, a call returns the next one.
A call is a text: ``P`` or the number of tricks bid. Source: docs/rules/levantine.md#auction.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NewType, Self

from games.rules.choices import AllPass, AuctionShape
from games.rules.errors import (
    AuctionClosed,
    BidTooLow,
    CallOutOfTurn,
    MustBid,
    MustPass,
    PassedOut,
    UnknownCall,
)
from games.rules.rulesets import RuleSet
from games.rules.seats import SEATS, Seat, next_seat

PASS = "P"

Bid = NewType("Bid", int)
AuctionOutcome = tuple[Literal["won"], Seat, Bid] | tuple[Literal["all_pass"]]


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls made so far, the seat to call, and the outcome once there is one."""

    rules: RuleSet
    dealer: Seat
    turn: Seat | None
    calls: tuple[tuple[Seat, str], ...] = ()
    highest: Bid | None = None
    bidder: Seat | None = None
    passes: int = 0
    outcome: AuctionOutcome | None = None

    @classmethod
    def open(cls, rules: RuleSet, dealer: Seat = SEATS[3]) -> Self:
        """Begin the auction: the seat after the dealer calls first."""
        return cls(rules, dealer, next_seat(dealer))

    def legal_calls(self) -> tuple[str, ...]:
        """Return what the seat to call may say, a pass first; nothing once the auction is over."""
        if self.outcome is not None:
            return ()
        lowest = self.rules.bid_min if self.highest is None else self.highest + 1
        calls = calls_from(lowest, self.rules.bid_max)
        return calls[1:] if self.must_bid else calls

    @property
    def must_bid(self) -> bool:
        """Whether the seat to call is a dealer who may not pass."""
        return (
            self.rules.all_pass is AllPass.DEALER_FORCED
            and self.highest is None
            and self.passes == 3
        )

    def has_passed_out(self, seat: Seat) -> bool:
        """Whether a seat's pass has put it out of this auction."""
        shape = self.rules.auction
        return shape is AuctionShape.PASS_OUT and (seat, PASS) in self.calls

    def call(self, seat: Seat, call: str) -> "Auction":
        """Return the auction with a call made.

        :raises IllegalCall: by the name of what is wrong with it.
        """
        self._check(seat, call)
        if call == PASS:
            called = replace(
                self, calls=(*self.calls, (seat, call)), passes=self.passes + 1
            )
        else:
            called = replace(
                self,
                calls=(*self.calls, (seat, call)),
                highest=Bid(int(call)),
                bidder=seat,
                passes=0,
            )
        outcome = called._result()
        return replace(
            called, outcome=outcome, turn=None if outcome else called._next()
        )

    def _check(self, seat: Seat, call: str) -> None:
        if self.outcome is not None:
            raise AuctionClosed()
        if seat != self.turn:
            if self.has_passed_out(seat):
                raise PassedOut(seat=seat)
            raise CallOutOfTurn(seat=seat, turn=self.turn)
        if call not in self.legal_calls():
            self._refuse(call)

    def _refuse(self, call: str) -> None:
        everything = calls_from(self.rules.bid_min, self.rules.bid_max)
        if call == PASS:
            raise MustBid(lowest=self.rules.bid_min)
        if call not in everything:
            raise UnknownCall(call=call)
        if self.highest == self.rules.bid_max:
            raise MustPass(highest=self.highest)
        raise BidTooLow(call=call, highest=self.highest)

    def _result(self) -> AuctionOutcome | None:
        if self.highest is None or self.bidder is None:
            return ("all_pass",) if self.passes == 4 else None
        closed_by_bid = self.rules.max_bid_closes and self.highest == self.rules.bid_max
        if closed_by_bid or _IS_OVER[self.rules.auction](self):
            return ("won", self.bidder, self.highest)
        return None

    def _next(self) -> Seat:
        assert self.turn is not None
        following = [next_seat(self.turn, steps) for steps in (1, 2, 3, 4)]
        return next(seat for seat in following if not self.has_passed_out(seat))

    def _others_are_out(self) -> bool:
        return all(self.has_passed_out(seat) for seat in SEATS if seat != self.bidder)


_IS_OVER: Mapping[AuctionShape, Callable[[Auction], bool]] = {
    AuctionShape.PASS_OUT: Auction._others_are_out,
    AuctionShape.ONCE: lambda auction: len(auction.calls) == 4,
    AuctionShape.REENTRY: lambda auction: auction.passes == 3,
}


@cache
def calls_from(lowest: int, highest: int) -> tuple[str, ...]:
    """Return a pass and every bid from ``lowest`` to ``highest``."""
    return (PASS, *(str(bid) for bid in range(lowest, highest + 1)))
