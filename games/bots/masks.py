"""Sets of cards as one number, the bit of a card being its own number: what bots count with.

A bot that plays a deal out forty times asks of thousands of hands which cards are of a suit, or
higher than another; of numbers it gets the answer in one step.
"""

from collections.abc import Iterable
from typing import Final

from games.rules import PACK, RANK_OF, SUIT_OF, SUITS, Card, Suit, Trump

Cards = int
"""A set of cards."""


def mask(cards: Iterable[Card]) -> Cards:
    """Return the set of these cards, each named once."""
    return sum(1 << card for card in cards)


SUIT_MASKS: Final[tuple[Cards, ...]] = tuple(mask(c for c in PACK if SUIT_OF[c] is suit) for suit in SUITS)
MASK_OF: Final[tuple[Cards, ...]] = tuple(SUIT_MASKS[SUIT_OF[card]] for card in PACK)
"""The suit of each card."""
ABOVE: Final[tuple[Cards, ...]] = tuple(MASK_OF[card] >> card + 1 << card + 1 for card in PACK)
"""The cards of its suit that are higher than each card."""


def trumps_of(trump: Trump) -> Cards:
    """Return the cards that are trumps."""
    return SUIT_MASKS[trump] if isinstance(trump, Suit) else 0


def from_rank(rank: int) -> Cards:
    """Return the cards of this rank and higher ones."""
    return mask(card for card in PACK if RANK_OF[card] >= rank)


def lowest(cards: Cards) -> Card:
    """Return the first card of a set: the lowest, where all are of a suit."""
    return Card((cards & -cards).bit_length() - 1)


def highest(cards: Cards) -> Card:
    """Return the last card of a set: the highest, where all are of a suit."""
    return Card(cards.bit_length() - 1)


def listed(cards: Cards) -> list[Card]:
    """Return the cards of a set in order."""
    found = []
    while cards:
        found.append(lowest(cards))
        cards &= cards - 1
    return found
