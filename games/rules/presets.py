"""The rule sets shipped, each exact to its source, and the earlier versions still played.

A new rule set is an entry here, a name and a record; its page is made from it. ``RULESETS`` holds the
current version of each by its key, ``edition`` finds any version. Sources: docs/rules/.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.rules.cards import Suit
from games.rules.choices import (
    AfterMatch,
    AllPass,
    AuctionShape,
    BidLabel,
    Direction,
    Made,
    NextDealer,
    Readiness,
    SetDeclarer,
    SetDefenders,
    TrumpChoice,
)
from games.rules.errors import UnknownRules
from games.rules.rulesets import RuleSet, ScoreTable
from games.rules.seats import Seating

LEVANTINE: Final = RuleSet(
    key="levantine",
    version=1,
    seating=Seating.PAIRS,
    direction=Direction.COUNTERCLOCKWISE,
    auction=AuctionShape.REENTRY,
    all_pass=AllPass.REDEAL,
    dealer_all_pass=NextDealer.NEXT,
    max_bid_closes=False,
    trump=TrumpChoice.DECLARER,
    score=ScoreTable(
        made=Made.BID,
        set_declarer=SetDeclarer.MINUS_BID,
        set_defenders=SetDefenders.TRICKS,
    ),
    target=31,
    targets_allowed=(31,),
    round_cap=50,
)

MOVING_TRUMP_1: Final = RuleSet(
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

MOVING_TRUMP: Final = replace(MOVING_TRUMP_1, version=2, honour=5)

KIBBI_1: Final = replace(MOVING_TRUMP_1, key="kibbi", trump=TrumpChoice.FIXED, fixed_trump=Suit.HEARTS)

KIBBI: Final = replace(KIBBI_1, version=2, honour=5)

ONE_ROUND: Final = RuleSet(
    key="one-round",
    version=1,
    seating=Seating.PAIRS,
    direction=Direction.CLOCKWISE,
    auction=AuctionShape.ONCE,
    all_pass=AllPass.REDEAL,
    dealer_all_pass=NextDealer.NEXT,
    max_bid_closes=True,
    trump=TrumpChoice.DECLARER,
    score=ScoreTable(
        made=Made.FLAT,
        set_declarer=SetDeclarer.ZERO,
        set_defenders=SetDefenders.FLAT,
        kaboot=16,
        max_made=26,
    ),
    target=31,
    targets_allowed=(31,),
    after_match=AfterMatch.FRESH_MATCH,
)

SOLO: Final = replace(
    MOVING_TRUMP_1,
    key="solo",
    seating=Seating.SOLO,
    all_pass=AllPass.DEALER_FORCED,
    all_pass_limit=None,
    target=31,
    targets_allowed=(31, 51, 61),
    ready=Readiness.TIMED,
)

DEALER_STUCK: Final = replace(
    LEVANTINE,
    key="dealer-stuck",
    auction=AuctionShape.PASS_OUT,
    all_pass=AllPass.DEALER_FORCED,
    all_pass_limit=None,
)

TRICKS_31: Final = replace(LEVANTINE, key="tricks-31", score=replace(LEVANTINE.score, made=Made.TRICKS))

JAWAKER: Final = replace(MOVING_TRUMP_1, key="jawaker", bid_label=BidLabel.OVER_SIX, ready=Readiness.TIMED)

EGYPTIAN_NO_TRUMP: Final = replace(
    LEVANTINE,
    key="egyptian-no-trump",
    dealer_all_pass=NextDealer.SAME,
    no_trump=True,
)

_CURRENT: Final = (
    LEVANTINE,
    MOVING_TRUMP,
    KIBBI,
    ONE_ROUND,
    SOLO,
    DEALER_STUCK,
    TRICKS_31,
    JAWAKER,
    EGYPTIAN_NO_TRUMP,
)

RULESETS: Final[Mapping[str, RuleSet]] = {rules.key: rules for rules in _CURRENT}

EDITIONS: Final[Mapping[tuple[str, int], RuleSet]] = {
    (rules.key, rules.version): rules for rules in (MOVING_TRUMP_1, KIBBI_1, *_CURRENT)
}

# A family is a name people know; its first set is what they get when they say no more.
FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "levantine": ("levantine", "tricks-31", "dealer-stuck", "egyptian-no-trump"),
    "forty-one": ("moving-trump", "kibbi", "jawaker"),
    "one-round": ("one-round",),
    "solo": ("solo",),
}


def edition(key: str, version: int) -> RuleSet:
    """Return a shipped rule set in one of its versions.

    :raises UnknownRules: when there is none.
    """
    if (key, version) not in EDITIONS:
        raise UnknownRules(rules=f"{key} {version}")
    return EDITIONS[key, version]


@dataclass(frozen=True, slots=True)
class Duration:
    """How long matches of a rule set are, from simulated play: a first guess for a schedule."""

    mean_deals: float
    most_deals: int
    mean_actions: int


# Of 400 matches of four club bots each: bench/durations.py.
_DURATIONS: Final[Mapping[str, Duration]] = {
    "levantine": Duration(mean_deals=7.6, most_deals=14, mean_actions=439),
    "moving-trump": Duration(mean_deals=8.6, most_deals=15, mean_actions=495),
    "kibbi": Duration(mean_deals=9.6, most_deals=22, mean_actions=493),
    "one-round": Duration(mean_deals=4.2, most_deals=5, mean_actions=237),
    "solo": Duration(mean_deals=18.3, most_deals=36, mean_actions=1045),
    "dealer-stuck": Duration(mean_deals=7.5, most_deals=14, mean_actions=431),
    "tricks-31": Duration(mean_deals=6.4, most_deals=11, mean_actions=370),
    "jawaker": Duration(mean_deals=8.6, most_deals=15, mean_actions=497),
    "egyptian-no-trump": Duration(mean_deals=7.6, most_deals=13, mean_actions=442),
}


def duration_of(rules: RuleSet, target: int | None = None) -> Duration:
    """Return how long matches are: of the shipped set most alike, in proportion to the target."""
    nearest = max((RULESETS[key] for key in _DURATIONS), key=lambda known: _likeness(known, rules))
    known = _DURATIONS[nearest.key]
    share = (target or rules.target) / nearest.target
    return Duration(
        mean_deals=round(known.mean_deals * share, 1),
        most_deals=round(known.most_deals * share),
        mean_actions=round(known.mean_actions * share),
    )


def _likeness(known: RuleSet, rules: RuleSet) -> tuple[bool, ...]:
    return (
        known.key == rules.key,
        known.seating == rules.seating,
        known.score.made == rules.score.made,
        known.trump == rules.trump,
    )
