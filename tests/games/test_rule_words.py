"""Every field of a rule set has its words, and so has every reason why values are none."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any

import pytest
from django.utils import translation

from games import rule_faults, rule_names, rule_words
from games.dealing import Stream
from games.models import User
from games.rules import (
    DEMANDS,
    EDITIONS,
    FAMILIES,
    FIELDS,
    RANGES,
    RULESETS,
    BadRules,
    RuleSet,
    values_of,
)
from games.sentences import sentence
from games.services import house_rules
from tests.cast import NOW
from tests.rules.presets import LEVANTINE

VALUES = [values_of(rules) for rules in EDITIONS.values()]
ENUMS = {field: type(value) for field, value in values_of(LEVANTINE).items() if isinstance(value, Enum)}


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_a_name(field: str) -> None:
    assert str(rule_words.LABELS[field])


def test_no_word_is_left_of_a_field_that_is_gone() -> None:
    known = {*rule_words.LABELS, *rule_words.EXPLANATIONS, *rule_words.CHOICES, *rule_words.NOTHING}

    assert known == set(FIELDS)


@pytest.mark.parametrize("field", ENUMS)
def test_every_choice_of_a_field_has_its_words(field: str) -> None:
    said = [rule_words.said(field, choice) for choice in ENUMS[field]]

    assert len(said) == len(set(said)) == len(rule_words.CHOICES[field])


@pytest.mark.parametrize("field", FIELDS)
def test_whatever_a_shipped_rule_set_says_can_be_said_in_words(field: str) -> None:
    for values in VALUES:
        assert rule_words.said(field, values[field])


def test_what_a_value_says() -> None:
    assert rule_words.said("kaboot", 16) == "16"
    assert rule_words.said("kaboot", None) == "What any contract pays"
    assert rule_words.said("max_set", -16) == "16"
    assert rule_words.said("no_trump", True) == "Yes"
    assert rule_words.said("targets_allowed", (31, 51)) == "31, 51"


@pytest.mark.parametrize(("field", "rule"), [(field, rule) for field, rule, _ in DEMANDS])
def test_every_demand_has_a_reason_of_its_own_or_a_range(field: str, rule: str) -> None:
    refusal = BadRules(field=field, rule=rule)

    ranged = rule == "out_of_range" and field in {*RANGES, "targets_allowed"}
    assert ranged or (field, rule) in rule_faults.DEMANDED or rule in rule_faults.OF_A_FILE
    assert "%" not in rule_faults.fault(refusal)


def test_no_reason_is_left_of_a_demand_that_is_gone() -> None:
    assert rule_faults.DEMANDED.keys() <= {(field, rule) for field, rule, _ in DEMANDS}


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("{", "json", "not JSON"),
        ("[]", "rules", "in braces"),
        ("{}", "all_pass", "missing"),
        (LEVANTINE.to_json().replace('"key"', '"keys"'), "key", "missing"),
        (LEVANTINE.to_json().replace("{", '{"colour":"red",', 1), "colour", "no such field"),
        (LEVANTINE.to_json().replace('"ccw"', '"up"'), "direction", "none of the values"),
        (LEVANTINE.to_json().replace('"round_cap":50', '"round_cap":0'), "round_cap", "from 1 to 1000"),
    ],
)
def test_a_bad_file_is_refused_with_the_field_and_the_reason(text: str, field: str, reason: str) -> None:
    with pytest.raises(BadRules) as refused:
        RuleSet.from_json(text)

    said = sentence(refused.value)
    assert f"“{field}”" in said
    assert reason in said


def test_every_shipped_rule_set_and_family_has_a_name() -> None:
    assert rule_names.NAMES.keys() == RULESETS.keys()
    assert rule_names.FAMILIES.keys() == FAMILIES.keys()


@pytest.mark.django_db
def test_house_rules_are_called_what_their_maker_called_them_in_each_version(
    bob: User, stream: Stream
) -> None:
    first = house_rules.save(name="Ours", rules=LEVANTINE, owner=bob, by=bob, stream=stream, now=NOW)
    second = house_rules.edit(before=first, name="Ours at last", rules=LEVANTINE, by=bob, now=NOW)

    assert [rule_names.rules_name(saved.rules) for saved in (first, second)] == ["Ours", "Ours at last"]


@pytest.mark.django_db
def test_rules_of_another_site_are_called_by_their_key() -> None:
    assert rule_names.rules_name(replace(LEVANTINE, key="house-elsewhere")) == "house-elsewhere"


def test_a_reader_of_arabic_reads_arabic() -> None:
    with translation.override("ar"):
        said: list[Any] = [rule_words.said("made", values["made"]) for values in VALUES]
        reason = rule_faults.fault(BadRules(field="all_pass", rule="with_reentry_nobody_is_last"))

    assert all("\u0600" <= text[0] <= "\u06ff" for text in [*said, reason])
