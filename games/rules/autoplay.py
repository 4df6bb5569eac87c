"""The move the table makes for a seat whose time ran out. Source: docs/rules/levantine.md#timer.

A pass, or the lowest bid where a pass is not allowed; the longest suit as trump; the weakest legal
card. Chosen from a view, so it knows what the seat knows.
"""

from collections.abc import Mapping
from typing import Any

from games.rules.actions import Action, Call, NameTrump, PlayCard
from games.rules.cards import (
    RANK_OF,
    SUIT_OF,
    SUITS,
    Card,
    Hand,
    Suit,
    Trump,
    parse_cards,
    parse_trump,
)


def autoplay(seen: Mapping[str, Any]) -> Action:
    """Return the move for the seat that a view was made for; it must be that seat's turn."""
    if seen["turn"] is None or seen["turn"] != seen["seat"]:
        raise ValueError(f"seat {seen['seat']} is not to move")
    if seen["phase"] == "auction":
        return Call(seen["legal"][0])
    if seen["phase"] == "trump":
        return NameTrump(longest_suit(parse_cards(seen["hand"])))
    return PlayCard(weakest(parse_cards(seen["legal"]), parse_trump(seen["trump"])))


def longest_suit(hand: Hand) -> Suit:
    """Return the suit held longest; of equals the one with the higher ranks, then S, H, D, C."""

    def weight(suit: Suit) -> tuple[int, int, int]:
        held = [RANK_OF[card] for card in hand if SUIT_OF[card] is suit]
        return len(held), sum(held), -suit

    return max(SUITS, key=weight)


def weakest(cards: Hand, trump: Trump | None) -> Card:
    """Return the weakest card: no trump if it can be, the lowest rank, then C, D, H, S."""
    return min(cards, key=lambda card: (SUIT_OF[card] is trump, RANK_OF[card], -SUIT_OF[card]))
