"""The rest of a deal as four bots of club strength would play it, were it known who holds what.

A second engine, for speed and for bots alone: it checks nothing, and of cards that are alike it
plays the first. A test holds it to what the rules say of the same cards.
"""

from collections.abc import Sequence
from functools import partial
from operator import itemgetter

from games.bots.masks import MASK_OF, Cards, highest, lowest
from games.bots.memory import EMPTY, Memory, mate_of
from games.bots.play import choose_card
from games.rules import SEATS, Card, RuleSet, Seat, Side, next_seat, side_of

_FIRST = itemgetter(0)
_AFTER = tuple(next_seat(seat) for seat in SEATS)
# The constructor without its Python frame: thousands are made to choose a card.
_remembered = partial(tuple.__new__, Memory)


class Playout:
    """A deal in play: the ``tricks`` that each seat takes from a moment on.

    ``honour`` is the side that earns the bonus for the king of hearts from then on.
    """

    def __init__(self, memory: Memory, hands: Sequence[Cards], rules: RuleSet) -> None:
        """Begin where the seat of this memory is to play; ``hands`` are those of all four."""
        self._rules, self._mates = rules, [mate_of(seat, rules) for seat in SEATS]
        self._known = memory.declarer, memory.trumps, memory.honour
        self._ace = highest(memory.trumps) if memory.honour and memory.trumps else None
        self._left = memory.hand | memory.out
        self._hands, self._void = list(hands), list(memory.void)
        self._turn, self._table = memory.seat, memory.table
        self.tricks = [0, 0, 0, 0]
        self.honour: Side | None = None

    def finish(self) -> None:
        """Play all cards that are left."""
        while self._left:
            self.lay(self._chosen())

    def lay(self, card: Card) -> None:
        """Play a card of the seat whose turn it is."""
        turn, table, trumps = self._turn, self._table, self._known[1]
        self._hands[turn] ^= 1 << card
        self._left ^= 1 << card
        if table.laid and not MASK_OF[table.led] >> card & 1:
            self._void[turn] |= MASK_OF[table.led]
        if card == self._ace and table.king is not None:
            self._catch(table.king, turn)
        table = table.after(turn, card, trumps)
        if table.laid < 4:
            self._turn, self._table = _AFTER[turn], table
        else:
            self._turn, self._table = table.winner, EMPTY
            self.tricks[table.winner] += 1

    def _catch(self, loser: Seat, winner: Seat) -> None:
        sides = [side_of(seat, self._rules.seating) for seat in (loser, winner)]
        if sides[0] != sides[1]:
            self.honour = sides[1]

    def _chosen(self) -> Card:
        turn, table, (declarer, trumps, honour) = self._turn, self._table, self._known
        hand = self._hands[turn]
        legal = (table.laid and hand & MASK_OF[table.led]) or hand
        if not legal & (legal - 1):
            return lowest(legal)
        out, mate = self._left & ~hand, self._mates[turn]
        known = (turn, mate, declarer, trumps, honour, hand, legal, out, self._void, table)
        return choose_card(_remembered(known), _FIRST)
