"""What a seat can work out from the cards it holds and those that are gone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from games.rules import (
    PACK,
    RANK_OF,
    SEATS,
    SUIT_OF,
    Card,
    Hand,
    RuleSet,
    Seat,
    Seating,
    Suit,
    Trump,
    next_seat,
    parse_card,
    parse_cards,
    parse_trump,
    partner,
    winning_play,
)

Plays = tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """A view, read for card play.

    ``out`` are the cards the other three still hold, ``void`` the seats seen to be out of a suit
    with that suit, and ``honour`` is whether the king of hearts pays a bonus.
    """

    seat: Seat
    mate: Seat | None
    declarer: Seat
    trump: Trump
    honour: bool
    hand: Hand
    legal: Hand
    trick: Plays
    out: frozenset[Card]
    void: frozenset[tuple[Seat, Suit]]

    @classmethod
    def of(cls, seen: Mapping[str, Any], rules: RuleSet) -> Self:
        """Read the view of the seat to play."""
        seat, hand = seen["seat"], tuple(sorted(parse_cards(seen["hand"])))
        played = tuple((who, parse_card(card)) for who, card in seen["played"])
        return cls(
            seat=seat,
            mate=partner(seat) if rules.seating is Seating.PAIRS else None,
            declarer=seen["contract"]["declarer"],
            trump=parse_trump(seen["trump"]),
            honour=rules.honour is not None,
            hand=hand,
            legal=tuple(sorted(parse_cards(seen["legal"]))),
            trick=played[len(played) - len(seen["trick"]) :],
            out=frozenset(PACK).difference(hand, [card for _, card in played]),
            void=_voids(played),
        )

    @property
    def declaring(self) -> bool:
        """Whether this seat or its partner declares."""
        return self.declarer in (self.seat, self.mate)

    def of_suit(self, suit: Trump) -> list[Card]:
        """Return the cards of a suit in hand, the lowest first."""
        return [card for card in self.hand if SUIT_OF[card] is suit]

    def out_of_suit(self, suit: Trump) -> list[Card]:
        """Return the cards of a suit that the other three hold."""
        return [card for card in self.out if SUIT_OF[card] is suit]

    def is_master(self, card: Card) -> bool:
        """Whether no card the others hold is higher in its suit."""
        last = card - RANK_OF[card] + 12
        return not any(Card(higher) in self.out for higher in range(card + 1, last + 1))

    @property
    def opponents(self) -> list[Seat]:
        """The seats of the other sides."""
        return [seat for seat in SEATS if seat not in (self.seat, self.mate)]

    @property
    def opponents_to_play(self) -> list[Seat]:
        """The opponents who play to this trick after this seat."""
        after = [next_seat(self.seat, steps) for steps in range(1, 4 - len(self.trick))]
        return [seat for seat in after if seat != self.mate]

    @property
    def opponents_may_hold_trumps(self) -> bool:
        """Whether a trump may be in an opponent's hand."""
        trump = self.trump
        return bool(self.out_of_suit(trump)) and any(
            (seat, trump) not in self.void for seat in self.opponents
        )

    def may_be_ruffed(self, suit: Trump) -> bool:
        """Whether an opponent is known to be out of a suit and may hold trumps."""
        if not self.out_of_suit(self.trump):
            return False
        return any(
            (seat, suit) in self.void and (seat, self.trump) not in self.void for seat in self.opponents
        )

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


def _voids(played: Plays) -> frozenset[tuple[Seat, Suit]]:
    """Return who did not follow, with the suit that was led: the cards of a deal come four a trick."""
    led = [SUIT_OF[card] for _, card in played[::4]]
    return frozenset(
        (seat, led[at // 4]) for at, (seat, card) in enumerate(played) if SUIT_OF[card] is not led[at // 4]
    )
