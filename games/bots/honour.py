"""The king of hearts, where he pays a bonus: catch him with the ace of trumps, do not lead him into it.

More care costs more in tricks than the bonus pays: an ace kept for him, a king held back when a
trick could be won.
"""

from games.bots.masks import SUIT_MASKS, Cards, highest
from games.bots.memory import KING_OF_HEARTS, Memory
from games.rules import Suit

HEARTS = SUIT_MASKS[Suit.HEARTS]
KING = 1 << KING_OF_HEARTS


def minded(memory: Memory) -> Cards:
    """Return the legal cards that go with the bonus; all of them where there is none."""
    legal = memory.legal
    if not memory.honour or not memory.trumps:
        return legal
    ace = 1 << highest(memory.trumps)
    if legal & ace and _is_caught(memory):
        return ace
    if legal & KING and _leads_into(memory, ace):
        return legal & ~KING or legal
    return legal


def _is_caught(memory: Memory) -> bool:
    """Whether an opponent's king lies on the table."""
    return memory.table.king in memory.opponents


def _leads_into(memory: Memory, ace: Cards) -> bool:
    """Whether a lead of the king, as a trump, may meet the ace in an opponent's hand."""
    may_follow = any(not memory.void[seat] & HEARTS for seat in memory.opponents)
    return not memory.table.laid and memory.trumps == HEARTS and bool(memory.out & ace) and may_follow
