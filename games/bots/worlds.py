"""Who may hold what: worlds, each the hands of all four as they may be for all one seat can tell.

The cards that are out are dealt at random to the other three: none of a suit to who did not follow,
trumps sooner to who chose them. Of twice as many as are wanted those stay that go best with the calls.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from games.bots.chances import even_at
from games.bots.hands import best_trump, worth
from games.bots.masks import Cards, listed, mask, trumps_of
from games.bots.memory import voids
from games.dealing import Stream
from games.rules import (
    PACK,
    PASS,
    SEATS,
    AllPass,
    Bid,
    Card,
    RuleSet,
    Seat,
    parse_card,
    parse_cards,
    parse_trump,
)

World = list[Cards]
"""The cards each seat holds."""

# So many are dealt for one that is kept, and a trump goes to the declarer so many times as likely.
TRIED, PARTIAL = 2, 2
# A hand was worth what its bid needs, but for so much, and less than what its pass let go, and so much
# more where another's bid stood; in hundredths of a trick. High bids tell of the score as well.
SLACK, OVERCALLED, TELLING = 30, 150, 900
# Who named a trump that is not the best of the hand is as strange as one who bid so much too high.
MISNAMED = 150
ANY = 10_000


@dataclass(frozen=True, slots=True)
class Signs:
    """What one seat has seen of the others: what they played, do not hold, and said their hands are worth.

    ``played`` and ``void`` are cards by seat; ``told`` is the least and the most that
    each seat has said its hand is worth, in hundredths.
    """

    rules: RuleSet
    seat: Seat
    hand: Cards
    counts: Sequence[int]
    played: Sequence[Cards]
    void: Sequence[Cards]
    told: Mapping[Seat, tuple[int, int]]
    declarer: Seat | None
    trumps: Cards

    @classmethod
    def of(cls, seen: Mapping[str, Any], rules: RuleSet) -> Self:
        """Read a view."""
        plays = [(seat, parse_card(card)) for seat, card in seen["played"]]
        contract, trump = seen["contract"], seen["trump"]
        return cls(
            rules=rules,
            seat=seen["seat"],
            hand=mask(parse_cards(seen["hand"])),
            counts=seen["counts"],
            played=[mask(card for who, card in plays if who == seat) for seat in SEATS],
            void=voids(plays),
            told=told(seen["calls"], rules),
            declarer=None if contract is None else contract["declarer"],
            trumps=0 if trump is None else trumps_of(parse_trump(trump)),
        )

    def worlds(self, count: int, stream: Stream) -> list[World]:
        """Return so many worlds, those that go best with the calls."""
        dealt = [self._world(stream) for _ in range(count * TRIED)]
        return sorted(dealt, key=self._strangeness)[:count]

    def _world(self, stream: Stream) -> World:
        while True:
            world = self._dealt(stream)
            if world is not None:
                return world

    def _dealt(self, stream: Stream) -> World | None:
        """Deal the cards first that fewest may hold, then trumps; None when one finds nobody any more."""
        hands = [self.hand if seat == self.seat else 0 for seat in SEATS]
        left = [0 if seat == self.seat else count for seat, count in enumerate(self.counts)]
        for card in sorted(stream.shuffled(self._out), key=self._narrow):
            room = [0 if self.void[seat] >> card & 1 else left[seat] for seat in SEATS]
            if self.declarer is not None and self.trumps >> card & 1:
                room[self.declarer] *= PARTIAL
            if not any(room):
                return None
            seat = _drawn(room, stream)
            hands[seat] |= 1 << card
            left[seat] -= 1
        return hands

    @property
    def _out(self) -> list[Card]:
        gone = self.hand | sum(self.played)
        return [card for card in PACK if not gone >> card & 1]

    def _narrow(self, card: Card) -> tuple[int, bool]:
        """Return what sorts the cards that fewest may hold to the front, and then the trumps."""
        free = sum([not void >> card & 1 for void in self.void])
        return free, not self.trumps >> card & 1

    def _strangeness(self, world: World) -> int:
        """Return by how much the hands of a world are not what their calls say, all together."""
        return sum([self._off(seat, world[seat] | self.played[seat]) for seat in self.told])

    def _off(self, seat: Seat, cards: Cards) -> int:
        least, most = self.told[seat]
        hand = tuple(listed(cards))
        trump = best_trump(hand, self.rules)
        value = worth(hand, trump, self.rules.seating)
        misnamed = seat == self.declarer and trumps_of(trump) != self.trumps
        return max(least - value, value - most, 0) + MISNAMED * misnamed


def told(calls: Iterable[tuple[Seat, str]], rules: RuleSet) -> dict[Seat, tuple[int, int]]:
    """Return what each seat has said its hand is worth: the least and the most, in hundredths."""
    said: dict[Seat, tuple[int, int]] = {}
    lowest = rules.bid_min
    for at, (seat, call) in enumerate(calls):
        if call != PASS:
            forced = at == 3 and lowest == rules.bid_min and rules.all_pass is AllPass.DEALER_FORCED
            said[seat] = (0 if forced else min(even_at(rules, Bid(int(call))), TELLING) - SLACK, ANY)
            lowest = int(call) + 1
        elif seat not in said and lowest <= rules.bid_max:
            said[seat] = 0, even_at(rules, Bid(lowest)) + SLACK + OVERCALLED * (lowest > rules.bid_min)
    return said


def _drawn(room: Sequence[int], stream: Stream) -> Seat:
    """Return a seat, each as likely as its share of the room."""
    drawn = stream.below(sum(room))
    for seat in SEATS:
        if drawn < room[seat]:
            return seat
        drawn -= room[seat]
    raise AssertionError
