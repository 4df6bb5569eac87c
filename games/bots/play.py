"""Which card to play: draw trumps, cash masters, second low, third high, fourth cheap.

Cards are compared by rank; of equally low ones the stream picks, so that a discard tells nothing.
"""

from collections.abc import Callable, Sequence

from games.bots.memory import Memory
from games.dealing import Stream
from games.rules import RANK_OF, SUIT_OF, Card


def choose_card(memory: Memory, stream: Stream) -> Card:
    """Return the card the seat plays."""
    if len(memory.legal) == 1:
        return memory.legal[0]
    if not memory.trick:
        return _lead(memory, stream)
    if SUIT_OF[memory.legal[0]] is SUIT_OF[memory.trick[0][1]]:
        return _PLACES[len(memory.trick)](memory)
    return _without_the_suit(memory, stream)


# ---- leading ----


def _lead(memory: Memory, stream: Stream) -> Card:
    trumps, trumps_out = memory.of_suit(memory.trump), memory.out_of_suit(memory.trump)
    if memory.declaring and trumps and trumps_out:
        if memory.is_master(trumps[-1]):
            return trumps[-1]
        if len(trumps) > trumps_out:
            return trumps[0]
    side = [card for card in memory.hand if SUIT_OF[card] is not memory.trump]
    masters = [card for card in side if memory.is_master(card)]
    if masters:
        # Of the suit most of which is out: the least likely to be ruffed.
        return max(masters, key=lambda card: (memory.out_of_suit(SUIT_OF[card]), -card))
    return _from_the_longest(memory, side, stream) if side else trumps[0]


def _from_the_longest(memory: Memory, side: Sequence[Card], stream: Stream) -> Card:
    longest = max(len(memory.of_suit(SUIT_OF[card])) for card in side)
    long = [card for card in side if len(memory.of_suit(SUIT_OF[card])) == longest]
    return _lowest(long, stream)


# ---- following ----


def _second(memory: Memory) -> Card:
    return _by_rank(memory.legal)[0]


def _third(memory: Memory) -> Card:
    cards = _by_rank(memory.legal)
    if memory.partner_is_sure or not memory.beats(cards[-1]):
        return cards[0]
    return cards[-1]


def _fourth(memory: Memory) -> Card:
    cards = _by_rank(memory.legal)
    if memory.partner_is_winning:
        return cards[0]
    return next((card for card in cards if memory.beats(card)), cards[0])


_PLACES: dict[int, Callable[[Memory], Card]] = {1: _second, 2: _third, 3: _fourth}


# ---- out of the suit ----


def _without_the_suit(memory: Memory, stream: Stream) -> Card:
    trumps = memory.of_suit(memory.trump)
    ruffs = [card for card in trumps if memory.beats(card)]
    if ruffs and not memory.partner_is_winning:
        return ruffs[0]
    return _lowest([card for card in memory.legal if card not in trumps] or trumps, stream)


def _by_rank(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: RANK_OF[card])


def _lowest(cards: Sequence[Card], stream: Stream) -> Card:
    """Return a card of the lowest rank there is; the stream picks among equals."""
    low = min(RANK_OF[card] for card in cards)
    equals = [card for card in cards if RANK_OF[card] == low]
    return equals[0] if len(equals) == 1 else stream.choice(equals)
