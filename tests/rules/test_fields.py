"""The fields of a rule set as one list: nothing is lost on the way there and back."""

from dataclasses import replace

import pytest

from games.rules import (
    FIELDS,
    RANGES,
    BadRules,
    Made,
    RuleSet,
    differences,
    from_values,
    nearest,
    values_of,
)
from tests.rules.presets import EVERY_EDITION, KIBBI, LEVANTINE, MOVING_TRUMP, PRESETS


@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_a_rule_set_is_the_values_of_its_fields(rules: RuleSet) -> None:
    assert from_values(values_of(rules), key=rules.key, version=rules.version) == rules


def test_every_field_is_one_of_the_list_but_those_it_is_named_by() -> None:
    named = {*LEVANTINE.__dataclass_fields__, *LEVANTINE.score.__dataclass_fields__}

    assert set(FIELDS) == named - {"key", "version", "score"}


def test_two_rule_sets_differ_in_the_fields_in_which_they_differ() -> None:
    assert differences(MOVING_TRUMP, KIBBI) == ("trump", "fixed_trump")
    assert differences(LEVANTINE, LEVANTINE) == ()


def test_what_they_are_called_makes_no_difference() -> None:
    assert differences(LEVANTINE, replace(LEVANTINE, key="house-ours", version=7)) == ()


@pytest.mark.parametrize("key", PRESETS)
def test_a_shipped_rule_set_is_the_nearest_to_itself(key: str) -> None:
    assert nearest(PRESETS[key]) is PRESETS[key]


def test_house_rules_are_nearest_to_what_they_were_made_of() -> None:
    ours = replace(KIBBI, key="house-ours", target=51, targets_allowed=(51,))

    assert nearest(ours) is KIBBI


@pytest.mark.parametrize("field", RANGES)
def test_a_number_may_be_the_lowest_or_the_highest_of_its_field_and_none_beyond(field: str) -> None:
    lowest, highest = RANGES[field]
    begin = values_of(LEVANTINE) | {"bid_min": 1, "made": Made.FLAT}

    for number in (lowest - 1, highest + 1):
        with pytest.raises(BadRules) as refused:
            made(begin, field, number)
        assert refused.value.params["field"] == field
    for number in (lowest, highest):
        assert getattr(made(begin, field, number), field, number) == number


def made(values: dict[str, object], field: str, number: int) -> RuleSet:
    """Return the rule set with this number in this field; a version is no value of the list."""
    version = {"version": number} if field == "version" else {}
    return from_values(values | {field: number}, key="house-ours", **version)
