"""Playing to a trick: which cards are legal, and who takes it.

The engine works on numbers: ``playable`` and ``winning_play``. Whoever comes from outside with
cards as two letters - a script, a test, a form - uses ``legal_cards`` and ``trick_winner``, which
say the same of texts. Source: docs/rules/levantine.md#play.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules.cards import (
    NO_TRUMP,
    RANK_OF,
    SUIT_OF,
    SUITS,
    Card,
    Hand,
    Suit,
    Trump,
    names,
    parse_card,
    parse_cards,
    parse_suit,
    parse_trump,
)
from games.rules.rulesets import RuleSet
from games.rules.seats import SEATS, Seat


class Trick(NamedTuple):
    """The cards on the table, in the order they were played, and who led."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Each card with the seat that played it."""
        return tuple((SEATS[(self.leader + at) % 4], card) for at, card in enumerate(self.cards))

    @property
    def led(self) -> Suit | None:
        """The suit led, once a card is on the table."""
        return SUIT_OF[self.cards[0]] if self.cards else None


def playable(hand: Hand, led: Suit | None) -> Hand:
    """Return the cards of a hand that may be played: the suit led if held, else any."""
    if led is None:
        return hand
    following = tuple([card for card in hand if SUIT_OF[card] is led])
    return following or hand


def winning_play(cards: Sequence[Card], trump: Trump | None) -> int:
    """Return which of the cards takes the trick, counting from the lead.

    The highest trump, else the highest card of the suit led: a card that is neither never wins.
    """
    best = 0
    suit, rank = SUIT_OF[cards[0]], RANK_OF[cards[0]]
    for at in range(1, len(cards)):
        card = cards[at]
        if SUIT_OF[card] is suit:
            if RANK_OF[card] > rank:
                best, rank = at, RANK_OF[card]
        elif SUIT_OF[card] is trump:
            best, suit, rank = at, SUIT_OF[card], RANK_OF[card]
    return best


def trumps(rules: RuleSet) -> tuple[Trump, ...]:
    """Return what a declarer may name."""
    return (*SUITS, NO_TRUMP) if rules.no_trump else SUITS


def legal_cards(hand: Iterable[str], led_suit: str | None) -> list[str]:
    """Return the cards, as two letters and in the hand's order, that may be played."""
    led = None if led_suit is None else parse_suit(led_suit)
    return names(playable(parse_cards(hand), led))


def trick_winner(plays: Iterable[tuple[Seat, str]], trump: str | None) -> Seat:
    """Return the seat that takes a trick of ``(seat, card)`` pairs, cards as two letters."""
    played = [(seat, parse_card(card)) for seat, card in plays]
    suit = None if trump is None else parse_trump(trump)
    return played[winning_play([card for _, card in played], suit)][0]
