"""Which card to play: draw trumps, cash masters, second low, third high, fourth cheap.

Cards are compared by rank; of equally low ones the stream picks, so that a discard tells nothing.
Each habit is here because it gains tricks over deals played twice, once with and once without it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.bots.honour import minded
from games.bots.memory import Memory
from games.dealing import Stream
from games.rules import NO_TRUMP, RANK_OF, SUIT_OF, SUITS, Card

TEN, JACK, QUEEN = 8, 9, 10
# What a low card that guards a high one is worth more than its rank, and a master.
GUARD, MASTER = 6, 100


def choose_card(memory: Memory, stream: Stream) -> Card:
    """Return the card the seat plays."""
    memory = replace(memory, legal=minded(memory))
    if len(memory.legal) == 1:
        return memory.legal[0]
    if not memory.trick:
        return _lead(memory, stream)
    if SUIT_OF[memory.legal[0]] is SUIT_OF[memory.trick[0][1]]:
        return _PLACES[len(memory.trick)](memory)
    return _without_the_suit(memory, stream)


# ---- leading ----


def _lead(memory: Memory, stream: Stream) -> Card:
    trumps = [card for card in memory.legal if SUIT_OF[card] is memory.trump]
    side = [card for card in memory.legal if card not in trumps]
    if trumps and (not side or _draws_trumps(memory, trumps)):
        return trumps[-1] if memory.is_master(trumps[-1]) or trumps[-1] - 1 in trumps else trumps[0]
    if memory.trump is NO_TRUMP:
        return _without_trump(memory, stream)
    return _from_the_side(memory, side, stream)


def _draws_trumps(memory: Memory, trumps: Sequence[Card]) -> bool:
    """Whether to lead trump: the declarer with any, his partner with the master, or with the most."""
    if not memory.declaring or not memory.opponents_may_hold_trumps:
        return False
    if memory.is_master(trumps[-1]) or len(trumps) > len(memory.out_of_suit(memory.trump)):
        return True
    return memory.seat == memory.declarer and len(trumps) > 1


def _without_trump(memory: Memory, stream: Stream) -> Card:
    """Lead the longest suit until it is good: high cards elsewhere win whenever they are played."""
    longest = max(SUITS, key=lambda suit: len(memory.of_suit(suit)))
    held = memory.of_suit(longest)
    if len(held) < 3:
        return _from_the_side(memory, memory.legal, stream)
    return held[-1] if memory.is_master(held[-1]) else held[0]


def _from_the_side(memory: Memory, side: Sequence[Card], stream: Stream) -> Card:
    masters = [card for card in side if memory.is_master(card)]
    if masters:
        # Of the suit most of which is out: the least likely to be ruffed.
        return max(masters, key=lambda card: (len(memory.out_of_suit(SUIT_OF[card])), -card))
    unruffed = [card for card in side if not memory.may_be_ruffed(SUIT_OF[card])] or side
    tops = [card for card in unruffed if RANK_OF[card] >= QUEEN and card - 1 in unruffed]
    if tops:
        return max(tops, key=lambda card: (len(memory.of_suit(SUIT_OF[card])), RANK_OF[card]))
    longest = max(len(memory.of_suit(SUIT_OF[card])) for card in unruffed)
    return _lowest([card for card in unruffed if len(memory.of_suit(SUIT_OF[card])) == longest], stream)


# ---- following ----


def _second(memory: Memory) -> Card:
    """Play low, but take a high card that was led where that is certain."""
    led = memory.trick[0][1]
    takers = [card for card in memory.legal if memory.beats(card) and memory.is_master(card)]
    return takers[0] if takers and RANK_OF[led] >= TEN else memory.legal[0]


def _third(memory: Memory) -> Card:
    low, top = memory.legal[0], memory.legal[-1]
    if not memory.beats(top) or _partner_needs_no_help(memory):
        return low
    return _finesse(memory) or top


def _partner_needs_no_help(memory: Memory) -> bool:
    card = memory.best[1]
    return memory.partner_is_winning and (memory.is_master(card) or RANK_OF[card] >= JACK)


def _finesse(memory: Memory) -> Card | None:
    """Return the second highest card where one card is between it and the master."""
    below, top = memory.legal[-2:]
    between = [card for card in range(below + 1, top) if Card(card) in memory.out]
    finesses = memory.is_master(top) and len(between) == 1 and memory.beats(below)
    return below if finesses and not memory.partner_is_winning else None


def _fourth(memory: Memory) -> Card:
    if memory.partner_is_winning:
        return memory.legal[0]
    return next((card for card in memory.legal if memory.beats(card)), memory.legal[0])


_PLACES: dict[int, Callable[[Memory], Card]] = {1: _second, 2: _third, 3: _fourth}


# ---- out of the suit ----


def _without_the_suit(memory: Memory, stream: Stream) -> Card:
    trumps = [card for card in memory.legal if SUIT_OF[card] is memory.trump]
    ruffs = [card for card in trumps if memory.beats(card)]
    if ruffs and not memory.partner_is_winning:
        return ruffs[0]
    return _discard(memory, [card for card in memory.legal if card not in trumps] or trumps, stream)


def _discard(memory: Memory, cards: Sequence[Card], stream: Stream) -> Card:
    """Return the card that is missed least."""
    missed = {card: RANK_OF[card] + _use(memory, card) for card in cards}
    least = [card for card in cards if missed[card] == min(missed.values())]
    return _one_of(least, stream)


def _use(memory: Memory, card: Card) -> int:
    """Return what a card is worth over its rank: a master wins, a guard lets another win later."""
    if memory.is_master(card):
        return MASTER
    held = memory.of_suit(SUIT_OF[card])
    higher = sum(other > held[-1] for other in memory.out_of_suit(SUIT_OF[card]))
    return GUARD if 0 < higher <= 2 and len(held) == higher + 1 else 0


def _lowest(cards: Sequence[Card], stream: Stream) -> Card:
    """Return a card of the lowest rank there is."""
    low = min(RANK_OF[card] for card in cards)
    return _one_of([card for card in cards if RANK_OF[card] == low], stream)


def _one_of(cards: Sequence[Card], stream: Stream) -> Card:
    return cards[0] if len(cards) == 1 else stream.choice(cards)
