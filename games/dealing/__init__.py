"""Chance, and deals that can be checked afterwards.

``Stream`` is the only source of chance in the product: whatever is drawn, shuffled or thought up
takes one as an argument. ``deal`` and ``verify`` are the two ends of a fair deal. This package
knows card numbers and seat numbers, and no rule of the game.
"""

from games.dealing.deals import (
    SCHEME,
    Hands,
    commitment,
    deal,
    deal_secret,
    pack_order,
    public_part,
    verify,
)
from games.dealing.stream import READABLE, Stream, framed

__all__ = [
    "READABLE",
    "SCHEME",
    "Hands",
    "Stream",
    "commitment",
    "deal",
    "deal_secret",
    "framed",
    "pack_order",
    "public_part",
    "verify",
]
