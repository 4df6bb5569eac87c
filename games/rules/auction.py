"""The auction: who may call what, and when it is over.

Start at ``Auction.open`` and ``Auction.call``; an auction is a value, a call returns the next one.
A call is a text: ``P`` or the number of tricks bid. Source: docs/rules/levantine.md#auction.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, NamedTuple, NewType, NoReturn

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

PASS = "P"  # noqa: S105 - a call, not a password

Bid = NewType("Bid", int)
AuctionOutcome = tuple[Literal["won"], Seat, Bid] | tuple[Literal["all_pass"]]
Calls = tuple[tuple[Seat, str], ...]


class Auction(NamedTuple):
    """The calls made so far, the seat to call, and the outcome once there is one."""

    rules: RuleSet
    dealer: Seat
    turn: Seat | None
    calls: Calls = ()
    highest: Bid | None = None
    bidder: Seat | None = None
    outcome: AuctionOutcome | None = None

    @classmethod
    def open(cls, rules: RuleSet, dealer: Seat = SEATS[3]) -> "Auction":
        """Begin the auction: the seat after the dealer calls first."""
        return cls(rules, dealer, next_seat(dealer))

    def legal_calls(self) -> tuple[str, ...]:
        """Return what the seat to call may say, a pass first; nothing once the auction is over."""
        if self.outcome is not None:
            return ()
        lowest = self.rules.bid_min if self.highest is None else self.highest + 1
        calls = _calls_from(lowest, self.rules.bid_max)
        return calls[1:] if self.must_bid else calls

    @property
    def must_bid(self) -> bool:
        """Whether the seat to call is a dealer who may not pass."""
        if self.highest is not None or len(self.calls) != 3:
            return False
        return self.rules.all_pass is AllPass.DEALER_FORCED

    def call(self, seat: Seat, call: str) -> "Auction":
        """Return the auction with a call made.

        :raises IllegalCall: by the name of what is wrong with it.
        """
        rules, dealer, turn, calls, highest, bidder, outcome = self
        if outcome is not None or seat != turn or call not in self.legal_calls():
            self._refuse(seat, call)
        calls = (*calls, (seat, call))
        if call != PASS:
            highest, bidder = Bid(int(call)), seat
        outcome = _outcome(rules, calls, highest, bidder)
        turn = None if outcome else _next_to_call(rules, seat, calls)
        return Auction(rules, dealer, turn, calls, highest, bidder, outcome)

    def _refuse(self, seat: Seat, call: str) -> NoReturn:
        if self.outcome is not None:
            raise AuctionClosed()
        if seat != self.turn:
            if _has_passed_out(self.rules, seat, self.calls):
                raise PassedOut(seat=seat)
            raise CallOutOfTurn(seat=seat, turn=self.turn)
        if call == PASS:
            raise MustBid(lowest=self.rules.bid_min)
        if call not in _calls_from(self.rules.bid_min, self.rules.bid_max):
            raise UnknownCall(call=call)
        if self.highest == self.rules.bid_max:
            raise MustPass(highest=self.highest)
        raise BidTooLow(call=call, highest=self.highest)


def _outcome(rules: RuleSet, calls: Calls, highest: Bid | None, bidder: Seat | None) -> AuctionOutcome | None:
    if highest is None or bidder is None:
        return ("all_pass",) if len(calls) == 4 else None
    closed_by_bid = rules.max_bid_closes and highest == rules.bid_max
    if closed_by_bid or _IS_OVER[rules.auction](calls, bidder):
        return ("won", bidder, highest)
    return None


def _has_passed_out(rules: RuleSet, seat: Seat, calls: Calls) -> bool:
    """Whether a seat's pass has put it out of the auction."""
    return rules.auction is AuctionShape.PASS_OUT and (seat, PASS) in calls


def _next_to_call(rules: RuleSet, seat: Seat, calls: Calls) -> Seat:
    following = next_seat(seat)
    while _has_passed_out(rules, following, calls):
        following = next_seat(following)
    return following


def _others_are_out(calls: Calls, bidder: Seat) -> bool:
    return all((seat, PASS) in calls for seat in SEATS if seat != bidder)


def _everyone_called(calls: Calls, _: Seat) -> bool:
    return len(calls) == 4


def _three_passed(calls: Calls, _: Seat) -> bool:
    """Whether the last three calls are passes; asked only once there is a bid."""
    return [call for _, call in calls[-3:]] == [PASS] * 3


_IS_OVER: Mapping[AuctionShape, Callable[[Calls, Seat], bool]] = {
    AuctionShape.PASS_OUT: _others_are_out,
    AuctionShape.ONCE: _everyone_called,
    AuctionShape.REENTRY: _three_passed,
}


@cache
def _calls_from(lowest: int, highest: int) -> tuple[str, ...]:
    """Return a pass and every bid from ``lowest`` to ``highest``."""
    return (PASS, *(str(bid) for bid in range(lowest, highest + 1)))
