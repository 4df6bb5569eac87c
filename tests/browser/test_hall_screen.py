"""A hall's screen, which turns its pictures and outlives its server."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.screen import Screen
from tests.browser.server import WebProcess
from tests.tournaments.evenings import play_round, started
from tournaments.models import Club, Tournament

SWISS = {"format": "swiss", "options": {"rounds": 3, "tie_breaks": ["buchholz", "diff"]}}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A Swiss of thirty pairs in its second round."""
    cup = started(club, 30, name="Friday Swiss", **SWISS)
    play_round(cup, 1)
    return cup


def test_a_screen_turns_its_pictures_and_fits_a_television(
    cup: Tournament, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(locale=language, viewport=TELEVISION).page
    page.goto(f"/{language}/tournaments/{cup.slug}/screen/?seconds=3")

    expect(page.locator(".picture:visible li .no").first).to_have_text(re.compile(r"\b1$"))
    expect(page.locator(".picture:visible li .no").first).to_have_text(re.compile(r"\b13$"))
    assert page.evaluate("document.scrollingElement.scrollHeight") <= TELEVISION["height"]
    assert (
        page.locator(".picture:visible li").last.evaluate("(row) => row.getBoundingClientRect().bottom")
        <= 1080
    )


def test_a_screen_says_that_it_has_no_connection_and_goes_on_when_the_server_is_back(
    cup: Tournament, open_screen: Callable[..., Screen], web: WebProcess
) -> None:
    screen = open_screen(viewport=TELEVISION)
    page = screen.page
    page.goto(f"/en/tournaments/{cup.slug}/screen/?show=standings")
    expect(page.locator("html")).to_have_attribute("data-line", "on")

    web.__exit__(None, None, None)
    expect(page.locator(".offline")).to_be_visible()
    play_round(cup, 2)
    with WebProcess(web.port):
        expect(page.locator(".offline")).to_be_hidden()
        expect(page.locator("h1 small").first).to_have_text("after round 2")
        page.goto("about:blank")

    screen.complaints[:] = [one for one in screen.complaints if "ERR_CONNECTION" not in one]
