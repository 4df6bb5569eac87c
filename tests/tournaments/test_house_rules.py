"""House rules on their pages: made with their scores in view, shared, and played by in a club."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.dealing import Stream
from games.models import Match, SavedRules, User
from games.rule_faults import fault
from games.rules import (
    DEMANDS,
    FIELDS,
    SEATS,
    BadRules,
    Bid,
    RuleSet,
    score_deal,
    worked_deals,
)
from tests.cast import NOW, client_of
from tests.games.rule_pages import RulesPage, check_the_numbers
from tests.rules.presets import KIBBI, LEVANTINE, PRESETS
from tournaments.forms.rules import GROUPS, RulesForm
from tournaments.models import Club
from tournaments.services import house_rules

pytestmark = pytest.mark.django_db

KABOOT_16 = replace(LEVANTINE, score=replace(LEVANTINE.score, kaboot=16))
POINTS = r'<b[^>]*><span class="signed">([+−]?\d+)</span></b>'
WORKED = re.compile(rf'data-deal="(\w+)".*?bid (\d+), took (\d+).*?{POINTS}.*?{POINTS}', re.DOTALL)


def typed(rules: RuleSet, **changes: Any) -> dict[str, Any]:
    """Return what a browser sends of the form that begins with these rules, changed like this."""
    form = RulesForm(begin=rules)
    shown = {name: form[name].value() for name in FIELDS} | changes
    return {name: value for name, value in shown.items() if value not in {None, False, ""}}


def new(key: str) -> str:
    """Return the address at which house rules are made out of others."""
    return reverse("tournaments:new_rules", args=[key])


def page_of(name: str, saved: SavedRules, *more: int) -> str:
    """Return the address of a page of house rules."""
    return reverse(f"tournaments:{name}", args=[saved.public_id, *more])


def edited(saved: SavedRules, user: User, *, name: str = "Ours", **changes: Any) -> Any:
    """Return the answer to an edit of the first version."""
    asked = typed(saved.rules, **changes) | {"save": "1", "name": name, "version": "1"}
    return client_of(user).post(page_of("edit_rules", saved), asked)


def numbers(page: str) -> list[tuple[str, list[int]]]:
    """Return the worked deals a page shows: the name; the bid, the tricks, what it pays either side."""
    return [(name, [int(one.replace("−", "-")) for one in said]) for name, *said in WORKED.findall(page)]


def text(client: Client, address: str, asked: dict[str, Any] | None = None, *, htmx: bool = False) -> str:
    """Return a page: looked at, or the answer to what was typed, to htmx or to a browser without."""
    headers = {"HX-Request": "true"} if htmx else None
    answer = client.get(address) if asked is None else client.post(address, asked, headers=headers)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


@pytest.fixture
def saved(bob: User, stream: Stream) -> SavedRules:
    """Bob's own house rules."""
    return house_rules.save(club=None, name="Ours", rules=KABOOT_16, by=bob, stream=stream, now=NOW)


@pytest.fixture
def clubs_rules(club: Club, alice: User, stream: Stream) -> SavedRules:
    """House rules of the club, which Alice saved."""
    return house_rules.save(
        club=club, name="Cedar rules", rules=KABOOT_16, by=alice, stream=stream.derive("club"), now=NOW
    )


# ---- the form -----------------------------------------------------------------------------------


def test_the_form_asks_for_every_field_once() -> None:
    asked = [name for _title, names in GROUPS for name in names]

    assert sorted(asked) == sorted(FIELDS)


@pytest.mark.parametrize("key", PRESETS)
def test_a_shipped_rule_set_comes_out_of_its_form_as_it_went_in(key: str) -> None:
    form = RulesForm(typed(PRESETS[key]), begin=PRESETS[key])

    assert form.is_valid(), form.errors
    assert form.rules == replace(PRESETS[key], version=1)


def test_a_cost_is_asked_for_without_its_sign() -> None:
    form = RulesForm(typed(LEVANTINE, max_set="20"), begin=LEVANTINE)

    assert form.is_valid()
    assert form.rules.score.max_set == -20


def test_the_target_is_always_one_that_a_table_may_choose() -> None:
    form = RulesForm(typed(LEVANTINE, target="41", targets_allowed="51، 61"), begin=LEVANTINE)

    assert form.is_valid()
    assert form.rules.targets_allowed == (41, 51, 61)


BROKEN: dict[tuple[str, str], dict[str, Any]] = {
    ("bid_min", "above_the_highest_bid"): {"bid_min": "9", "bid_max": "8"},
    ("fixed_trump", "a_fixed_trump_names_its_suit"): {"trump": "fixed"},
    ("fixed_trump", "only_a_fixed_trump_names_a_suit"): {"fixed_trump": "H"},
    ("no_trump", "a_fixed_trump_leaves_no_choice"): {"trump": "fixed", "fixed_trump": "H", "no_trump": "on"},
    ("all_pass", "with_reentry_nobody_is_last"): {"all_pass": "dealer_forced"},
    ("all_pass_limit", "passed_deals_need_a_limit"): {"all_pass_limit": ""},
    ("all_pass_limit", "a_forced_dealer_never_passes"): {"all_pass": "dealer_forced", "auction": "once"},
    ("max_set_factor", "only_tricks_are_multiplied"): {"set_defenders": "flat", "max_set_factor": "2"},
    ("targets_allowed", "out_of_range"): {"targets_allowed": "1, 2, 3, 4, 5, 6"},
}


@pytest.mark.parametrize(("demand", "changes"), BROKEN.items(), ids="-".join)
def test_a_combination_that_cannot_be_played_is_refused_at_its_field_with_the_reason(
    demand: tuple[str, str], changes: dict[str, Any]
) -> None:
    form = RulesForm(typed(LEVANTINE, **changes), begin=LEVANTINE)

    field, rule = demand
    assert form.errors == {field: [fault(BadRules(field=field, rule=rule))]}


def test_every_combination_that_the_rules_refuse_was_tried_in_the_form() -> None:
    combinations = {
        (field, rule) for field, rule, _ in DEMANDS if rule not in {"out_of_range", "not_a_choice"}
    }

    # The score is no field of the form, and its target is always one of the targets.
    assert combinations - BROKEN.keys() == {("score", "not_an_object"), ("target", "not_one_of_the_targets")}


@pytest.mark.parametrize("field", ["bid_min", "kaboot", "max_set", "target", "round_cap"])
@pytest.mark.parametrize("number", ["-1", "2000", "half"])
def test_a_number_out_of_its_range_is_refused_at_its_field(field: str, number: str) -> None:
    form = RulesForm(typed(LEVANTINE, **{field: number}), begin=LEVANTINE)

    assert list(form.errors) == [field]


# ---- making and editing -------------------------------------------------------------------------


def test_what_a_change_does_to_the_scores_is_shown_before_anything_is_saved(alice: User) -> None:
    asked = typed(LEVANTINE, kaboot="16")

    part = text(client_of(alice), new("levantine"), asked, htmx=True)

    assert ("kaboot", [8, 13, 16, 0]) in numbers(part)
    assert part.count('class="changed"') == 1
    assert "<html" not in part
    assert not SavedRules.objects.exists()


def test_without_a_script_a_button_shows_the_scores_on_the_whole_page(alice: User) -> None:
    asked = typed(LEVANTINE, kaboot="16") | {"show": "1", "name": "Mine"}

    page = text(client_of(alice), new("levantine"), asked)

    assert ("kaboot", [8, 13, 16, 0]) in numbers(page)
    assert 'value="16"' in page
    assert 'value="Mine"' in page
    assert not SavedRules.objects.exists()


def test_the_reason_comes_back_for_its_own_field_only(alice: User) -> None:
    asked = typed(LEVANTINE, all_pass="dealer_forced")

    part = text(client_of(alice), new("levantine"), asked, htmx=True)

    slots = dict(re.findall(r'id="id_(\w+)_error"[^>]*>(.*?)</div>', part, re.DOTALL))
    assert slots.keys() == set(FIELDS)
    assert [field for field, reason in slots.items() if reason] == ["all_pass"]


def test_alice_saves_rules_for_her_club(alice: User, club: Club) -> None:
    asked = typed(LEVANTINE, kaboot="16") | {"save": "1", "name": "Cedar rules", "club": club.slug}

    answer = client_of(alice).post(new("levantine"), asked)

    saved = SavedRules.objects.get()
    assert answer["Location"] == page_of("rules", saved)
    assert replace(saved.rules, key="levantine") == KABOOT_16
    assert house_rules.club_of(saved) == club
    assert saved.owner is None


def test_bob_saves_rules_of_his_own(bob: User) -> None:
    client_of(bob).post(new("kibbi"), typed(KIBBI, target="51") | {"save": "1", "name": "Ours"})

    saved = SavedRules.objects.get()
    assert saved.owner == bob
    assert house_rules.club_of(saved) is None


def test_bob_who_only_plays_cannot_save_rules_for_the_club(bob: User, club: Club) -> None:
    client_of(bob).post(new("kibbi"), typed(KIBBI) | {"save": "1", "name": "Ours", "club": club.slug})

    assert SavedRules.objects.get().owner == bob
    assert not club.house_rules.exists()


def test_rules_without_a_name_or_that_cannot_be_played_are_not_saved(alice: User) -> None:
    nameless = text(client_of(alice), new("levantine"), typed(LEVANTINE) | {"save": "1"})
    impossible = typed(LEVANTINE, bid_min="14") | {"save": "1", "name": "Ours"}

    assert "This field is required." in nameless
    assert "less than or equal to 13" in text(client_of(alice), new("levantine"), impossible)
    assert not SavedRules.objects.exists()


def test_an_edit_is_compared_with_the_version_that_is_edited(saved: SavedRules, bob: User) -> None:
    asked = typed(KABOOT_16, kaboot="20")

    part = text(client_of(bob), page_of("edit_rules", saved), asked, htmx=True)

    assert re.search(r'<del>.*?<span class="signed">\+16</span></del>', part)


def test_bob_edits_his_rules_into_a_second_version(saved: SavedRules, bob: User) -> None:
    edited(saved, bob, kaboot="20")

    assert SavedRules.objects.get(version=2).rules.score.kaboot == 20


def test_whoever_edits_an_old_version_is_told_and_sees_his_own_beside_the_last(
    saved: SavedRules, bob: User
) -> None:
    edited(saved, bob, kaboot="20")

    page = edited(saved, bob, kaboot="26").content.decode()

    assert "Somebody else saved a new version" in page
    assert 'name="kaboot" value="26"' in page
    assert 'name="version" value="2"' in page
    assert re.search(r'<del>.*?<span class="signed">\+20</span></del>', page)
    assert SavedRules.objects.count() == 2


def test_the_list_shows_ones_own_and_the_clubs_to_its_members_only(
    saved: SavedRules, clubs_rules: SavedRules, bob: User, alice: User, charlie: User
) -> None:
    pages = {
        user: text(client_of(user), reverse("tournaments:house_rules")) for user in (bob, alice, charlie)
    }

    shown = {
        user: [one for one in (saved, clubs_rules) if one.public_id in page] for user, page in pages.items()
    }
    assert shown == {bob: [saved, clubs_rules], alice: [clubs_rules], charlie: []}


# ---- files --------------------------------------------------------------------------------------


def test_a_file_of_rules_comes_back_as_the_form_that_makes_them(saved: SavedRules, charlie: User) -> None:
    file = client_of(charlie).get(reverse("tournaments:rules_json", args=[saved.public_id, 1]))
    asked = {"file": SimpleUploadedFile("ours.json", file.content)}

    page = text(client_of(charlie), reverse("tournaments:import_rules"), asked)

    assert f"{saved.key}-1.json" in file["Content-Disposition"]
    assert RuleSet.from_json(file.content.decode()) == saved.rules
    assert f'action="{new("levantine")}"' in page
    assert ("kaboot", [8, 13, 16, 0]) in numbers(page)


def test_a_bad_file_is_refused_with_the_field_and_the_reason(charlie: User) -> None:
    asked = {"text": json.dumps(LEVANTINE.to_data() | {"bid_max": 14})}

    page = text(client_of(charlie), reverse("tournaments:import_rules"), asked)

    assert "“bid_max”" in page
    assert "from 1 to 13" in page


# ---- the page behind the link -------------------------------------------------------------------


@pytest.mark.parametrize("key", PRESETS)
def test_every_number_on_the_page_is_what_the_rules_pay(key: str, bob: User, stream: Stream) -> None:
    rules = PRESETS[key]
    saved = house_rules.save(club=None, name="Ours", rules=rules, by=bob, stream=stream, now=NOW)

    shown = numbers(text(Client(), page_of("rules", saved)))

    assert [name for name, _ in shown] == [deal.name for deal in worked_deals(rules)]
    for name, (bid, took, won, theirs) in shown:
        bonus = rules.honour if name == "honour" and rules.honour else 0
        paid = score_deal(rules, declarer=SEATS[0], bid=Bid(bid), tricks=(took, 13 - took, 0, 0))
        assert (won - bonus, theirs) == paid[:2]


def test_the_page_tells_the_rules_in_full_with_the_numbers_they_pay(saved: SavedRules) -> None:
    page = text(Client(), page_of("rules", saved))

    assert 'id="scoring"' in page
    check_the_numbers(saved.rules, RulesPage(page))


def test_a_stranger_with_the_link_plays_a_deal_under_the_rules(saved: SavedRules) -> None:
    stranger = Client()
    page = text(stranger, page_of("rules", saved))
    asked = dict(re.findall(r'type="hidden" name="(rules|version)" value="([^"]+)"', page))

    answer = stranger.post(reverse("games:practice"), asked)

    assert Match.objects.get().rules_digest == saved.rules_digest
    assert "Ours" in text(stranger, answer["Location"])


def test_an_earlier_version_has_its_own_page(saved: SavedRules, bob: User) -> None:
    edited(saved, bob, kaboot="20", name="New")

    pages = [text(Client(), page_of("rules_version", saved, number)) for number in (1, 2)]

    assert ("kaboot", [8, 13, 16, 0]) in numbers(pages[0])
    assert ("kaboot", [8, 13, 20, 0]) in numbers(pages[1])
    assert ["<title>Ours" in page for page in pages] == [True, False]


def test_what_is_other_than_in_the_nearest_shipped_rules_is_said_in_a_line_each(saved: SavedRules) -> None:
    page = text(Client(), page_of("rules", saved))

    assert re.findall(r'data-field="(\w+)"', page) == ["kaboot"]
    assert "Other than <bdi>Levantine</bdi>" in page
