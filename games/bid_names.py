"""What a bid is called: its tricks, or those above the six that nobody has to bid."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.rules import BidLabel, RuleSet

SAID_FROM = 6
ALL_TRICKS = 13


def bid_name(rules: RuleSet, bid: int) -> str:
    """Return what people who play by these rules call a bid; Western digits, or the word for all tricks."""
    if rules.bid_label is BidLabel.TRICKS or bid <= SAID_FROM:
        return str(bid)
    return _("kaboot") if bid == ALL_TRICKS else str(bid - SAID_FROM)


def bid_key(rules: RuleSet, bid: int) -> str:
    """Return the key that chooses a bid: the last digit of what it is called."""
    said = bid - SAID_FROM if rules.bid_label is BidLabel.OVER_SIX and bid > SAID_FROM else bid
    return str(said % 10)
