"""Rule sets: values that are checked, frozen and never looked up again."""

import json
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from games.rules import DURATIONS, RULESETS, AllPass, BadRuleSet, RuleSet, Suit, TrumpChoice
from tests.rules.presets import KIBBI, LEVANTINE, MOVING_TRUMP, PRESETS, SOLO


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_a_rule_set_reads_back_from_its_json(rules: RuleSet) -> None:
    again = RuleSet.from_json(rules.to_json())

    assert again == rules
    assert again.digest == rules.digest


def test_the_levantine_rules_never_change_under_their_version() -> None:
    # Matches have been frozen with this digest: a change of rules is a new version.
    assert LEVANTINE.digest == "5178579d8e5eed62670456da92dec2005a8439346c15142073ea92156ac9eead"


def test_the_json_is_canonical() -> None:
    values = json.loads(LEVANTINE.to_json())

    text = json.dumps(values, sort_keys=True, separators=(",", ":"))

    assert LEVANTINE.to_json() == text
    assert values["key"] == "levantine"
    assert values["score"]["made"] == "bid"


def test_a_field_at_its_default_is_not_written_so_a_new_one_leaves_old_digests_alone() -> None:
    values = LEVANTINE.to_data()

    assert "fixed_trump" not in values
    assert "kaboot" not in values["score"]
    assert KIBBI.to_data()["fixed_trump"] == "H"


def test_any_other_value_is_another_digest() -> None:
    digests = {rules.digest for rules in PRESETS.values()}

    assert len(digests) == len(PRESETS)
    assert replace(LEVANTINE, round_cap=49).digest != LEVANTINE.digest


def test_a_rule_set_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        LEVANTINE.target = 41  # type: ignore[misc]  # that it is refused is the point


def test_the_sets_shipped_are_listed_by_their_keys_and_have_a_duration() -> None:
    assert {key: rules.key for key, rules in RULESETS.items()} == {"levantine": "levantine"}
    assert DURATIONS.keys() == RULESETS.keys()
    assert 1 < DURATIONS["levantine"].mean_deals < DURATIONS["levantine"].most_deals


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("key", {"key": ""}),
        ("key", {"key": 7}),
        ("version", {"version": 0}),
        ("version", {"version": True}),
        ("bid_max", {"bid_max": 14}),
        ("bid_min", {"bid_min": 0}),
        ("bid_min", {"bid_min": 13, "bid_max": 12}),
        ("max_bid_closes", {"max_bid_closes": 1}),
        ("fixed_trump", {"trump": TrumpChoice.FIXED}),
        ("fixed_trump", {"fixed_trump": Suit.HEARTS}),
        ("all_pass", {"all_pass": AllPass.DEALER_FORCED}),
        ("all_pass_limit", {"all_pass_limit": 0}),
        ("score", {"score": replace(LEVANTINE.score, kaboot=101)}),
        ("score", {"score": replace(LEVANTINE.score, flat_points=0)}),
        ("score", {"score": replace(LEVANTINE.score, max_set_factor=0)}),
        ("targets_allowed", {"target": 41}),
        ("targets_allowed", {"target": 0, "targets_allowed": (0,)}),
        ("round_cap", {"round_cap": 0}),
    ],
)
def test_values_no_match_could_be_played_by_are_refused(field: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadRuleSet) as refused:
        replace(LEVANTINE, **change)

    assert refused.value.code == "bad_rule_set"
    assert refused.value.params == {"field": field}


def edited(**changes: Any) -> str:
    """Return the JSON of the levantine rules with some fields changed, or left out if None."""
    values = {**LEVANTINE.to_data(), **changes}
    return json.dumps({name: value for name, value in values.items() if value is not None})


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("json", "no json"),
        ("json", "[" * 100_000),
        ("rules", "[]"),
        ("key", edited(key=None)),
        ("colour", edited(colour="red")),
        ("auction", edited(auction="sealed")),
        ("auction", edited(auction=["once"])),
        ("target", edited(target=None)),
        ("targets_allowed", edited(targets_allowed=31)),
        ("targets_allowed", edited(targets_allowed=["31"])),
        ("score", edited(score="high")),
        ("made", edited(score={**LEVANTINE.to_data()["score"], "made": "twice"})),
        ("bonus", edited(score={**LEVANTINE.to_data()["score"], "bonus": 5})),
        ("fixed_trump", edited(trump="fixed", fixed_trump="N")),
        ("version", edited(version="1")),
        ("round_cap", edited(round_cap=2.5)),
    ],
)
def test_json_that_is_no_rule_set_is_refused_by_the_field_that_is_wrong(field: str, text: str) -> None:
    with pytest.raises(BadRuleSet) as refused:
        RuleSet.from_json(text)

    assert refused.value.params == {"field": field}


def test_the_other_sets_are_only_data() -> None:
    assert SOLO.targets_allowed == (31, 51, 61)
    assert MOVING_TRUMP.target == 41
