"""The fields of a rule set in plain words: what each is called, what it may be, and what a value says.

Forms ask in these words, and whatever tells two rule sets apart answers in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules import (
    AfterMatch,
    AllPass,
    AuctionShape,
    BidLabel,
    Direction,
    Level,
    Made,
    MadeDefenders,
    NextDealer,
    Readiness,
    Seating,
    SetDeclarer,
    SetDefenders,
    Suit,
    TrumpChoice,
)

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

LABELS: Final[Mapping[str, Words]] = {
    "seating": _("Who plays with whom"),
    "direction": _("Which way the turn goes"),
    "auction": _("What a pass means"),
    "bid_min": _("Lowest bid"),
    "bid_max": _("Highest bid"),
    "max_bid_closes": _("The highest bid ends the auction at once"),
    "bid_label": _("How bids are said"),
    "all_pass": _("If nobody bids"),
    "dealer_all_pass": _("Who deals then"),
    "all_pass_limit": _("Deals in a row without a bid that end the match"),
    "trump": _("Who chooses trump"),
    "fixed_trump": _("The suit that is always trump"),
    "no_trump": _("The declarer may choose to play without trump"),
    "made": _("A contract that is made pays"),
    "flat_points": _("The fixed number of points"),
    "kaboot": _("Kaboot pays"),
    "max_made": _("The highest bid, if made, pays"),
    "set_declarer": _("A contract that is set costs"),
    "max_set": _("The highest bid, if set, costs"),
    "set_defenders": _("When a contract is set, the others score"),
    "max_set_factor": _("When the highest bid is set, their tricks count"),
    "made_defenders": _("When a contract is made, the others score"),
    "honour": _("Bonus for the king of hearts"),
    "target": _("Points that win the match"),
    "targets_allowed": _("Targets a table may choose from"),
    "level": _("If the leaders are level at the target"),
    "round_cap": _("Most scored deals of a match"),
    "ready": _("The next deal begins"),
    "after_match": _("After the match"),
}

EXPLANATIONS: Final[Mapping[str, Words]] = {
    "direction": _("The cards are dealt, called and played this way."),
    "bid_min": _("In tricks. Most play from 7."),
    "bid_max": _("In tricks. It can have its own price, see the scores."),
    "max_bid_closes": _("Otherwise the others pass first, one after another."),
    "all_pass_limit": _("The match is then closed without a result. Empty where the dealer has to bid."),
    "fixed_trump": _("Only where one suit is always trump."),
    "flat_points": _("It counts wherever “the fixed number of points” is chosen."),
    "kaboot": _("All thirteen tricks on a lower bid. Empty: what any contract pays."),
    "max_made": _("Empty: what any contract pays."),
    "max_set": _("In points. Empty: what any contract costs."),
    "max_set_factor": _("Only where the others score their tricks."),
    "honour": _(
        "In points, for the side whose ace of trumps takes an opponent's king of hearts, "
        "if the deal gains it points. Empty: no bonus."
    ),
    "targets_allowed": _("Numbers with commas between them. The points above are always one of them."),
    "round_cap": _("After so many the higher score wins. Empty: no limit."),
}

CHOICES: Final[Mapping[str, Mapping[Any, Words]]] = {
    "seating": {
        Seating.PAIRS: _("Two against two: partners sit opposite each other"),
        Seating.SOLO: _("Everybody for himself"),
    },
    "direction": {
        Direction.COUNTERCLOCKWISE: _("To the right (counter-clockwise)"),
        Direction.CLOCKWISE: _("To the left (clockwise)"),
    },
    "auction": {
        AuctionShape.REENTRY: _("Nothing for later: you may still bid at your next turn"),
        AuctionShape.PASS_OUT: _("You are out of this auction"),
        AuctionShape.ONCE: _("It was your only turn: each player calls once"),
    },
    "bid_label": {
        BidLabel.TRICKS: _("By the number of tricks: 7 to 13"),
        BidLabel.OVER_SIX: _("By the tricks above six: 1 to 7"),
    },
    "all_pass": {
        AllPass.REDEAL: _("The cards are dealt again"),
        AllPass.DEALER_FORCED: _("The dealer has to bid"),
    },
    "dealer_all_pass": {NextDealer.NEXT: _("The next player"), NextDealer.SAME: _("The same dealer")},
    "trump": {
        TrumpChoice.DECLARER: _("The player who won the auction"),
        TrumpChoice.FIXED: _("Nobody: one suit is always trump"),
    },
    "fixed_trump": {
        None: pgettext_lazy("suit", "None"),
        Suit.SPADES: _("Spades"),
        Suit.HEARTS: _("Hearts"),
        Suit.DIAMONDS: _("Diamonds"),
        Suit.CLUBS: _("Clubs"),
    },
    "made": {
        Made.BID: _("What was bid"),
        Made.TRICKS: _("The tricks that were taken"),
        Made.FLAT: _("The fixed number of points"),
    },
    "set_declarer": {SetDeclarer.MINUS_BID: _("What was bid"), SetDeclarer.ZERO: _("Nothing")},
    "set_defenders": {
        SetDefenders.TRICKS: _("Their tricks"),
        SetDefenders.FLAT: _("The fixed number of points"),
    },
    "max_set_factor": {
        1: pgettext_lazy("tricks count", "Once"),
        2: pgettext_lazy("tricks count", "Twice"),
        3: pgettext_lazy("tricks count", "Three times"),
        4: pgettext_lazy("tricks count", "Four times"),
    },
    "made_defenders": {MadeDefenders.ZERO: _("Nothing"), MadeDefenders.TRICKS: _("Their tricks")},
    "level": {Level.EXTRA_DEAL: _("Another deal is played"), Level.DRAW: _("The match is drawn")},
    "ready": {
        Readiness.TIMED: _("When all are ready, or after some seconds"),
        Readiness.ALL_HUMANS: _("Only when everybody is ready"),
    },
    "after_match": {
        AfterMatch.UNANIMOUS_REMATCH: _("Another match if everybody wants one"),
        AfterMatch.FRESH_MATCH: _("Another match begins by itself"),
    },
}

NOTHING: Final[Mapping[str, Words]] = {
    "kaboot": _("What any contract pays"),
    "max_made": _("What any contract pays"),
    "max_set": _("What any contract costs"),
    "honour": _("No bonus"),
    "all_pass_limit": _("No limit"),
    "round_cap": _("No limit"),
}

YES: Final = pgettext_lazy("rule", "Yes")
NO: Final = pgettext_lazy("rule", "No")


def said(field: str, value: Any) -> str:
    """Return what a field says with this value, in the language that is active."""
    if field in CHOICES:
        return str(CHOICES[field][value])
    if isinstance(value, bool):
        return str(YES if value else NO)
    if value is None:
        return str(NOTHING[field])
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(abs(value))
