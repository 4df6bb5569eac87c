"""What a rule set may choose between, a word for each choice."""

from enum import StrEnum


class Direction(StrEnum):
    """Where the next seat sits, seen from above; matters to whoever draws the table only."""

    COUNTERCLOCKWISE = "ccw"
    CLOCKWISE = "cw"


class AuctionShape(StrEnum):
    """What a pass means: out of the auction, a seat's one call, or nothing for the next turn."""

    PASS_OUT = "pass_out"  # noqa: S105 - a call, not a password
    ONCE = "once"
    REENTRY = "reentry"


class AllPass(StrEnum):
    """What happens when nobody bids: another deal, or the dealer has to bid."""

    REDEAL = "redeal"
    DEALER_FORCED = "dealer_forced"


class NextDealer(StrEnum):
    """Who deals again when everyone passed."""

    NEXT = "next"
    SAME = "same"


class TrumpChoice(StrEnum):
    """Who says which suit is trump: the declarer, or the rules once and for all."""

    DECLARER = "declarer"
    FIXED = "fixed"


class Made(StrEnum):
    """What a contract that was made pays: the tricks taken, the bid, or a flat figure."""

    TRICKS = "tricks"
    BID = "bid"
    FLAT = "flat"


class SetDeclarer(StrEnum):
    """What a set contract costs its side."""

    MINUS_BID = "minus_bid"
    ZERO = "zero"


class SetDefenders(StrEnum):
    """What a set contract pays the other sides."""

    TRICKS = "tricks"
    FLAT = "flat"


class MadeDefenders(StrEnum):
    """What the other sides score when a contract is made."""

    ZERO = "zero"
    TRICKS = "tricks"


class BidLabel(StrEnum):
    """How a bid is said: the tricks themselves, or those above the six that nobody has to bid."""

    TRICKS = "tricks"
    OVER_SIX = "over_six"


class Level(StrEnum):
    """What follows when the leaders are level at or over the target."""

    EXTRA_DEAL = "extra_deal"
    DRAW = "draw"


class Readiness(StrEnum):
    """Whether the next deal waits for every human, or for a time at most."""

    TIMED = "timed"
    ALL_HUMANS = "all_humans"


class AfterMatch(StrEnum):
    """What the four are offered when a match is over."""

    UNANIMOUS_REMATCH = "unanimous_rematch"
    FRESH_MATCH = "fresh_match"
