"""The pack: fifty-two cards as numbers, and as two letters wherever people or files meet them.

A card is ``suit * 13 + rank``, the deuce being rank 0 and the ace rank 12, so comparing two cards
of a suit is comparing numbers. As text it is rank then suit: ``TH`` is the ten of hearts.
Source: docs/rules/levantine.md#cards.
"""

from bisect import bisect_left
from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import Final, NewType

from games.rules.errors import BadCard, BadSuit

Card = NewType("Card", int)
Hand = tuple[Card, ...]

RANKS = "23456789TJQKA"


class Suit(IntEnum):
    """The four suits, in the order cards are numbered."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The suit as text: S, H, D or C."""
        return LETTERS[self]


class NoTrump(Enum):
    """A deal without trump, where a rule set offers it: the highest card of the suit led wins."""

    NO_TRUMP = "N"

    @property
    def letter(self) -> str:
        """The choice as text: N."""
        return self.value


Trump = Suit | NoTrump
NO_TRUMP: Final = NoTrump.NO_TRUMP

LETTERS = "SHDC"
SUITS: tuple[Suit, ...] = tuple(Suit)
PACK: tuple[Card, ...] = tuple(Card(number) for number in range(52))
SUIT_OF: tuple[Suit, ...] = tuple(SUITS[card // 13] for card in PACK)
RANK_OF: tuple[int, ...] = tuple(card % 13 for card in PACK)
NAME_OF: tuple[str, ...] = tuple(RANKS[card % 13] + LETTERS[card // 13] for card in PACK)
CARD_NAMED: dict[str, Card] = {name: card for card, name in zip(PACK, NAME_OF, strict=True)}
SUIT_LETTERED: dict[str, Suit] = dict(zip(LETTERS, SUITS, strict=True))
TRUMP_LETTERED: dict[str, Trump] = {**SUIT_LETTERED, NO_TRUMP.letter: NO_TRUMP}


def of_suit(hand: Hand, suit: Suit) -> Hand:
    """Return the cards of a suit in a hand whose cards are in order."""
    first = suit * 13
    return hand[bisect_left(hand, first) : bisect_left(hand, first + 13)]


def parse_card(text: str) -> Card:
    """Return the card two letters name.

    :raises BadCard: if they name none.
    """
    if not isinstance(text, str) or text not in CARD_NAMED:
        raise BadCard(card=text)
    return CARD_NAMED[text]


def parse_cards(texts: Iterable[str]) -> Hand:
    """Return the cards named, in the order given."""
    return tuple(parse_card(text) for text in texts)


def parse_suit(text: str) -> Suit:
    """Return the suit a letter names.

    :raises BadSuit: if it names none.
    """
    if not isinstance(text, str) or text not in SUIT_LETTERED:
        raise BadSuit(suit=text)
    return SUIT_LETTERED[text]


def parse_trump(text: str) -> Trump:
    """Return the suit a letter names as trump, or none at all for ``N``.

    :raises BadSuit: if it names neither.
    """
    if not isinstance(text, str) or text not in TRUMP_LETTERED:
        raise BadSuit(suit=text)
    return TRUMP_LETTERED[text]


def names(cards: Iterable[Card]) -> list[str]:
    """Return cards as two letters each, in the order given."""
    return [NAME_OF[card] for card in cards]
