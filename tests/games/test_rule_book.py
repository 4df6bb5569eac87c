"""The rules in words: every number is the one that is scored, and every choice of a rule set is told."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.rule_book import described, markdown, rule_book, unlike
from games.rule_names import FAMILIES, NAMES
from games.rules import (
    FAMILIES as KEYS,
)
from games.rules import (
    FIELDS,
    RULESETS,
    AfterMatch,
    AllPass,
    AuctionShape,
    BidLabel,
    Direction,
    Level,
    Made,
    MadeDefenders,
    NextDealer,
    Readiness,
    RuleSet,
    Seating,
    SetDeclarer,
    SetDefenders,
    Suit,
    TrumpChoice,
)
from tarneeb_site.management.commands.rules_pages import FOLDER, pages
from tests.games.rule_pages import RulesPage, check_the_numbers
from tests.rules.presets import EVERY_EDITION, KIBBI, LEVANTINE, MOVING_TRUMP, ONE_ROUND, SOLO
from tests.rules.rule_sets import rule_sets

LANGUAGES = ("en", "ar", "ar-kw")
TRANSLATE = {"_", "gettext", "ngettext", "ngettext_lazy"}
SOURCES = Path(settings.BASE_DIR) / "games" / "rule_book"


def written(rules: RuleSet, language: str = "en") -> str:
    """Return all that the book of a rule set says."""
    with translation.override(language):
        return markdown(rule_book(rules, name="House"))


def page_of(rules: RuleSet, language: str = "en") -> RulesPage:
    """Return the page of a rule set as a reader sees it."""
    with translation.override(language):
        return RulesPage(render_to_string("games/_rules.html", {"book": rule_book(rules, name="House")}))


# ---- the numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EVERY_EDITION.values(), ids=EVERY_EDITION.keys())
def test_every_number_of_a_shipped_set_s_page_is_the_one_that_is_scored(
    rules: RuleSet, language: str
) -> None:
    check_the_numbers(rules, page_of(rules, language))


@given(rules=rule_sets(), language=st.sampled_from(LANGUAGES))
def test_every_number_of_house_rules_page_is_the_one_that_is_scored(rules: RuleSet, language: str) -> None:
    check_the_numbers(rules, page_of(rules, language))


def test_what_the_score_table_says_in_words_is_what_it_is_made_from() -> None:
    table = {row[0].text: [cell.text for cell in row[1:]] for row, _ in page_of(MOVING_TRUMP).cells("ending")}

    assert table == {
        "Contract below 13 made": ["1 point for each trick taken", "0"],
        "All thirteen tricks on a lower bid (kaboot)": ["+16", "0"],
        "Bid of 13 made": ["+26", "0"],
        "Contract below 13 set": ["minus the bid", "1 point for each trick taken"],
        "Bid of 13 set": ["\u221216", "2 points for each trick taken"],
    }


@pytest.mark.parametrize("source", sorted(SOURCES.glob("*.py")), ids=lambda path: path.stem)
def test_no_number_is_typed_into_a_sentence(source: Path) -> None:
    typed = [
        text
        for text in sentences(source)
        if re.search(r"\d", re.sub(r"%\(\w+\)s", "", text)) and not re.search("400|Tarneeb 41", text)
    ]

    assert typed == []


def sentences(source: Path) -> Iterator[str]:
    """Return what a file has translated."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in TRANSLATE:
            texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
            yield from (text for text in texts if isinstance(text, str))


# ---- the words ----------------------------------------------------------------------------------

REDEALT = replace(LEVANTINE, auction=AuctionShape.PASS_OUT)
FORCED = replace(REDEALT, all_pass=AllPass.DEALER_FORCED, all_pass_limit=None)


def scoring_as(**changes: object) -> RuleSet:
    """Return Levantine with another score table."""
    return replace(LEVANTINE, score=replace(LEVANTINE.score, **changes))  # type: ignore[arg-type]  # names of fields


TOLD_APART: dict[str, list[RuleSet]] = {
    "seating": [replace(LEVANTINE, seating=seating) for seating in Seating],
    "direction": [replace(LEVANTINE, direction=direction) for direction in Direction],
    "auction": [replace(LEVANTINE, auction=shape) for shape in AuctionShape],
    "all_pass": [REDEALT, FORCED],
    "dealer_all_pass": [replace(LEVANTINE, dealer_all_pass=dealer) for dealer in NextDealer],
    "max_bid_closes": [replace(LEVANTINE, max_bid_closes=closes) for closes in (False, True)],
    "trump": [LEVANTINE, *(replace(LEVANTINE, trump=TrumpChoice.FIXED, fixed_trump=suit) for suit in Suit)],
    "no_trump": [replace(LEVANTINE, no_trump=offered) for offered in (False, True)],
    "bid_min": [replace(LEVANTINE, bid_min=lowest) for lowest in (5, 6, 7)],
    "bid_max": [replace(LEVANTINE, bid_max=highest) for highest in (12, 13)],
    "bid_label": [replace(LEVANTINE, bid_label=label) for label in BidLabel],
    "all_pass_limit": [replace(LEVANTINE, all_pass_limit=limit) for limit in (1, 2, 8)],
    "honour": [replace(LEVANTINE, honour=points) for points in (None, 1, 5)],
    "level": [replace(LEVANTINE, level=level) for level in Level],
    "round_cap": [replace(LEVANTINE, round_cap=cap) for cap in (None, 1, 50)],
    "ready": [replace(LEVANTINE, ready=ready) for ready in Readiness],
    "after_match": [replace(LEVANTINE, after_match=after) for after in AfterMatch],
    "target": [replace(LEVANTINE, target=target, targets_allowed=(31, 51)) for target in (31, 51)],
    "targets_allowed": [replace(LEVANTINE, targets_allowed=targets) for targets in ((31,), (31, 51))],
    "made": [scoring_as(made=made) for made in Made],
    "set_declarer": [scoring_as(set_declarer=costs) for costs in SetDeclarer],
    "set_defenders": [scoring_as(set_defenders=pays) for pays in SetDefenders],
    "made_defenders": [scoring_as(made_defenders=pays) for pays in MadeDefenders],
    "flat_points": [scoring_as(made=Made.FLAT, flat_points=points) for points in (13, 15)],
    "kaboot": [scoring_as(kaboot=points) for points in (None, 16, 20)],
    "max_made": [scoring_as(max_made=points) for points in (None, 20, 26)],
    "max_set": [scoring_as(max_set=points) for points in (None, -16)],
    "max_set_factor": [scoring_as(max_set_factor=factor) for factor in (1, 2, 3)],
}


def test_every_field_of_a_rule_set_is_among_those_that_are_told() -> None:
    fields = {*RuleSet.__dataclass_fields__, *type(LEVANTINE.score).__dataclass_fields__}

    assert fields - {"key", "version", "score", "fixed_trump"} == set(TOLD_APART)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", TOLD_APART)
def test_every_choice_changes_what_the_book_says(field: str, language: str) -> None:
    sets = TOLD_APART[field]

    told = {before_the_comparison(written(rules, language)) for rules in sets}

    assert len(told) == len(sets)


def before_the_comparison(text: str) -> str:
    """Return the rules themselves, without what differs from others."""
    return "\n".join(part for part in text.split("\n## ") if "\n### " not in part)


@pytest.mark.parametrize("field", TOLD_APART)
def test_every_choice_is_told_apart_in_a_comparison(field: str) -> None:
    first, *others = TOLD_APART[field]

    assert all(unlike(first, other) for other in others)


@given(rules=rule_sets(), language=st.sampled_from(LANGUAGES))
def test_a_book_leaves_no_value_out_and_says_nothing_twice(rules: RuleSet, language: str) -> None:
    with translation.override(language):
        book = rule_book(rules, name="House")
    text = markdown(book)

    assert "%(" not in text
    assert "None" not in text.replace("| None |", ""), "the word for no suit is a cell"
    anchors = [section.anchor for section in book.sections]
    assert len(anchors) == len(set(anchors))


def test_a_reader_of_the_gulf_words_reads_no_others() -> None:
    for rules in EVERY_EDITION.values():
        text = written(rules, "ar-kw").replace("طرنيب 41", "")

        assert not re.search("لمّ[اةت]|طرنيب", text), rules.key


@pytest.mark.parametrize(
    ("points", "words"), [(1, "من نقطة واحدة"), (2, "من نقطتين"), (5, "من 5 نقاط"), (11, "من 11 نقطة")]
)
def test_an_arabic_number_of_points_has_its_form(points: int, words: str) -> None:
    assert words in written(replace(KIBBI, honour=points), "ar")


def test_the_bonus_has_its_clauses_where_there_is_one_and_no_word_elsewhere() -> None:
    assert "lapses" in written(MOVING_TRUMP)
    assert "always the ace of hearts" in written(KIBBI)
    assert "## Bonus" not in written(LEVANTINE)


def test_tips_depend_on_the_rules() -> None:
    assert "costs the whole bid" in written(LEVANTINE)
    assert "costs the whole bid" not in written(ONE_ROUND)
    assert "takes nothing from what you have" in written(ONE_ROUND)
    assert "nobody helps you" in written(SOLO)
    assert "Your partner" not in written(SOLO)


def test_answers_depend_on_the_rules() -> None:
    assert "the next player deals." in written(LEVANTINE)
    assert "after three passes the dealer has to bid" in written(SOLO)
    assert "bid 8, take 10, and the score is +8" in written(LEVANTINE)
    assert "bid 8, take 10, and the score is +10" in written(MOVING_TRUMP)


# ---- what it is compared with -------------------------------------------------------------------


def test_two_sets_are_compared_in_what_differs_and_in_nothing_else() -> None:
    house = replace(LEVANTINE, key="house", score=replace(LEVANTINE.score, kaboot=16))

    differing = [title for title, _phrase in unlike(house, LEVANTINE)]

    assert differing == ["Kaboot pays"]


def test_a_set_is_compared_with_its_family_and_the_first_of_each_other_nearest_first() -> None:
    names = re.findall(r"### Compared with “(.+)”", written(KIBBI))

    assert names[:2] == ["Moving trump", "Jawaker"]
    assert {*names[2:]} == {"Levantine", "One-round auction", "Solo"}


def test_related_games_are_named_and_said_not_to_be_offered() -> None:
    text = written(LEVANTINE)

    assert "Not offered here are these" in text
    assert all(name in text for name in ("**400**", "Egyptian, with suits bid", "Iraqi, with two packs"))


def test_every_set_and_family_has_a_name_and_none_is_just_its_target() -> None:
    assert {*NAMES} == {*RULESETS}
    assert {*FAMILIES} == {*KEYS}
    assert not any(re.fullmatch(r"\D?41\D?", str(name)) for name in (*NAMES.values(), *FAMILIES.values()))


@pytest.mark.parametrize("key", RULESETS)
def test_every_field_has_words_in_every_language(key: str) -> None:
    for language in LANGUAGES:
        with translation.override(language):
            assert all(title and phrase for title, phrase in described(RULESETS[key], FIELDS))


# ---- the documentation --------------------------------------------------------------------------


def test_the_pages_of_the_documentation_are_those_the_command_writes() -> None:
    found = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}

    assert found == pages(), "run `python manage.py rules_pages`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_heading_of_the_documentation_is_the_anchor_of_the_page_in_any_language(language: str) -> None:
    for rules in EVERY_EDITION.values():
        with translation.override("en"):
            slugs = [section.title.lower().replace(" ", "-") for section in rule_book(rules).sections]
        with translation.override(language):
            anchors = [section.anchor for section in rule_book(rules).sections]

        assert anchors == slugs
