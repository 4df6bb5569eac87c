"""A screen that outlives its server, and pages for paper on which nothing is cut."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.screen import Screen
from tests.browser.server import WebProcess
from tests.tournaments.evenings import play_round, started
from tournaments.models import Club, Tournament
from tournaments.views.printing import PAGES

SWISS = {"format": "swiss", "options": {"rounds": 3, "tie_breaks": ["buchholz", "diff"]}}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
SHEET: ViewportSize = {"width": 688, "height": 1016}
"""What an A4 sheet has room for within its margins of 14 mm, in pixels of 1/96 inch."""
CUT = """([width, height]) => {
  const faults = new Set();
  for (const element of document.querySelectorAll(".list tr, .card, .names li, .scoresheet, .certificate")) {
    const name = element.className || element.tagName;
    const box = element.getBoundingClientRect();
    if (getComputedStyle(element).breakInside !== "avoid") faults.add(`may be cut: ${name}`);
    if (box.height > height) faults.add(`too high: ${name} ${box.height}`);
  }
  const wide = document.scrollingElement.scrollWidth;
  if (wide > width + 1) faults.add(`too wide: ${wide}`);
  return [...faults];
}"""


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A Swiss of thirty pairs in its second round."""
    cup = started(club, 30, name="Friday Swiss", **SWISS)
    play_round(cup, 1)
    return cup


def sheets_of(pdf: bytes) -> int:
    """Return how many sheets a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def printed(page: Page) -> int:
    """Print a page and return its sheets; what is on it is cut nowhere."""
    page.set_viewport_size(SHEET)
    page.emulate_media(media="print")
    assert page.evaluate(CUT, [SHEET["width"], SHEET["height"]]) == []
    return sheets_of(page.pdf(format="A4", prefer_css_page_size=True))


def test_no_row_of_a_page_for_paper_is_cut(
    cup: Tournament, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(locale=language).page
    sheets = {}
    for what in PAGES:
        page.goto(f"/{language}/tournaments/{cup.slug}/print/{what}/")
        sheets[what] = printed(page)

    assert sheets["sheets"] == 15
    assert sheets["cards"] == 3
    assert all(sheets.values())


def test_every_certificate_is_a_sheet_of_its_own(
    club: Club, open_screen: Callable[..., Screen], language: str
) -> None:
    cup = started(club, 8, format="swiss", options={"rounds": 1, "tie_breaks": ["seed"]})
    play_round(cup, 1)
    page = open_screen(locale=language).page

    page.goto(f"/{language}/tournaments/{cup.slug}/print/certificates/")

    assert printed(page) == 3


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
