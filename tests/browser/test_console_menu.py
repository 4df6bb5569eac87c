"""The menu of the console: folded on a phone, always there on a desk, in both languages."""

from __future__ import annotations

from collections.abc import Callable

from games.models import User
from tests.browser.screen import Screen
from tests.browser.test_pages import faults_of, obstacles
from tests.tournaments.evenings import started
from tournaments.models import Club

FOLDED = 90
"""Pixels of a phone that may stand above the page while its menu is folded."""
LOW = {"width": 1280, "height": 640}
"""A desk on which the list is longer than the screen is high."""


def test_on_a_phone_the_menu_is_folded_and_opens_by_keyboard_without_a_script(
    club: Club, alice: User, open_screen: Callable[..., Screen], language: str
) -> None:
    cup = started(club, 4)
    page = open_screen(alice, phone=True, locale=language, java_script_enabled=False).page
    page.goto(f"/{language}/tournaments/{cup.slug}/leaving/")
    folded = page.locator("main").bounding_box()

    page.locator(".pages > summary").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/direct/")

    assert folded is not None
    assert folded["y"] < FOLDED
    assert not page.locator(".pages a").first.is_visible()


def test_the_open_menu_is_in_nobodys_way_and_names_the_page_one_is_on(
    club: Club, alice: User, open_screen: Callable[..., Screen], language: str
) -> None:
    cup = started(club, 4)
    page = open_screen(alice, phone=True, locale=language, reduced_motion="reduce").page
    page.goto(f"/{language}/tournaments/{cup.slug}/leaving/")
    button = page.locator(".pages > summary")
    button.click()

    assert button.inner_text().strip() == page.locator(".pages a[aria-current]").inner_text().strip()
    assert faults_of(page, dark=True) == []


def test_on_a_desk_the_menu_always_stands_there(
    club: Club, alice: User, open_screen: Callable[..., Screen], language: str
) -> None:
    cup = started(club, 4)
    page = open_screen(alice, locale=language, viewport=LOW).page
    page.goto(f"/{language}/tournaments/{cup.slug}/leaving/")
    foot = page.locator(".snav .foot").bounding_box()

    assert foot is not None
    assert foot["y"] + foot["height"] <= LOW["height"]
    assert obstacles(page, dark=False) == []
    assert not page.locator(".pages > summary").is_visible()
    page.locator(".pages a").first.click()
    page.wait_for_url("**/direct/")
