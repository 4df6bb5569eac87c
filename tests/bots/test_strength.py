"""How strong a bot is, over the same cards: each side holds them once."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from games.bots import BOTS, Bot, Comparison, choose, gains
from games.dealing import Stream
from games.rules import (
    RULESETS,
    SEATS,
    Action,
    Phase,
    PlayCard,
    Position,
    RuleSet,
    apply,
    autoplay,
    parse_card,
    view,
)
from tests.rules.playing import by_bots, chosen, shuffled
from tests.rules.presets import EVERY_EDITION, LEVANTINE, PRESETS
from tests.rules.rule_sets import rule_sets

CLUB, RANDOM = BOTS["club"], BOTS["random"]
DEALS = 60


def any_card(seen: Mapping[str, Any], stream: Stream, rules: RuleSet) -> Action:
    """Call like a bot and play any legal card."""
    if seen["phase"] != "play":
        return choose(seen, stream, rules)
    return PlayCard(parse_card(stream.choice(seen["legal"])))


def absent(seen: Mapping[str, Any], _: Stream, __: RuleSet) -> Action:
    """Do what the table does for somebody who is not there."""
    return autoplay(seen)


def compared(one: Bot, other: Bot, rules: RuleSet = LEVANTINE, deals: int = DEALS) -> Comparison:
    """Return what one bot gains on another."""
    return Comparison.of(list(gains(one, other, rules, deals=deals, stream=Stream(b"two rooms"))))


# ---- how strong it is ----


@pytest.mark.long
@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_a_bot_beats_one_that_does_anything_under_every_rule_set(rules: RuleSet) -> None:
    assert compared(CLUB, RANDOM, rules).low > 5


@pytest.mark.long
@pytest.mark.parametrize("key", ["levantine", "kibbi", "one-round", "solo"])
def test_a_bot_beats_one_that_bids_alike_and_plays_any_card(key: str) -> None:
    assert compared(CLUB, any_card, PRESETS[key]).low > 1


@pytest.mark.long
def test_a_bot_beats_an_empty_seat_by_several_points_a_deal() -> None:
    assert compared(CLUB, absent).low > 4


# ---- how that is measured ----


def test_a_bot_gains_nothing_at_all_on_itself() -> None:
    assert set(gains(CLUB, CLUB, LEVANTINE, deals=3, stream=Stream(b"itself"))) == {0}
    assert set(gains(RANDOM, RANDOM, RULESETS["solo"], deals=3, stream=Stream(b"itself"))) == {0}


@pytest.mark.parametrize("key", ["levantine", "solo"])
def test_what_one_gains_the_other_loses(key: str) -> None:
    rules, stream = RULESETS[key], Stream(b"both ways")

    won = sum(gains(CLUB, RANDOM, rules, deals=4, stream=stream), Fraction())
    lost = sum(gains(RANDOM, CLUB, rules, deals=4, stream=stream), Fraction())

    assert won > 0 > lost
    assert key == "solo" or won == -lost


def test_the_same_stream_plays_the_same_deals() -> None:
    def once() -> list[Fraction]:
        return list(gains(CLUB, RANDOM, LEVANTINE, deals=3, stream=Stream(b"again")))

    assert once() == once()
    assert once() != list(gains(CLUB, RANDOM, LEVANTINE, deals=3, stream=Stream(b"others")))


def test_the_interval_lies_around_the_mean_and_narrows_with_the_deals() -> None:
    few = Comparison.of([Fraction(1), Fraction(3)])
    many = Comparison.of([Fraction(1), Fraction(3)] * 50)

    assert few.points == many.points == 2
    # The standard deviation of 1 and 3 is the root of 2, and the error of their mean 1.
    assert few.low == pytest.approx(2 - 1.96)
    assert few.high == pytest.approx(2 + 1.96)
    assert few.low < many.low < 2 < many.high < few.high


# ---- under any rules ----


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_bots_play_whole_matches_of_any_rules_to_an_end(rules: RuleSet) -> None:
    stream = Stream(b"four bots")
    position = Position.begin(rules, dealer=SEATS[0])

    while position.phase is not Phase.OVER:
        position, _ = apply(position, *chosen(position, stream, by_bots))

    assert position.outcome.state == "won"
    assert position.outcome.by == "target"


@pytest.mark.long
@given(rules=rule_sets())
def test_bots_play_a_deal_of_any_house_rules(rules: RuleSet) -> None:
    stream = Stream(b"house rules")
    position, _ = apply(Position.begin(rules, dealer=SEATS[3]), None, shuffled(stream))

    while position.turn is not None:
        position, _ = apply(position, position.turn, by_bots(position, position.turn, stream))

    assert position.deals


def test_the_same_view_and_stream_give_the_same_move() -> None:
    def moves() -> list[Action]:
        stream, drawn = Stream(b"twice"), Stream(b"deals")
        position, _ = apply(Position.begin(LEVANTINE, dealer=SEATS[3]), None, shuffled(drawn))
        done = []
        while (turn := position.turn) is not None:
            done.append(choose(view(position, turn), stream, LEVANTINE))
            position, _ = apply(position, turn, done[-1])
        return done

    assert moves() == moves()


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_is_ready_after_a_deal(name: str) -> None:
    moves = {repr(BOTS[name]({"phase": "result"}, Stream(b"ready"), LEVANTINE))}

    assert moves == {"Ready()"}
