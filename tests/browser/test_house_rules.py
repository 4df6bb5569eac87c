"""House rules from the first change to a deal that a stranger plays under them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Match, SavedRules, User
from games.rules import SEATS, Bid, RuleSet, score_deal
from games.services.clocks import TablePolicy
from tests.browser.screen import Screen
from tests.browser.table import PACE, Player
from tests.rules.presets import LEVANTINE
from tournaments.models import Club

KABOOT_16 = replace(LEVANTINE, score=replace(LEVANTINE.score, kaboot=16))
READ = r"""(rows) => rows.map((row) => {
  const texts = [...row.querySelectorAll("th .small, td b")].map(({ textContent }) => textContent);
  return texts.flatMap((text) => text.replace("−", "-").match(/[+-]?\d+/g)).map(Number);
})"""


@pytest.fixture(autouse=True)
def _bots_do_not_wait(web: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TablePolicy, "practice", lambda: PACE)


def test_alice_makes_house_rules_and_a_stranger_plays_a_deal_under_them(
    club: Club, alice: User, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(alice, locale=language).page
    page.goto(f"/{language}/house-rules/new/")
    page.click("a[href$='/new/levantine/']")

    sees_the_scores_change(page)
    is_told_why_the_rules_cannot_be_played(page)
    page.fill("[name=name]", "Friday rules")
    page.check(f"[name=club][value={club.slug}]")
    page.click("[name=save]")

    link = page.input_value("#address")
    saved = SavedRules.objects.get()
    assert replace(saved.rules, key=LEVANTINE.key) == KABOOT_16
    plays_a_deal(open_screen(locale=language).page, link, saved)


def sees_the_scores_change(page: Page) -> None:
    """Turn the kaboot to 16: its deal pays anything else at once, and the field keeps the focus."""
    kaboot = worked(page, "kaboot")
    expect(kaboot.locator(".badge")).to_have_count(0)

    page.locator("[name=kaboot]").press_sequentially("16")

    expect(kaboot.locator(".badge")).to_be_visible()
    expect(kaboot.locator("del")).to_contain_text("+8")
    expect(page.locator(".changed")).to_have_count(1)
    expect(page.locator("[name=kaboot]")).to_be_focused()
    assert_pays(page, KABOOT_16)


def is_told_why_the_rules_cannot_be_played(page: Page) -> None:
    """Make the dealer bid although a pass means nothing for later, then let him be."""
    page.check("[name=all_pass][value=dealer_forced]")
    expect(page.locator("#id_all_pass_error p")).to_be_visible()
    expect(page.locator("#scores table")).to_have_count(0)
    expect(page.locator(".error p")).to_have_count(1)

    page.check("[name=all_pass][value=redeal]")
    expect(page.locator(".error p")).to_have_count(0)
    expect(worked(page, "kaboot")).to_be_visible()


def plays_a_deal(page: Page, link: str, saved: SavedRules) -> None:
    """Open the link as nobody in particular, and play a whole deal."""
    page.goto(link)
    assert_pays(page, saved.rules)

    page.click(".try button")
    page.wait_for_url("**/table/**")

    assert Player(page).play_until().result
    expect(page.locator(".t-top")).to_contain_text("Friday rules")
    assert Match.objects.get().rules_digest == saved.rules_digest


def worked(page: Page, name: str) -> Locator:
    """Return the line of a worked deal."""
    return page.locator(f"[data-deal={name}]")


def assert_pays(page: Page, rules: RuleSet) -> None:
    """Check that every number of the worked deals is what these rules pay."""
    deals = page.locator("[data-deal]").evaluate_all(READ)

    assert len(deals) == 5
    for bid, took, won, theirs in deals:
        tricks = (took, 13 - took, 0, 0)
        assert (won, theirs) == score_deal(rules, declarer=SEATS[0], bid=Bid(bid), tricks=tricks)


def test_rules_are_made_by_the_keyboard_alone(
    club: Club, alice: User, open_screen: Callable[..., Screen]
) -> None:
    page = open_screen(alice).page
    page.goto("/en/house-rules/new/kibbi/")

    page.focus("[name=kaboot]")
    page.keyboard.press("Control+A")
    page.keyboard.type("20")
    expect(worked(page, "kaboot").locator("del")).to_contain_text("+16")
    page.focus("[name=made][value=tricks]")
    page.keyboard.press("ArrowUp")
    expect(worked(page, "made").locator("b.other")).to_have_text("+8")
    page.focus("[name=name]")
    page.keyboard.type("Ours")
    page.keyboard.press("Enter")
    page.wait_for_selector("#address")

    score = SavedRules.objects.get().rules.score
    assert (score.kaboot, score.made) == (20, "bid")


def test_without_a_script_the_scores_are_shown_by_a_button(
    club: Club, alice: User, open_screen: Callable[..., Screen]
) -> None:
    page = open_screen(alice, java_script_enabled=False).page
    page.goto("/en/house-rules/new/levantine/")
    page.fill("[name=kaboot]", "16")

    page.click("[name=show]")

    expect(worked(page, "kaboot").locator("del")).to_contain_text("+8")
    assert page.input_value("[name=kaboot]") == "16"
