"""Rule sets through the API: all that are shipped, one's own, and any whose key one has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.dealing import Stream
from games.models import SavedRules, User
from games.rules import RULESETS, RuleSet
from games.services import house_rules
from tests.api.test_api import get
from tests.cast import NOW
from tests.rules.presets import KIBBI, LEVANTINE, PRESETS

pytestmark = pytest.mark.django_db


@pytest.fixture
def saved(bob: User, stream: Stream) -> SavedRules:
    """Bob's house rules, in a second version."""
    first = house_rules.save(name="Ours", rules=KIBBI, owner=bob, by=bob, stream=stream, now=NOW)
    return house_rules.edit(before=first, name="Ours", rules=LEVANTINE, by=bob, now=NOW)


def test_everybody_sees_the_rule_sets_that_are_shipped() -> None:
    seen = get("rules/")

    assert [one["key"] for one in seen] == list(RULESETS)


def test_who_has_house_rules_sees_them_in_their_last_version(
    saved: SavedRules, bob: User, alice: User
) -> None:
    (own,) = get("rules/", bob)[len(RULESETS) :]

    assert (own["key"], own["version"], own["name"]) == (saved.key, 2, "Ours")
    assert len(get("rules/", alice)) == len(RULESETS)


@pytest.mark.parametrize("key", PRESETS)
def test_what_is_read_makes_the_same_rule_set(key: str) -> None:
    seen = get(f"rules/{key}/")

    rules = RuleSet.from_data(seen["rules"])
    assert rules == PRESETS[key]
    assert seen["digest"] == rules.digest


def test_whoever_has_the_key_reads_house_rules_in_any_version(saved: SavedRules) -> None:
    last, first = get(f"rules/{saved.key}/"), get(f"rules/{saved.key}/?version=1")

    assert RuleSet.from_data(last["rules"]) == saved.rules
    assert RuleSet.from_data(first["rules"]) == replace(KIBBI, key=saved.key, version=1)


@pytest.mark.parametrize("path", ["rules/nothing/", "rules/house-nobodys/", "rules/kibbi/?version=9"])
def test_what_was_never_saved_is_not_found(path: str) -> None:
    assert get(path, status=404)["code"] == "unknown_rules"
