"""Which card to play: draw trumps, cash masters, second low, third high, fourth cheap.

Cards are compared by rank; of equally low ones ``pick`` takes one, so that a discard tells nothing.
Each habit is here because it gains tricks over deals played twice, once with and once without it.
"""

from collections.abc import Callable, Sequence

from games.bots.honour import minded
from games.bots.masks import ABOVE, MASK_OF, SUIT_MASKS, Cards, from_rank, highest, lowest
from games.bots.memory import Memory, beating
from games.rules import RANK_OF, Card

TEN, JACK = 8, 9
COURT: Cards = from_rank(10)
# What a low card that guards a high one is worth more than its rank, and a master.
GUARD, MASTER = 6, 100

Pick = Callable[[Sequence[Card]], Card]


def choose_card(memory: Memory, pick: Pick) -> Card:
    """Return the card the seat plays."""
    legal = minded(memory)
    if not legal & (legal - 1):
        return lowest(legal)
    table = memory.table
    if not table.laid:
        return _lead(memory, legal, pick)
    if legal & MASK_OF[table.led]:
        return _PLACES[table.laid](memory, legal)
    return _without_the_suit(memory, legal, pick)


# ---- leading ----


def _lead(memory: Memory, legal: Cards, pick: Pick) -> Card:
    trumps = legal & memory.trumps
    side = legal & ~trumps
    if trumps and (not side or _draws_trumps(memory, trumps)):
        top = highest(trumps)
        return top if memory.is_master(top) or trumps << 1 >> top & 1 else lowest(trumps)
    if not memory.trumps:
        return _without_trump(memory, legal, pick)
    return _from_the_side(memory, side, pick)


def _draws_trumps(memory: Memory, trumps: Cards) -> bool:
    """Whether to lead trump: the declarer with any, his partner with the master, or with the most."""
    if not memory.declaring or not memory.opponents_may_hold_trumps:
        return False
    held = trumps.bit_count()
    if memory.is_master(highest(trumps)) or held > (memory.out & memory.trumps).bit_count():
        return True
    return memory.seat == memory.declarer and held > 1


def _without_trump(memory: Memory, legal: Cards, pick: Pick) -> Card:
    """Lead the longest suit until it is good: high cards elsewhere win whenever they are played."""
    held = max((memory.hand & suit for suit in SUIT_MASKS), key=int.bit_count)
    if held.bit_count() < 3:
        return _from_the_side(memory, legal, pick)
    top = highest(held)
    return top if memory.is_master(top) else lowest(held)


def _from_the_side(memory: Memory, side: Cards, pick: Pick) -> Card:
    masters = side & memory.masters
    if masters:
        # Of the suit most of which is out: the least likely to be ruffed.
        suits = [suit for suit in SUIT_MASKS if masters & suit]
        return lowest(masters & max(suits, key=lambda suit: (memory.out & suit).bit_count()))
    unruffed = side & ~memory.ruffed or side
    tops = unruffed & unruffed << 1 & COURT
    if tops:
        return max(
            (highest(tops & suit) for suit in SUIT_MASKS if tops & suit),
            key=lambda card: ((memory.hand & MASK_OF[card]).bit_count(), RANK_OF[card]),
        )
    longest = max((memory.hand & suit).bit_count() for suit in SUIT_MASKS if unruffed & suit)
    return _lowest(
        [unruffed & suit for suit in SUIT_MASKS if (memory.hand & suit).bit_count() == longest], pick
    )


# ---- following ----


def _second(memory: Memory, legal: Cards) -> Card:
    """Play low, but take a high card that was led where that is certain."""
    table = memory.table
    if RANK_OF[table.led] < TEN:
        return lowest(legal)
    return lowest(legal & beating(table.best, memory.trumps) & memory.masters or legal)


def _third(memory: Memory, legal: Cards) -> Card:
    top = highest(legal)
    if not memory.beats(top) or _partner_needs_no_help(memory):
        return lowest(legal)
    return _finesse(memory, legal, top) or top


def _partner_needs_no_help(memory: Memory) -> bool:
    card = memory.table.best
    return memory.partner_is_winning and (memory.is_master(card) or RANK_OF[card] >= JACK)


def _finesse(memory: Memory, legal: Cards, top: Card) -> Card | None:
    """Return the second highest card where one card is between it and the master."""
    if memory.partner_is_winning or not memory.is_master(top):
        return None
    below = highest(legal ^ 1 << top)
    between = memory.out & ABOVE[below]
    return below if between.bit_count() == 1 and memory.beats(below) else None


def _fourth(memory: Memory, legal: Cards) -> Card:
    if memory.partner_is_winning:
        return lowest(legal)
    return lowest(legal & beating(memory.table.best, memory.trumps) or legal)


_PLACES: dict[int, Callable[[Memory, Cards], Card]] = {1: _second, 2: _third, 3: _fourth}


# ---- out of the suit ----


def _without_the_suit(memory: Memory, legal: Cards, pick: Pick) -> Card:
    trumps = legal & memory.trumps
    ruffs = trumps & beating(memory.table.best, memory.trumps)
    if ruffs and not memory.partner_is_winning:
        return lowest(ruffs)
    return _discard(memory, legal & ~trumps or trumps, pick)


def _discard(memory: Memory, cards: Cards, pick: Pick) -> Card:
    """Return the card that is missed least: of each suit that is the lowest."""
    least = [lowest(cards & suit) for suit in SUIT_MASKS if cards & suit]
    missed = [RANK_OF[card] + _use(memory, card) for card in least]
    fewest = min(missed)
    return _one_of([card for card, use in zip(least, missed, strict=True) if use == fewest], pick)


def _use(memory: Memory, card: Card) -> int:
    """Return what a card is worth over its rank: a master wins, a guard lets another win later."""
    if memory.is_master(card):
        return MASTER
    held = memory.hand & MASK_OF[card]
    higher = (memory.out & ABOVE[highest(held)]).bit_count()
    return GUARD if 0 < higher <= 2 and held.bit_count() == higher + 1 else 0


def _lowest(suits: Sequence[Cards], pick: Pick) -> Card:
    """Return a card of the lowest rank there is in these suits."""
    lows = [lowest(cards) for cards in suits if cards]
    low = min([RANK_OF[card] for card in lows])
    return _one_of([card for card in lows if RANK_OF[card] == low], pick)


def _one_of(cards: Sequence[Card], pick: Pick) -> Card:
    return cards[0] if len(cards) == 1 else pick(cards)
