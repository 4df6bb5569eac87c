"""Chance, and deals that can be checked afterwards.

``Stream`` is the only source of chance in the product: whatever is drawn, shuffled or thought up
takes one as an argument. ``deals`` is the scheme of a fair deal, ``promises`` what is published
before, ``files`` and ``checks`` what everybody can check after. This package knows card numbers and
seat numbers, and no rule of the game.
"""

from games.dealing.checks import Check, Verdict, check, packs
from games.dealing.deals import (
    FIRST_DEALER,
    SCHEME,
    Hands,
    commitment,
    deal,
    deal_secret,
    first_dealer,
    pack_order,
    public_part,
)
from games.dealing.files import (
    CARDS,
    LONGEST_CONTRIBUTION,
    Contribution,
    DealsFile,
    PublishedList,
    ShownDeal,
)
from games.dealing.promises import DEALS_A_LIST, Promise, span
from games.dealing.stream import READABLE, Stream, framed

__all__ = [
    "CARDS",
    "DEALS_A_LIST",
    "FIRST_DEALER",
    "LONGEST_CONTRIBUTION",
    "READABLE",
    "SCHEME",
    "Check",
    "Contribution",
    "DealsFile",
    "Hands",
    "Promise",
    "PublishedList",
    "ShownDeal",
    "Stream",
    "Verdict",
    "check",
    "commitment",
    "deal",
    "deal_secret",
    "first_dealer",
    "framed",
    "pack_order",
    "packs",
    "public_part",
    "span",
]
