"""Rule sets the product does not ship yet, made here to walk the branches they need."""

from collections.abc import Mapping
from dataclasses import replace

from games.rules import (
    RULESETS,
    AfterMatch,
    AllPass,
    AuctionShape,
    Direction,
    Made,
    NextDealer,
    Readiness,
    RuleSet,
    ScoreTable,
    Seating,
    SetDeclarer,
    SetDefenders,
    Suit,
    TrumpChoice,
)

LEVANTINE = RULESETS["levantine"]

MOVING_TRUMP = RuleSet(
    key="moving-trump",
    version=1,
    seating=Seating.PAIRS,
    direction=Direction.COUNTERCLOCKWISE,
    auction=AuctionShape.PASS_OUT,
    all_pass=AllPass.REDEAL,
    dealer_all_pass=NextDealer.SAME,
    max_bid_closes=True,
    trump=TrumpChoice.DECLARER,
    score=ScoreTable(
        made=Made.TRICKS,
        set_declarer=SetDeclarer.MINUS_BID,
        set_defenders=SetDefenders.TRICKS,
        kaboot=16,
        max_made=26,
        max_set=-16,
        max_set_factor=2,
    ),
    target=41,
    targets_allowed=(41,),
    ready=Readiness.ALL_HUMANS,
)

KIBBI = replace(MOVING_TRUMP, key="kibbi", trump=TrumpChoice.FIXED, fixed_trump=Suit.HEARTS)

SOLO = replace(
    MOVING_TRUMP,
    key="solo",
    seating=Seating.SOLO,
    all_pass=AllPass.DEALER_FORCED,
    all_pass_limit=None,
    target=31,
    targets_allowed=(31, 51, 61),
    ready=Readiness.TIMED,
)

ONE_ROUND = replace(
    MOVING_TRUMP,
    key="one-round",
    direction=Direction.CLOCKWISE,
    auction=AuctionShape.ONCE,
    dealer_all_pass=NextDealer.NEXT,
    score=ScoreTable(
        made=Made.FLAT,
        set_declarer=SetDeclarer.ZERO,
        set_defenders=SetDefenders.FLAT,
        kaboot=16,
        max_made=26,
    ),
    target=31,
    targets_allowed=(31,),
    ready=Readiness.TIMED,
    after_match=AfterMatch.FRESH_MATCH,
)

PRESETS: Mapping[str, RuleSet] = {
    rules.key: rules for rules in (LEVANTINE, MOVING_TRUMP, KIBBI, SOLO, ONE_ROUND)
}
