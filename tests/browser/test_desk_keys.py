"""The desk by keys alone: nothing that changes by itself takes the focus or what is being typed away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import User
from tests.browser.screen import Screen
from tests.tournaments.evenings import pairing_of, started
from tests.tournaments.hall import enter, say, won
from tournaments.models import Action, Club, Stage, Tournament

STOPS = """() => [
  ...document.querySelectorAll("a[href], button, input:not([type=hidden]), summary, [tabindex='0']"),
]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[hidden]")).length"""
SEEN = """() => {
  const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
  return document.activeElement === document.body || outlineStyle !== "none" || boxShadow !== "none";
}"""
WHERE = (
    """() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim()"""
)


@pytest.fixture
def cup(web: object, club: Club) -> Tournament:
    """Eight pairs who play with cards; the first table's result is in."""
    cup = started(club, 8, place=Stage.Place.HALL)
    enter(pairing_of(cup, 1, 1), won(0))
    return cup


@pytest.fixture
def desk(cup: Tournament, alice: User, open_screen: Callable[..., Screen], language: str) -> Page:
    """Alice before the round that is played."""
    page = open_screen(alice, locale=language, reduced_motion="reduce").page
    page.goto(f"/{language}/tournaments/{cup.slug}/direct/")
    return page


def test_tab_goes_once_through_everything_is_always_seen_and_comes_out_again(desk: Page) -> None:
    met = []
    for _ in range(desk.evaluate(STOPS) + 1):
        desk.keyboard.press("Tab")
        assert desk.evaluate(SEEN)
        met.append(desk.evaluate(WHERE))

    assert met[-1] == met[0] or desk.evaluate("document.activeElement === document.body")
    assert desk.locator("#entry").count() == 1


def test_what_is_typed_and_where_the_focus_is_outlive_what_changes_by_itself(
    desk: Page, cup: Tournament
) -> None:
    desk.keyboard.press("/")
    desk.keyboard.type("3 31-")
    enter(pairing_of(cup, 1, 2), won(1))
    expect(desk.locator("tr[id^=table-] .badge.good")).to_have_count(2)

    expect(desk.locator("#entry")).to_be_focused()
    expect(desk.locator("#entry")).to_have_value("3 31-")

    desk.keyboard.press("Control+a")
    desk.keyboard.press("Delete")
    desk.keyboard.press("Tab")
    desk.keyboard.press("u")
    newest = desk.evaluate("document.activeElement.closest('li').id")
    say(pairing_of(cup, 1, 3), 0, won(0))
    expect(desk.locator(".log li").first).not_to_have_attribute("id", newest)

    assert desk.evaluate("document.activeElement.closest('li').id") == newest
    assert newest == f"act-{Action.objects.filter(verb=Action.Verb.SCORE).latest('pk').pk}"


def test_an_arabic_keyboard_has_the_same_keys_in_the_same_places(desk: Page) -> None:
    for key, code, part in (
        ("ت", "KeyJ", "tr[id^=table-]"),
        ("ع", "KeyU", ".log li"),
        ("ظ", "Slash", "form"),
    ):
        desk.evaluate(
            "([key, code]) => document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', { key, code, bubbles: true }))",
            [key, code],
        )

        assert desk.evaluate("(part) => document.activeElement.closest(part) !== null", part)


def test_keys_that_are_switched_off_are_letters_again(desk: Page) -> None:
    desk.locator(".keys button").last.click()
    desk.keyboard.press("/")
    expect(desk.locator("#entry")).not_to_be_focused()

    desk.locator(".keys button").first.click()
    desk.keyboard.press("/")
    expect(desk.locator("#entry")).to_be_focused()


def test_of_many_tables_those_of_a_scorer_and_those_that_wait_are_chosen(
    desk: Page, cup: Tournament, language: str
) -> None:
    rows = desk.locator("tr[id^=table-]")
    desk.fill("#range", "2-3")
    with desk.expect_navigation():
        desk.keyboard.press("Enter")
    expect(rows).to_have_count(2)

    desk.keyboard.press("Escape")
    desk.locator("#entry").fill("2 31-20")
    with desk.expect_navigation():
        desk.keyboard.press("Enter")

    expect(rows).to_have_count(2)
    expect(desk.locator("#entry")).to_be_focused()
    with desk.expect_navigation():
        desk.locator(".deskhead .seg a").nth(1).click()
    expect(rows).to_have_count(1)
