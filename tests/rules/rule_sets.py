"""Rule sets nobody has thought of yet, for properties, and what a deal can pay at most under one."""

from hypothesis import strategies as st

from games.rules import (
    SUITS,
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
    RuleSet,
    ScoreTable,
    Seating,
    SetDeclarer,
    SetDefenders,
    TrumpChoice,
)

points = st.integers(1, 100)


@st.composite
def score_tables(draw: st.DrawFn) -> ScoreTable:
    """Return a score table that a rule set may have."""
    defenders = draw(st.sampled_from(SetDefenders))
    return ScoreTable(
        made=draw(st.sampled_from(Made)),
        set_declarer=draw(st.sampled_from(SetDeclarer)),
        set_defenders=defenders,
        made_defenders=draw(st.sampled_from(MadeDefenders)),
        flat_points=draw(points),
        kaboot=draw(st.none() | points),
        max_made=draw(st.none() | points),
        max_set=draw(st.none() | st.integers(-100, 0)),
        max_set_factor=draw(st.integers(1, 4)) if defenders is SetDefenders.TRICKS else 1,
    )


@st.composite
def rule_sets(draw: st.DrawFn, seating: st.SearchStrategy[Seating] | None = None) -> RuleSet:
    """Return a rule set by which matches can be played."""
    auction = draw(st.sampled_from(AuctionShape))
    forced = auction is not AuctionShape.REENTRY and draw(st.booleans())
    fixed = draw(st.booleans())
    lowest = draw(st.integers(1, 13))
    targets = draw(st.lists(st.integers(1, 1000), min_size=1, max_size=6))
    return RuleSet(
        key=draw(st.text(min_size=1, max_size=40)),
        version=draw(st.integers(1, 10**6)),
        seating=draw(seating or st.sampled_from(Seating)),
        direction=draw(st.sampled_from(Direction)),
        auction=auction,
        all_pass=AllPass.DEALER_FORCED if forced else AllPass.REDEAL,
        dealer_all_pass=draw(st.sampled_from(NextDealer)),
        max_bid_closes=draw(st.booleans()),
        trump=TrumpChoice.FIXED if fixed else TrumpChoice.DECLARER,
        fixed_trump=draw(st.sampled_from(SUITS)) if fixed else None,
        no_trump=not fixed and draw(st.booleans()),
        bid_min=lowest,
        bid_max=draw(st.integers(lowest, 13)),
        bid_label=draw(st.sampled_from(BidLabel)),
        all_pass_limit=None if forced else draw(st.integers(1, 1000)),
        score=draw(score_tables()),
        honour=draw(st.none() | points),
        target=draw(st.sampled_from(targets)),
        targets_allowed=tuple(targets),
        level=draw(st.sampled_from(Level)),
        round_cap=draw(st.none() | st.integers(1, 1000)),
        ready=draw(st.sampled_from(Readiness)),
        after_match=draw(st.sampled_from(AfterMatch)),
    )


def most_points(rules: RuleSet) -> int:
    """Return what no side gains more than in a deal, from what the rule set says."""
    score = rules.score
    made = {Made.TRICKS: 13, Made.BID: rules.bid_max, Made.FLAT: score.flat_points}[score.made]
    beaten = {SetDefenders.TRICKS: 13 * score.max_set_factor, SetDefenders.FLAT: score.flat_points}
    beside = 13 - rules.bid_min if score.made_defenders is MadeDefenders.TRICKS else 0
    paid = (made, beside, score.kaboot or 0, score.max_made or 0, beaten[score.set_defenders])
    return max(paid) + (rules.honour or 0)


def least_points(rules: RuleSet) -> int:
    """Return what no side loses more than in a deal, as a number not above 0."""
    score = rules.score
    lost = -rules.bid_max if score.set_declarer is SetDeclarer.MINUS_BID else 0
    return min(lost, score.max_set or 0)
