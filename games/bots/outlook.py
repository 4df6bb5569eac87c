"""What each call can be expected to come to: the chance it leaves the seat's side of winning.

A contract of so many tricks takes a number of them that is spread around an expected one; each
number has its points under the rule set, and those their worth in the match. So nothing here knows
a rule set by name: whatever it pays, the call with the best outlook is the one to make.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from games.bots.chances import ALL_TRICKS, WHOLE, all_points, chances, even_at, points_of
from games.bots.hands import best_trump, weights_of, worth
from games.bots.race import Race
from games.rules import (
    PASS,
    AllPass,
    Bid,
    Points,
    RuleSet,
    Seat,
    Seating,
    TrumpChoice,
    next_seat,
    parse_cards,
    partner,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one hand and the calls tell of the others; tricks in hundredths, chances in percent.

    ``usual`` is the worth of a hand of which nothing is known, ``taken`` what a declarer takes
    at a bid that is nobody's choice, ``spread`` by how much that misses. ``felt`` is the part of
    this hand's worth over the usual that another's contract feels. ``bid`` and ``passed`` are what
    a bid or a pass of another seat adds to this one's own tricks or takes from them, and ``opens``
    is the chance that a seat yet to call bids.
    """

    usual: int
    taken: int
    spread: int
    felt: int
    bid: int
    passed: int
    opens: int


# Fitted to the auctions of 14,000 deals in levantine, moving-trump, one-round, kibbi and solo.
FREE_TRUMP: Final = Reading(usual=755, taken=800, spread=170, felt=40, bid=50, passed=20, opens=50)
FIXED_TRUMP: Final = Reading(usual=650, taken=800, spread=160, felt=85, bid=100, passed=30, opens=25)
ALONE: Final = Reading(usual=465, taken=790, spread=130, felt=8, bid=0, passed=0, opens=10)
# What a defender in solo takes over his third of the rest, a trick that his own hand is worth more.
OWN_SHARE: Final = 30
# Whoever bids has something, even where a bid costs next to nothing.
LEAST: Final = 600


@dataclass(frozen=True, slots=True)
class Outlook:
    """The auction as one seat sees it, its own hand being worth so many hundredths of a trick."""

    rules: RuleSet
    race: Race
    seat: Seat
    worth: int
    spread: int
    calls: tuple[tuple[Seat, str], ...]

    @classmethod
    def of(cls, seen: Mapping[str, Any], rules: RuleSet) -> Self:
        """Read the view of the seat to call."""
        seat, hand = seen["seat"], parse_cards(seen["hand"])
        trump = best_trump(hand, rules)
        return cls(
            rules=rules,
            race=Race.of(seen, rules, seat),
            seat=seat,
            worth=worth(hand, trump, rules.seating),
            spread=weights_of(trump, rules.seating).spread,
            calls=tuple((who, call) for who, call in seen["calls"]),
        )

    def chance(self, call: str) -> int:
        """Return the chance to win the match, in millionths, that a call leaves."""
        if call != PASS:
            return self._expected(self.seat, Bid(int(call)), self._own_tricks, self.spread)
        if self.standing is None:
            return self._if_passed_on(3 - len(self.calls))
        bidder, bid = self.standing
        return self._others(bidder, bid, self._typical(bid))

    @property
    def mate(self) -> Seat | None:
        """The partner's seat, where there is one."""
        return partner(self.seat) if self.rules.seating is Seating.PAIRS else None

    @property
    def standing(self) -> tuple[Seat, Bid] | None:
        """The highest bid and who made it."""
        bids = [(seat, Bid(int(call))) for seat, call in self.calls if call != PASS]
        return bids[-1] if bids else None

    @property
    def partner_stands(self) -> bool:
        """Whether the partner has the highest bid."""
        return self.standing is not None and self.standing[0] == self.mate

    @property
    def _reading(self) -> Reading:
        if self.rules.seating is Seating.SOLO:
            return ALONE
        return FIXED_TRUMP if self.rules.trump is TrumpChoice.FIXED else FREE_TRUMP

    @property
    def _own_tricks(self) -> int:
        """What this seat takes as declarer: a partner's strength adds to it, an opponent's takes."""
        bidders = {seat for seat, call in self.calls if call != PASS}
        told = 0
        for seat in {seat for seat, _ in self.calls} - {self.seat}:
            strength = self._reading.bid if seat in bidders else -self._reading.passed
            told += strength if seat == self.mate else -strength
        return self.worth + told

    def _typical(self, bid: Bid) -> int:
        """What another who chose to bid takes: half of it the bid tells, half is the usual."""
        return (self._reading.taken + max(LEAST, even_at(self.rules, bid))) // 2

    def _others(self, declarer: Seat, bid: Bid, tricks: int) -> int:
        """Return the chance to win that another's contract leaves this seat."""
        felt = (self.worth - self._reading.usual) * self._reading.felt // 100
        expected = tricks + felt if declarer == self.mate else tricks - felt
        return self._expected(declarer, bid, expected, self._reading.spread)

    def _if_passed_on(self, left: int) -> int:
        """Return the chance to win when nobody has bid yet and so many are still to call."""
        lowest = Bid(self.rules.bid_min)
        chance = self.race.as_it_stands
        for steps in range(left, 0, -1):
            caller = next_seat(self.seat, steps)
            if steps == left and self.rules.all_pass is AllPass.DEALER_FORCED:
                chance = self._others(caller, lowest, self._reading.usual)
            else:
                opens = self._reading.opens
                opened = self._others(caller, lowest, self._typical(lowest))
                chance = (opens * opened + (100 - opens) * chance) // 100
        return chance

    def _expected(self, declarer: Seat, bid: Bid, expected: int, spread: int) -> int:
        """Return the chance to win with a contract that is expected to take so many tricks."""
        taken = zip(chances(expected, spread), self._points(declarer, bid), strict=True)
        return sum(chance * self.race.after(points) for chance, points in taken if chance) // WHOLE

    def _points(self, declarer: Seat, bid: Bid) -> Sequence[Points]:
        """Return the points of each side by the tricks that the declarer's takes."""
        if self.rules.seating is Seating.PAIRS or declarer == self.seat:
            return all_points(self.rules, declarer, bid)
        return [
            points_of(self.rules, declarer, bid, took, {self.seat: self._own_share(ALL_TRICKS - took)})
            for took in range(ALL_TRICKS + 1)
        ]

    def _own_share(self, rest: int) -> int:
        """Return how many of the tricks the declarer loses in solo are this seat's."""
        better = (self.worth - self._reading.usual) * OWN_SHARE // 100
        return min(rest, max(0, (100 * rest // 3 + better + 50) // 100))
