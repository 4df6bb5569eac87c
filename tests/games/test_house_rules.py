"""House rules: saved once, edited into new versions, and found by their key."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.dealing import Stream
from games.models import Match, SavedRules, User
from games.models.names import NameHasHiddenSigns
from games.rules import RuleSet, UnknownRules
from games.services import frozen, house_rules, practice
from games.services.house_rules import RulesMoved
from tests.cast import NOW
from tests.rules.presets import EVERY_EDITION, KIBBI, LEVANTINE

pytestmark = pytest.mark.django_db

KABOOT_16 = replace(LEVANTINE, score=replace(LEVANTINE.score, kaboot=16))


@pytest.fixture
def saved(bob: User, stream: Stream) -> SavedRules:
    """Bob's house rules."""
    return house_rules.save(name="Ours", rules=KABOOT_16, owner=bob, by=bob, stream=stream, now=NOW)


def test_a_rule_set_is_saved_under_a_key_of_its_own(saved: SavedRules) -> None:
    assert saved.key.startswith("house-")
    assert saved.rules == replace(KABOOT_16, key=saved.key, version=1)
    assert saved.rules_digest == saved.rules.digest


def test_nobody_guesses_the_key_of_anothers_rules(bob: User, stream: Stream) -> None:
    keys = {
        house_rules.save(name="Ours", rules=LEVANTINE, owner=bob, by=bob, stream=stream, now=NOW).public_id
        for _ in range(20)
    }

    assert len(keys) == 20
    assert {len(key) for key in keys} == {14}


def test_an_edit_is_a_new_version_and_the_earlier_one_stays(saved: SavedRules, bob: User) -> None:
    house_rules.edit(before=saved, name="Ours", rules=KIBBI, by=bob, now=NOW)

    versions = SavedRules.objects.filter(key=saved.key).order_by("version")
    assert [row.version for row in versions] == [1, 2]
    assert house_rules.rule_set(saved.key, 1) == saved.rules
    assert house_rules.rule_set(saved.key) == replace(KIBBI, key=saved.key, version=2)


def test_an_edit_that_changes_nothing_makes_no_version(saved: SavedRules, bob: User) -> None:
    same = house_rules.edit(before=saved, name=" Ours ", rules=KABOOT_16, by=bob, now=NOW)

    assert same == saved
    assert SavedRules.objects.count() == 1


def test_of_two_who_edit_the_same_version_the_second_is_told(
    saved: SavedRules, bob: User, alice: User
) -> None:
    house_rules.edit(before=saved, name="Bob's", rules=KABOOT_16, by=bob, now=NOW)

    with pytest.raises(RulesMoved):
        house_rules.edit(before=saved, name="Alice's", rules=KABOOT_16, by=alice, now=NOW)

    assert SavedRules.objects.get(version=2).name == "Bob's"


def test_a_version_is_never_changed_or_deleted(saved: SavedRules) -> None:
    for change in (saved.save, saved.delete, SavedRules.objects.all().delete):
        with pytest.raises(TypeError):
            change()
    with pytest.raises(TypeError):
        SavedRules.objects.update(name="Another")


def test_a_name_that_would_deceive_is_refused(bob: User, stream: Stream) -> None:
    with pytest.raises(NameHasHiddenSigns):
        house_rules.save(name="Our\u202es", rules=KIBBI, owner=bob, by=bob, stream=stream, now=NOW)


@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_a_shipped_rule_set_is_found_in_each_of_its_versions(rules: RuleSet) -> None:
    assert house_rules.rule_set(rules.key, rules.version) is rules


@pytest.mark.parametrize(("key", "version"), [("nothing", None), ("house-nobodys", None), ("kibbi", 9)])
def test_what_was_never_saved_is_not_found(key: str, version: int | None) -> None:
    with pytest.raises(UnknownRules):
        house_rules.rule_set(key, version)


def test_a_match_keeps_the_version_it_began_with(saved: SavedRules, bob: User, stream: Stream) -> None:
    table = practice.open_table(bob, rules=saved.rules, stream=stream, now=NOW)

    house_rules.edit(before=saved, name="Ours", rules=KIBBI, by=bob, now=NOW)

    assert frozen.rules_at(table.pk) == saved.rules
    assert Match.objects.get().rules_digest == saved.rules_digest


def test_who_comes_back_practises_what_he_practised_last(
    saved: SavedRules, bob: User, stream: Stream
) -> None:
    assert practice.usual_rules(bob) == LEVANTINE
    practice.open_table(bob, rules=saved.rules, stream=stream, now=NOW)

    later = house_rules.edit(before=saved, name="Ours", rules=KIBBI, by=bob, now=NOW)

    assert practice.usual_rules(bob) == later.rules
