"""What holds under every rule set: those shipped, in each edition, and any that a club may make up."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    PACK,
    SEATS,
    Auction,
    Bid,
    Event,
    Level,
    MadeDefenders,
    Phase,
    Points,
    Position,
    RuleSet,
    Seat,
    Seating,
    Side,
    notation,
    records,
    replay,
    score_deal,
    settle,
)
from tests.rules.playing import Happened, log, steps
from tests.rules.presets import EVERY_EDITION, ONE_ROUND
from tests.rules.rule_sets import least_points, most_points, rule_sets

any_rules = st.sampled_from(list(EVERY_EDITION.values())) | rule_sets()
any_pairs = any_rules.filter(lambda rules: rules.seating is Seating.PAIRS)
seats = st.sampled_from(SEATS)


@st.composite
def splits(draw: st.DrawFn) -> tuple[int, ...]:
    """Return how four seats share thirteen tricks out."""
    cuts = sorted(draw(st.tuples(*[st.integers(0, 13)] * 3)))
    return tuple(high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True))


@given(rules=rule_sets())
def test_a_rule_set_reads_back_from_its_json(rules: RuleSet) -> None:
    again = RuleSet.from_json(rules.to_json())

    assert again == rules
    assert again.digest == rules.digest


# ---- scores ----


@st.composite
def points_of(draw: st.DrawFn, rules: RuleSet) -> Points:
    """Return the points of any deal."""
    return score_deal(
        rules,
        declarer=draw(seats),
        bid=Bid(draw(st.integers(rules.bid_min, rules.bid_max))),
        tricks=draw(splits()),
        bonus_side=draw(st.none() | st.sampled_from([Side(at) for at in range(rules.seating.sides)])),
    )


@given(rules=any_rules, data=st.data())
def test_no_side_gains_or_loses_more_than_the_rule_set_says(rules: RuleSet, data: st.DataObject) -> None:
    points = data.draw(points_of(rules))

    assert len(points) == rules.seating.sides
    assert least_points(rules) <= min(points)
    assert max(points) <= most_points(rules)


@given(rules=any_pairs, data=st.data())
def test_between_pairs_exactly_one_side_gains_unless_defenders_always_do(
    rules: RuleSet, data: st.DataObject
) -> None:
    gaining = sum(points > 0 for points in data.draw(points_of(rules)))

    assert gaining == 1 or (gaining == 2 and rules.score.made_defenders is MadeDefenders.TRICKS)


# ---- the end of a match ----


@st.composite
def courses(draw: st.DrawFn) -> tuple[RuleSet, list[Points | None], int | None]:
    """Return a rule set, the deals of a match under it, and a cap."""
    rules = draw(any_rules)
    deals = [
        draw(points_of(rules)) if scored else None for scored in draw(st.lists(st.booleans(), max_size=20))
    ]
    return rules, deals, draw(st.none() | st.integers(1, 20))


@given(course=courses(), time_up=st.booleans())
def test_an_outcome_looks_at_no_deal_after_the_end(
    course: tuple[RuleSet, list[Points | None], int | None], time_up: bool
) -> None:
    rules, deals, cap = course

    outcome = settle(rules, deals, cap=cap, time_up=time_up)

    assert settle(rules, deals[: outcome.at], cap=cap, time_up=time_up) == outcome
    for shorter in range(outcome.at):
        assert settle(rules, deals[:shorter], cap=cap).state == "open"


@given(course=courses())
def test_when_time_is_up_no_match_stays_open_and_the_totals_decide(
    course: tuple[RuleSet, list[Points | None], int | None],
) -> None:
    rules, deals, cap = course

    outcome = settle(rules, deals, cap=cap, time_up=True)
    scored = [points for points in deals[: outcome.at] if points is not None]

    assert outcome.state != "open"
    assert list(outcome.totals) == [sum(gained) for gained in zip(*scored, strict=True)] or not scored
    assert (outcome.winner is None) == (outcome.state != "won")
    if outcome.winner is not None:
        assert outcome.totals.count(max(outcome.totals)) == 1
        assert outcome.totals[outcome.winner] == max(outcome.totals)
    if outcome.advances is not None:
        assert outcome.state == "drawn"
        assert outcome.totals[outcome.advances] == max(outcome.totals)
    if outcome.state == "drawn" and outcome.by == "target":
        assert rules.level is Level.DRAW


@given(course=courses())
def test_a_match_between_pairs_that_scored_knows_who_advances(
    course: tuple[RuleSet, list[Points | None], int | None],
) -> None:
    rules, deals, cap = course

    outcome = settle(rules, deals, cap=cap, time_up=True)

    scored = [points for points in deals[: outcome.at] if points is not None]
    parted = any(points[0] != points[-1] for points in scored)
    if rules.seating is Seating.PAIRS and outcome.state == "drawn":
        assert (outcome.advances is not None) == parted


def test_a_one_round_match_never_takes_more_than_five_scored_deals() -> None:
    paid = {
        score_deal(ONE_ROUND, declarer=declarer, bid=Bid(bid), tricks=(took, 13 - took, 0, 0))
        for declarer, bid, took in product(SEATS[:2], range(7, 14), range(14))
    }

    assert {settle(ONE_ROUND, deals).state for deals in product(paid, repeat=5)} == {"won"}


# ---- the auction ----


@given(rules=any_rules, dealer=seats, data=st.data())
def test_an_auction_ends_and_until_then_there_is_a_call_to_make(
    rules: RuleSet, dealer: Seat, data: st.DataObject
) -> None:
    auction = Auction.open(rules, dealer)
    while auction.outcome is None:
        assert auction.turn not in (None, auction.bidder)
        auction = auction.call(auction.turn, data.draw(st.sampled_from(auction.legal_calls())))

    # Three passes, then each bid with two passes after it and the last with three.
    assert len(auction.calls) <= 3 * (rules.bid_max - rules.bid_min + 1) + 4
    assert auction.legal_calls() == ()
    assert auction.turn is None


# ---- whole matches ----


# A match is named, not drawn: of rules, seed and cap Hypothesis can say which ones broke it.
Named = tuple[RuleSet, int, int]
matches = st.tuples(any_rules, st.integers(0, 10**6), st.integers(1, 2))


def played(named: Named) -> tuple[Happened, ...]:
    """Return the steps of a match of one or two scored deals, played at random."""
    rules, seed, cap = named
    return tuple(steps(rules, seed, cap=cap))


@pytest.mark.long
@given(named=matches, data=st.data())
def test_what_was_logged_until_any_moment_is_legal_and_leads_to_that_moment(
    named: Named, data: st.DataObject
) -> None:
    happened = played(named)
    until = happened[: data.draw(st.integers(1, len(happened)))]
    entries = json.loads(json.dumps([[event.kind, event.seat, dict(event.data)] for event in log(until)]))

    position = replay(Event(*entry) for entry in entries)

    assert position == until[-1][3]
    assert Position.from_json(position.to_json(), position.rules) == position


@pytest.mark.long
@given(named=matches)
def test_a_match_and_its_record_end_alike(named: Named) -> None:
    happened = played(named)
    last = happened[-1][3]
    record = records.record_of(log(happened))

    again = notation.parse(notation.format(record))

    assert again == record
    assert records.run(again) == last
    assert settle(last.rules, last.deals, last.target, last.cap, last.time_up) == last.outcome


@pytest.mark.long
@given(named=matches)
def test_every_deal_shares_out_the_pack_and_thirteen_tricks(named: Named) -> None:
    for before, _, _, after, _ in played(named):
        if after.phase in (Phase.AUCTION, Phase.TRUMP, Phase.PLAY):
            held = [card for hand in after.hands for card in hand]
            assert sorted([*held, *(card for _, card in after.played)]) == list(PACK)
        if len(after.sheet) > len(before.sheet):
            assert sum(after.sheet[-1].tricks) == 13
            assert sum(before.tricks_won) == 12
