"""What a hand is worth, and which trump it would name.

The worth is the number of tricks to be expected when this hand declares: of its side in pairs, of
the seat alone in solo. It is counted in hundredths, so that every machine adds up the same. The
weights are regressions of the tricks taken in deals played out by bots: 36,000 with a suit as trump,
14,000 without, 24,000 in solo. From one hand alone they miss by ``spread`` hundredths, one standard
deviation, which is why a bid needs a margin.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.rules import (
    NO_TRUMP,
    RANK_OF,
    SUIT_OF,
    SUITS,
    Card,
    Hand,
    RuleSet,
    Seating,
    Suit,
    Trump,
    longest_suit,
)

TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12


@dataclass(frozen=True, slots=True)
class Weights:
    """What the features of a hand add to its worth, in hundredths of a trick.

    A side card counts when enough smaller ones stand by it: ``side`` is cards of the suit, worth.
    """

    base: int
    spread: int
    side: Mapping[int, tuple[int, int]]
    each_trump: int = 0
    trumps: Mapping[int, int] = field(default_factory=dict)
    short: Mapping[int, int] = field(default_factory=dict)


PAIRS: Final = Weights(
    base=271,
    spread=170,
    side={ACE: (1, 75), KING: (2, 52), QUEEN: (3, 37), JACK: (4, 20)},
    each_trump=55,
    trumps={ACE: 76, KING: 52, QUEEN: 38, JACK: 21, TEN: 11},
    short={0: 76, 1: 48, 2: 19},
)
SOLO: Final = Weights(
    base=-251,
    spread=100,
    side={ACE: (1, 97), KING: (2, 79), QUEEN: (3, 54), JACK: (4, 33)},
    each_trump=87,
    trumps={ACE: 109, KING: 79, QUEEN: 51, JACK: 34, TEN: 20},
    short={0: 83, 1: 48, 2: 18},
)
PAIRS_WITHOUT_TRUMP: Final = Weights(
    base=435,
    spread=210,
    side={ACE: (1, 85), KING: (2, 77), QUEEN: (3, 44), JACK: (4, 18)},
)
SOLO_WITHOUT_TRUMP: Final = Weights(
    base=15,
    spread=145,
    side={ACE: (1, 122), KING: (2, 107), QUEEN: (3, 69), JACK: (4, 39)},
)


def weights_of(trump: Trump, seating: Seating) -> Weights:
    """Return the weights a hand is counted by."""
    if seating is Seating.PAIRS:
        return PAIRS_WITHOUT_TRUMP if trump is NO_TRUMP else PAIRS
    return SOLO_WITHOUT_TRUMP if trump is NO_TRUMP else SOLO


def worth(hand: Hand, trump: Trump, seating: Seating = Seating.PAIRS) -> int:
    """Return the tricks, in hundredths, to be expected when the hand declares with this trump."""
    weights = weights_of(trump, seating)
    return weights.base + sum(
        _trump_worth(held, weights) if suit is trump else _side_worth(held, weights)
        for suit, held in _suits(hand)
    )


def _suits(hand: Iterable[Card]) -> list[tuple[Suit, list[int]]]:
    """Return the ranks held of each suit."""
    held: dict[Suit, list[int]] = {suit: [] for suit in SUITS}
    for card in hand:
        held[SUIT_OF[card]].append(RANK_OF[card])
    return list(held.items())


def _trump_worth(ranks: list[int], weights: Weights) -> int:
    return weights.each_trump * len(ranks) + sum(weights.trumps.get(rank, 0) for rank in ranks)


def _side_worth(ranks: list[int], weights: Weights) -> int:
    counted = [weights.side[rank] for rank in ranks if rank in weights.side]
    honours = sum(value for needed, value in counted if len(ranks) >= needed)
    return honours + weights.short.get(len(ranks), 0)


def best_trump(hand: Hand, rules: RuleSet) -> Trump:
    """Return what to name of that which the rules offer: the longest suit, or none if that is worth more.

    Of suits alike in length the one worth most by its honours is no better: they win as side cards too.
    """
    if rules.fixed_trump is not None:
        return rules.fixed_trump
    suit = longest_suit(hand)
    if rules.no_trump and worth(hand, NO_TRUMP, rules.seating) > worth(hand, suit, rules.seating):
        return NO_TRUMP
    return suit
