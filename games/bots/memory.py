"""What a seat can work out from the cards it holds and those that are gone."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

from games.bots.masks import ABOVE, MASK_OF, SUIT_MASKS, Cards, mask, trumps_of
from games.rules import (
    PACK,
    SEATS,
    Card,
    RuleSet,
    Seat,
    Seating,
    next_seat,
    parse_card,
    parse_cards,
    parse_trump,
    partner,
)

KING_OF_HEARTS = parse_card("KH")


class Table(NamedTuple):
    """The cards of the trick in hand: how many, the one led, the best, and whose that is.

    ``king`` is the seat that has played the king of hearts to it.
    """

    laid: int
    led: Card
    best: Card
    winner: Seat
    king: Seat | None

    def after(self, seat: Seat, card: Card, trumps: Cards) -> "Table":
        """Return the table with one more card on it."""
        laid, led, best, winner, king = self
        if not laid:
            led = best = card
            winner = seat
        elif beating(best, trumps) >> card & 1:
            best, winner = card, seat
        return _made((laid + 1, led, best, winner, seat if card == KING_OF_HEARTS else king))


# The constructor without its Python frame: bots that play deals out lay very many cards.
_made = partial(tuple.__new__, Table)
EMPTY = Table(0, PACK[0], PACK[0], SEATS[0], None)
"""The table before a lead: its cards mean nothing."""


def beating(best: Card, trumps: Cards) -> Cards:
    """Return the cards that take the trick from the best so far."""
    return ABOVE[best] if trumps >> best & 1 else ABOVE[best] | trumps


class Memory(NamedTuple):
    """A view, read for card play; sets of cards are numbers, see ``masks``.

    ``out`` are the cards the other three still hold, ``void`` for each seat the suits it was seen to
    be out of, and ``honour`` is whether the king of hearts pays a bonus.
    """

    seat: Seat
    mate: Seat | None
    declarer: Seat
    trumps: Cards
    honour: bool
    hand: Cards
    legal: Cards
    out: Cards
    void: Sequence[Cards]
    table: Table

    @classmethod
    def of(cls, seen: Mapping[str, Any], rules: RuleSet) -> Self:
        """Read the view of the seat to play."""
        seat, hand = seen["seat"], mask(parse_cards(seen["hand"]))
        played = [(who, parse_card(card)) for who, card in seen["played"]]
        trumps = trumps_of(parse_trump(seen["trump"]))
        return cls(
            seat=seat,
            mate=mate_of(seat, rules),
            declarer=seen["contract"]["declarer"],
            trumps=trumps,
            honour=rules.honour is not None,
            hand=hand,
            legal=mask(parse_cards(seen["legal"])),
            out=mask(PACK) & ~hand & ~mask(card for _, card in played),
            void=voids(played),
            table=_table(played[len(played) - len(seen["trick"]) :], trumps),
        )

    @property
    def declaring(self) -> bool:
        """Whether this seat or its partner declares."""
        return self.declarer in (self.seat, self.mate)

    @property
    def masters(self) -> Cards:
        """The cards in hand that none out is higher than in its suit."""
        found = 0
        for suit in SUIT_MASKS:
            found |= (self.hand & suit) >> (self.out & suit).bit_length() << (self.out & suit).bit_length()
        return found

    def is_master(self, card: Card) -> bool:
        """Whether no card the others hold is higher in its suit."""
        return not self.out & ABOVE[card]

    @property
    def opponents(self) -> list[Seat]:
        """The seats of the other sides."""
        return [seat for seat in SEATS if seat not in (self.seat, self.mate)]

    @property
    def opponents_may_hold_trumps(self) -> bool:
        """Whether a trump may be in an opponent's hand."""
        trumps = self.trumps
        return bool(self.out & trumps) and any(not self.void[seat] & trumps for seat in self.opponents)

    @property
    def ruffed(self) -> Cards:
        """The suits that an opponent is known to be out of who may hold trumps."""
        if not self.out & self.trumps:
            return 0
        ruffed = 0
        for seat in self.opponents:
            void = self.void[seat]
            if not void & self.trumps:
                ruffed |= void
        return ruffed

    def beats(self, card: Card) -> bool:
        """Whether a card would take the trick from the best so far."""
        return bool(beating(self.table.best, self.trumps) >> card & 1)

    @property
    def partner_is_winning(self) -> bool:
        """Whether the partner's card is taking the trick so far."""
        return self.table.winner == self.mate

    @property
    def partner_has_the_trick(self) -> bool:
        """Whether the partner's card takes the trick, whatever the last seat may still lay on it."""
        laid, _, best, winner, _ = self.table
        if laid < 2 or winner != self.mate:
            return False
        last = self.void[next_seat(self.seat)]
        return laid == 3 or not self.out & beating(best, self.trumps) & ~last


def mate_of(seat: Seat, rules: RuleSet) -> Seat | None:
    """Return the partner's seat, where there is one."""
    return partner(seat) if rules.seating is Seating.PAIRS else None


def voids(played: Sequence[tuple[Seat, Card]]) -> list[Cards]:
    """Return for each seat the suits it did not follow: the cards of a deal come four a trick."""
    void = [0, 0, 0, 0]
    for at, (seat, card) in enumerate(played):
        led = MASK_OF[played[at - at % 4][1]]
        if not led >> card & 1:
            void[seat] |= led
    return void


def _table(trick: Sequence[tuple[Seat, Card]], trumps: Cards) -> Table:
    table = EMPTY
    for seat, card in trick:
        table = table.after(seat, card, trumps)
    return table
