"""The play of the cards: thirteen tricks, as a value that takes one card after another.

Start at ``Play.lay``. A play knows the hands, whose turn it is, trump, the cards on the table and the
tricks that were taken; who takes a trick leads the next. One is made for every card, so it is a
tuple with names. Hidden: it holds every hand. Source: docs/rules/levantine.md#play.
"""

from functools import partial
from typing import NamedTuple, NoReturn

from games.rules.cards import NAME_OF, PACK, SUIT_OF, Card, Hand, Trump, of_suit
from games.rules.errors import MustFollowSuit, NotYourCard, NotYourTurn
from games.rules.seats import SEATS, Seat, next_seat
from games.rules.trick import Trick, winning_play

_AFTER = tuple(next_seat(seat) for seat in SEATS)


class Play(NamedTuple):
    """The cards of a deal: held by each seat, in order, on the table, and taken trick by trick."""

    hands: tuple[Hand, ...] = ((), (), (), ())
    turn: Seat = SEATS[0]
    trump: Trump | None = None
    cards: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()

    def legal(self) -> Hand:
        """Return the cards the seat to play may play: the suit led if it holds it, else any."""
        hands, turn, _, cards, _ = self
        hand = hands[turn]
        return (cards and of_suit(hand, SUIT_OF[cards[0]])) or hand

    def lay(self, seat: Seat, card: Card) -> "Play":
        """Return the play with a card laid on the table; the fourth one fills the trick.

        :raises NotYourTurn: when another seat is to play.
        :raises IllegalCard: when the seat does not hold the card, or has to follow suit.
        """
        hands, turn, trump, cards, tricks = self
        hand = hands[turn]
        if seat != turn or card not in hand:
            self._refuse(seat, card)
        if cards and SUIT_OF[card] is not SUIT_OF[cards[0]] and of_suit(hand, SUIT_OF[cards[0]]):
            self._refuse(seat, card)
        at = hand.index(card)
        left = [*hands]
        left[turn] = hand[:at] + hand[at + 1 :]
        cards = (*cards, card)
        if len(cards) < 4:
            return _made((tuple(left), _AFTER[turn], trump, cards, tricks))
        leader = _AFTER[turn]
        winner = SEATS[(leader + winning_play(cards, trump)) % 4]
        return _made((tuple(left), winner, trump, (), (*tricks, Trick(leader, cards))))

    def _refuse(self, seat: Seat, card: Card) -> NoReturn:
        if seat != self.turn:
            raise NotYourTurn(seat=seat, turn=self.turn)
        if card not in self.hands[seat]:
            raise NotYourCard(card=NAME_OF[card] if card in PACK else str(card))
        raise MustFollowSuit(card=NAME_OF[card])

    @property
    def trick(self) -> Trick:
        """The cards on the table and who led."""
        return Trick(SEATS[(self.turn - len(self.cards)) % 4], self.cards)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks each seat has taken: who takes one leads the next."""
        leaders = [trick.leader for trick in (*self.tricks, self.trick)][1:]
        return tuple([leaders.count(seat) for seat in SEATS])

    @property
    def played(self) -> tuple[tuple[Seat, Card], ...]:
        """Every card played with the seat that played it, in order."""
        return tuple(play for trick in (*self.tricks, self.trick) for play in trick.plays)


# The constructor without its Python frame: a third of the time a card takes.
_made = partial(tuple.__new__, Play)
