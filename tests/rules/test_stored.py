"""A position as text: exact, canonical, and whole without looking anything up."""

import json

import pytest

from games.rules import PASS, SEATS, Position, RuleSet, edition
from tests.rules.playing import call, contracted, dealt, match, play
from tests.rules.presets import PRESETS


@pytest.mark.long
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_match_reads_back_exactly(rules: RuleSet, seed: int) -> None:
    for _, _, _, after, _ in match(rules, seed, 3):
        text = after.to_json()

        again = Position.from_json(text)

        assert again == after
        assert again.to_json() == text


def test_a_position_read_back_can_be_played_on() -> None:
    position = play(contracted(), "AS")

    again = Position.from_json(position.to_json())

    assert play(again, "2H") == play(position, "2H")
    assert call(Position.from_json(dealt().to_json()), PASS).turn == 1


def test_a_match_under_way_keeps_the_rules_it_began_with() -> None:
    """Vector 115: there is a later edition by now, and it is not looked up."""
    begun = Position.begin(edition("kibbi", 1), dealer=SEATS[0])

    again = Position.from_json(begun.to_json())

    assert again.rules == edition("kibbi", 1) != PRESETS["kibbi"]
    assert again.rules.digest == begun.opening.data["digest"]


def test_the_rules_travel_inside() -> None:
    stored = json.loads(Position.begin(PRESETS["kibbi"], dealer=SEATS[0]).to_json())

    assert RuleSet.from_json(stored["course"]["rules"]) == PRESETS["kibbi"]


def test_the_text_is_canonical_and_short() -> None:
    text = contracted().to_json()

    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert len(text) < 1500
