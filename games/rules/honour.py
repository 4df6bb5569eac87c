"""The bonus for the king of hearts: earned by the ace of trumps that takes it from an opponent.

An opponent has to have played the king before, in the same trick. A partner's king, an ace played
first, cards of different tricks and an ace that is no trump earn nothing; with hearts as trump the
ace is that of hearts. There is one king and one such ace, so at most one side earns it in a deal.
It is pending until the deal is scored, see ``score_deal``. Source: docs/rules/moving-trump.md#bonus.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from games.rules.cards import CARD_NAMED, Card, Suit, Trump, parse_card, parse_trump
from games.rules.rulesets import RuleSet
from games.rules.seats import Seat, Side, side_of

KING_OF_HEARTS: Final = CARD_NAMED["KH"]
ACE: Final = 12


def honour_side(trick: Iterable[tuple[Seat, str]], trump: str | None, rules: RuleSet) -> Side | None:
    """Return the side that a trick of ``(seat, card)`` pairs earns the bonus, cards as two letters."""
    played = [(seat, parse_card(card)) for seat, card in trick]
    return honour_earned(played, None if trump is None else parse_trump(trump), rules)


def honour_earned(played: Sequence[tuple[Seat, Card]], trump: Trump | None, rules: RuleSet) -> Side | None:
    """Return the side that the cards of a deal so far have earned the bonus; four cards are a trick."""
    if rules.honour is None or not isinstance(trump, Suit):
        return None
    at = {card: place for place, (_, card) in enumerate(played)}
    king, ace = at.get(KING_OF_HEARTS), at.get(Card(trump * 13 + ACE))
    if king is None or ace is None or king > ace or king // 4 != ace // 4:
        return None
    loser, winner = (side_of(played[place][0], rules.seating) for place in (king, ace))
    return winner if winner != loser else None
