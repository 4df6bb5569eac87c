"""A position as text: exact, canonical, and whole without looking anything up."""

import json
from dataclasses import replace

import pytest

from games.rules import (
    NO_TRUMP,
    PASS,
    SEATS,
    Bid,
    Position,
    Ready,
    RuleSet,
    ScoredDeal,
    Side,
    apply,
    edition,
    settle,
)
from tests.rules.playing import SUIT_EACH, call, contracted, dealt, match, play, play_out
from tests.rules.presets import LEVANTINE, MOVING_TRUMP, PRESETS


@pytest.mark.long
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_match_reads_back_exactly(rules: RuleSet, seed: int) -> None:
    for _, _, _, after, _ in match(rules, seed, 3):
        text = after.to_json()

        again = Position.from_json(text, rules)

        assert again == after
        assert again.to_json() == text


def told_at_each_turn() -> list[Position]:
    """Return a position for each thing that a stored one has to hold."""
    passed = call(dealt(), PASS, PASS, PASS, PASS)
    waiting = apply(play_out(contracted(rules=MOVING_TRUMP)), SEATS[1], Ready())[0]
    level = ScoredDeal(1, SEATS[1], Bid(7), NO_TRUMP, (7, 6, 0, 0), 6, (7, -7), Side(0), 5)
    outcome = settle(LEVANTINE, [(0, 7), (7, 0)], cap=2)
    drawn = replace(passed.course, sheet=(level,), outcome=outcome)
    other_dealer = apply(Position.begin(LEVANTINE, dealer=SEATS[1], cap=6), None, SUIT_EACH)[0]
    return [passed, waiting, passed._replace(course=drawn), call(other_dealer, "7")]


@pytest.mark.parametrize("position", told_at_each_turn(), ids=["passed", "ready", "drawn", "dealer"])
def test_whatever_a_position_holds_is_read_back(position: Position) -> None:
    assert Position.from_json(position.to_json(), position.rules) == position


def test_a_position_read_back_can_be_played_on() -> None:
    position = play(contracted(), "AS")

    again = Position.from_json(position.to_json(), position.rules)

    assert play(again, "2H") == play(position, "2H")
    assert call(Position.from_json(dealt().to_json(), LEVANTINE), PASS).turn == 1


def test_a_position_is_read_by_the_rules_it_began_with_and_no_others() -> None:
    """Vector 115: there is a later edition by now."""
    begun = Position.begin(edition("kibbi", 1), dealer=SEATS[0])

    again = Position.from_json(begun.to_json(), edition("kibbi", 1))

    assert again.rules.digest == begun.opening.data["digest"]
    with pytest.raises(ValueError, match="played by rules"):
        Position.from_json(begun.to_json(), PRESETS["kibbi"])


def test_the_rules_are_named_and_do_not_travel_with_every_card() -> None:
    stored = json.loads(Position.begin(PRESETS["kibbi"], dealer=SEATS[0]).to_json())

    assert stored["course"]["rules"] == PRESETS["kibbi"].digest


def test_the_text_is_canonical_and_short() -> None:
    text = contracted().to_json()

    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert len(text) < 700
