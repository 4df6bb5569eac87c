"""What a seat can work out from the cards it holds and those that are gone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from games.rules import (
    PACK,
    RANK_OF,
    SUIT_OF,
    Card,
    Hand,
    Seat,
    Trump,
    parse_card,
    parse_cards,
    parse_trump,
    partner,
    winning_play,
)


@dataclass(frozen=True, slots=True)
class Memory:
    """A view, read for card play: ``out`` are the cards the other three still hold."""

    seat: Seat
    mate: Seat | None
    declaring: bool
    trump: Trump
    hand: Hand
    legal: Hand
    trick: tuple[tuple[Seat, Card], ...]
    out: frozenset[Card]

    @classmethod
    def of(cls, seen: Mapping[str, Any]) -> Self:
        """Read the view of the seat to play."""
        seat, hand = seen["seat"], tuple(sorted(parse_cards(seen["hand"])))
        mate = partner(seat) if seen["rules"]["seating"] == "pairs" else None
        gone = parse_cards(card for _, card in seen["played"])
        return cls(
            seat=seat,
            mate=mate,
            declaring=seen["contract"]["declarer"] in (seat, mate),
            trump=parse_trump(seen["trump"]),
            hand=hand,
            legal=parse_cards(seen["legal"]),
            trick=tuple((who, parse_card(card)) for who, card in seen["trick"]),
            out=frozenset(PACK).difference(hand, gone),
        )

    def of_suit(self, suit: Trump) -> list[Card]:
        """Return the cards of a suit in hand, the lowest first."""
        return [card for card in self.hand if SUIT_OF[card] is suit]

    def out_of_suit(self, suit: Trump) -> int:
        """Return how many cards of a suit the other three hold."""
        return sum(SUIT_OF[card] is suit for card in self.out)

    def is_master(self, card: Card) -> bool:
        """Whether no card the others hold is higher in its suit."""
        last = card - RANK_OF[card] + 12
        return not any(Card(higher) in self.out for higher in range(card + 1, last + 1))

    @property
    def best(self) -> tuple[Seat, Card]:
        """The play that is taking the trick so far."""
        return self.trick[winning_play([card for _, card in self.trick], self.trump)]

    def beats(self, card: Card) -> bool:
        """Whether a card would take the trick from the best so far."""
        cards = [card for _, card in self.trick]
        return winning_play([*cards, card], self.trump) == len(cards)

    @property
    def partner_is_winning(self) -> bool:
        """Whether the partner's card is taking the trick so far."""
        return self.best[0] == self.mate

    @property
    def partner_is_sure(self) -> bool:
        """Whether the partner takes the trick unless somebody ruffs it."""
        return self.partner_is_winning and self.is_master(self.best[1])
