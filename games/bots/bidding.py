"""What a hand is worth, which suit it would name, and what it bids.

The worth is the number of tricks a side can expect when this hand declares, in hundredths so that
every machine adds up the same. The weights are a regression of double-dummy tricks on the features
of 639 deals; from one's own hand alone it misses by two tricks, so a bid needs a margin.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules import PASS, RANK_OF, SUIT_OF, SUITS, Card, Suit, parse_cards, partner

JACK, QUEEN, KING, ACE = 9, 10, 11, 12

BASE = 215
A_TRUMP = 57
TRUMP_RANKS = {ACE: 133, KING: 86, QUEEN: 60, JACK: 36, 8: 25}
# A side card counts when enough smaller ones stand by it: rank -> (cards of the suit, worth).
SIDE_RANKS = {ACE: (1, 94), KING: (2, 59), QUEEN: (3, 29), JACK: (4, 11)}
SHORT_SUITS = {0: 110, 1: 84, 2: 27}

# Measured over whole deals: opening lighter or raising closer loses points.
OPENS_AT = 740
RAISES_ABOVE = 150
# Worth at which an opening bid is higher than the lowest: a bid is all a made contract pays.
JUMPS = ((1200, 9), (1050, 8))


def worth(hand: Sequence[Card], trump: Suit) -> int:
    """Return the tricks, in hundredths, to be expected with a suit as trump."""
    return BASE + sum(
        _trump_worth(held) if suit is trump else _side_worth(held) for suit, held in _suits(hand)
    )


def _suits(hand: Iterable[Card]) -> list[tuple[Suit, list[int]]]:
    """Return the ranks held of each suit."""
    held: dict[Suit, list[int]] = {suit: [] for suit in SUITS}
    for card in hand:
        held[SUIT_OF[card]].append(RANK_OF[card])
    return list(held.items())


def _trump_worth(ranks: list[int]) -> int:
    return A_TRUMP * len(ranks) + sum(TRUMP_RANKS.get(rank, 0) for rank in ranks)


def _side_worth(ranks: list[int]) -> int:
    counted = [SIDE_RANKS[rank] for rank in ranks if rank in SIDE_RANKS]
    honours = sum(value for needed, value in counted if len(ranks) >= needed)
    return honours + SHORT_SUITS.get(len(ranks), 0)


def best_trump(hand: Sequence[Card]) -> Suit:
    """Return the suit of four cards or more that is worth most; the longer one of equals."""
    lengths = {suit: len(held) for suit, held in _suits(hand)}
    long_suits = [suit for suit in SUITS if lengths[suit] >= 4] or list(SUITS)
    return max(long_suits, key=lambda suit: (worth(hand, suit), lengths[suit], -suit))


def choose_call(seen: Mapping[str, Any]) -> str:
    """Return the call of the seat a view was made for."""
    legal: list[str] = seen["legal"]
    hand = parse_cards(seen["hand"])
    value = worth(hand, best_trump(hand))
    bids = [(seat, int(call)) for seat, call in seen["calls"] if call != PASS]
    wanted = _raise(value, bids, _partner(seen)) if bids else _opening(value)
    if wanted is not None and str(wanted) in legal:
        return str(wanted)
    return legal[0]


def _partner(seen: Mapping[str, Any]) -> int | None:
    return partner(seen["seat"]) if seen["rules"]["seating"] == "pairs" else None


def _opening(value: int) -> int | None:
    if value < OPENS_AT:
        return None
    return next((bid for floor, bid in JUMPS if value >= floor), 7)


def _raise(value: int, bids: list[tuple[int, int]], mate: int | None) -> int | None:
    """Return one more than the highest bid: never over a partner, who has seen his own hand."""
    bidder, highest = bids[-1]
    if bidder == mate or value < 100 * highest + RAISES_ABOVE:
        return None
    return highest + 1
