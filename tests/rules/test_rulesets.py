"""Rule sets: values that are checked, frozen and never looked up again."""

import json
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from games.rules import (
    EDITIONS,
    FAMILIES,
    RULESETS,
    AllPass,
    AuctionShape,
    BadRules,
    Duration,
    Readiness,
    RuleSet,
    SetDefenders,
    Suit,
    TrumpChoice,
    UnknownRules,
    duration_of,
    edition,
)
from tests.rules.presets import EVERY_EDITION, KIBBI, LEVANTINE, MOVING_TRUMP, ONE_ROUND, PRESETS, SOLO


@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_a_rule_set_reads_back_from_its_json(rules: RuleSet) -> None:
    again = RuleSet.from_json(rules.to_json())

    assert again == rules
    assert again.digest == rules.digest


# Matches have been frozen with these digests: a change of rules is a new version.
DIGESTS = {
    "moving-trump 1": "a39b971858641fb2d2bbe1325c844c619c767c532098c7159ecd803d29b634fb",
    "kibbi 1": "5b31bc75144589bc4bad641ef55ba3bdc020c25b274aa7f9890f032f7b6fef15",
    "levantine 1": "5178579d8e5eed62670456da92dec2005a8439346c15142073ea92156ac9eead",
    "moving-trump 2": "90e8ebf6131da0b3a71c923e940e21785d7de2561af6102df356e7f830e0dcd9",
    "kibbi 2": "4e2704ed8f7fb5b65409306565828a2bb4355f4b59103b7b5febb936839e6c2f",
    "one-round 1": "ad06981aa589126a6daa58a5ec358a7f65eea6268373971a9515be0328d95182",
    "solo 1": "13e4c002a6660e9952615fbef008173e4189f74dc23721967c2e8bddd04342ae",
    "dealer-stuck 1": "974af604f6e8456afdda55276f5ba90d38d41be65f61e6d548687949f875f399",
    "tricks-31 1": "8d107bd42749b7ae78f3165402ca7077457c7a81baad2e4bb4414077e1086d8c",
    "jawaker 1": "a57476e1978458b80ad3eaff29010aeb70d21b44698cbf9150970e58f7bae343",
    "egyptian-no-trump 1": "9f1fb35109c6425ea3cb26c8ae4768b07462c11c8699f7173d38bc66be428738",
}


@pytest.mark.parametrize(("name", "digest"), DIGESTS.items(), ids=DIGESTS.keys())
def test_the_rules_never_change_under_their_version(name: str, digest: str) -> None:
    assert EVERY_EDITION[name].digest == digest


def test_every_edition_has_its_digest_here() -> None:
    assert DIGESTS.keys() == EVERY_EDITION.keys()


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


def test_the_sets_shipped_are_listed_by_their_keys_each_in_one_family() -> None:
    assert {key: rules.key for key, rules in RULESETS.items()} == {key: key for key in RULESETS}
    assert sorted(key for keys in FAMILIES.values() for key in keys) == sorted(RULESETS)
    assert FAMILIES["forty-one"][0] == "moving-trump"


def test_an_earlier_edition_is_found_by_its_version() -> None:
    assert edition("kibbi", 1).honour is None
    assert edition("kibbi", 2) == RULESETS["kibbi"]
    assert EDITIONS["moving-trump", 1].honour is None


def test_an_edition_that_was_never_shipped_is_refused() -> None:
    with pytest.raises(UnknownRules):
        edition("levantine", 2)


def test_matches_are_as_long_as_those_of_the_shipped_set_most_alike() -> None:
    assert duration_of(LEVANTINE).mean_deals == 7.6
    assert duration_of(replace(KIBBI, key="house")).mean_deals == 9.6
    assert duration_of(SOLO, 61) == Duration(mean_deals=36.0, most_deals=71, mean_actions=2056)
    assert duration_of(replace(LEVANTINE, key="house", target=62, targets_allowed=(62,))).most_deals == 28


STUCK = {"auction": AuctionShape.PASS_OUT, "all_pass": AllPass.DEALER_FORCED}


@pytest.mark.parametrize(
    ("field", "rule", "change"),
    [
        ("key", "out_of_range", {"key": ""}),
        ("key", "out_of_range", {"key": 7}),
        ("version", "out_of_range", {"version": 0}),
        ("version", "out_of_range", {"version": True}),
        ("bid_max", "out_of_range", {"bid_max": 14}),
        ("bid_min", "out_of_range", {"bid_min": 0}),
        ("bid_min", "above_the_highest_bid", {"bid_min": 13, "bid_max": 12}),
        ("max_bid_closes", "not_a_choice", {"max_bid_closes": 1}),
        ("no_trump", "not_a_choice", {"no_trump": "N"}),
        ("fixed_trump", "a_fixed_trump_names_its_suit", {"trump": TrumpChoice.FIXED}),
        ("fixed_trump", "only_a_fixed_trump_names_a_suit", {"fixed_trump": Suit.HEARTS}),
        (
            "no_trump",
            "a_fixed_trump_leaves_no_choice",
            {"trump": TrumpChoice.FIXED, "fixed_trump": Suit.HEARTS, "no_trump": True},
        ),
        ("all_pass", "with_reentry_nobody_is_last", {"all_pass": AllPass.DEALER_FORCED}),
        ("all_pass_limit", "out_of_range", {"all_pass_limit": 0}),
        ("all_pass_limit", "passed_deals_need_a_limit", {"all_pass_limit": None}),
        ("all_pass_limit", "a_forced_dealer_never_passes", STUCK),
        ("score", "not_an_object", {"score": 16}),
        ("kaboot", "out_of_range", {"score": replace(LEVANTINE.score, kaboot=101)}),
        ("max_made", "out_of_range", {"score": replace(LEVANTINE.score, max_made=0)}),
        ("max_set", "out_of_range", {"score": replace(LEVANTINE.score, max_set=16)}),
        ("flat_points", "out_of_range", {"score": replace(LEVANTINE.score, flat_points=0)}),
        ("max_set_factor", "out_of_range", {"score": replace(LEVANTINE.score, max_set_factor=0)}),
        ("max_set_factor", "out_of_range", {"score": replace(LEVANTINE.score, max_set_factor=5)}),
        (
            "max_set_factor",
            "only_tricks_are_multiplied",
            {"score": replace(LEVANTINE.score, max_set_factor=2, set_defenders=SetDefenders.FLAT)},
        ),
        ("honour", "out_of_range", {"honour": 0}),
        ("target", "not_one_of_the_targets", {"target": 41}),
        ("targets_allowed", "out_of_range", {"target": 0, "targets_allowed": (0,)}),
        ("targets_allowed", "out_of_range", {"targets_allowed": tuple(range(31, 38))}),
        ("round_cap", "out_of_range", {"round_cap": 0}),
    ],
)
def test_values_no_match_could_be_played_by_are_refused(
    field: str, rule: str, change: dict[str, Any]
) -> None:
    with pytest.raises(BadRules) as refused:
        replace(LEVANTINE, **change)

    assert refused.value.code == "bad_rules"
    assert refused.value.params == {"field": field, "rule": rule}


def edited(**changes: Any) -> str:
    """Return the JSON of the levantine rules with some fields changed, or left out if None."""
    values = {**LEVANTINE.to_data(), **changes}
    return json.dumps({name: value for name, value in values.items() if value is not None})


@pytest.mark.parametrize(
    ("field", "rule", "text"),
    [
        ("json", "not_json", "no json"),
        ("json", "not_json", "[" * 100_000),
        ("rules", "not_an_object", "[]"),
        ("key", "missing", edited(key=None)),
        ("colour", "unknown", edited(colour="red")),
        ("auction", "not_a_choice", edited(auction="sealed")),
        ("auction", "not_a_choice", edited(auction=["once"])),
        ("target", "missing", edited(target=None)),
        ("targets_allowed", "not_a_choice", edited(targets_allowed=31)),
        ("targets_allowed", "out_of_range", edited(targets_allowed=["31"])),
        ("score", "not_an_object", edited(score="high")),
        ("made", "not_a_choice", edited(score={**LEVANTINE.to_data()["score"], "made": "twice"})),
        ("bonus", "unknown", edited(score={**LEVANTINE.to_data()["score"], "bonus": 5})),
        ("fixed_trump", "not_a_choice", edited(trump="fixed", fixed_trump="N")),
        ("version", "out_of_range", edited(version="1")),
        ("round_cap", "out_of_range", edited(round_cap=2.5)),
    ],
)
def test_json_that_is_no_rule_set_is_refused_by_what_is_wrong(field: str, rule: str, text: str) -> None:
    with pytest.raises(BadRules) as refused:
        RuleSet.from_json(text)

    assert refused.value.params == {"field": field, "rule": rule}


def test_the_sets_are_what_their_sources_say() -> None:
    assert (SOLO.target, SOLO.targets_allowed) == (31, (31, 51, 61))
    assert (MOVING_TRUMP.target, MOVING_TRUMP.honour, MOVING_TRUMP.ready) == (41, 5, Readiness.ALL_HUMANS)
    assert (KIBBI.fixed_trump, KIBBI.honour) == (Suit.HEARTS, 5)
    assert (ONE_ROUND.target, ONE_ROUND.score.flat_points) == (31, 13)
    assert RULESETS["tricks-31"].score.made.value == "tricks"
    assert RULESETS["jawaker"].bid_label.value == "over_six"
    assert RULESETS["dealer-stuck"].all_pass is AllPass.DEALER_FORCED
    assert RULESETS["egyptian-no-trump"].no_trump
