"""The king of hearts, where he pays a bonus: catch him with the ace of trumps, do not lead him into it.

More care costs more in tricks than the bonus pays: an ace kept for him, a king held back when a
trick could be won.
"""

from games.bots.memory import Memory
from games.rules import SUIT_OF, Card, Hand, Suit, parse_card

KING = parse_card("KH")


def minded(memory: Memory) -> Hand:
    """Return the legal cards that go with the bonus; all of them where there is none."""
    if not memory.honour or not isinstance(memory.trump, Suit):
        return memory.legal
    ace = Card(memory.trump * 13 + 12)
    if ace in memory.legal and _is_caught(memory):
        return (ace,)
    if _leads_into(memory, ace):
        return tuple(card for card in memory.legal if card != KING) or memory.legal
    return memory.legal


def _is_caught(memory: Memory) -> bool:
    """Whether an opponent's king lies on the table."""
    return any(card == KING and seat in memory.opponents for seat, card in memory.trick)


def _leads_into(memory: Memory, ace: Card) -> bool:
    """Whether a lead of the king, as a trump, may meet the ace in an opponent's hand."""
    may_follow = any((seat, SUIT_OF[ace]) not in memory.void for seat in memory.opponents)
    return not memory.trick and memory.trump is Suit.HEARTS and ace in memory.out and may_follow
