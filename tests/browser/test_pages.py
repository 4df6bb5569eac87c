"""Every page, in both languages: what assistive technology needs, and room on a small screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from games.models import User
from games.rules import RULESETS
from games.views import lobby
from tests.browser.screen import PHONE, Screen
from tests.browser.site import Sheet, draft_of, import_sheet, sheets
from tests.games.rule_pages import RulesPage, check_the_numbers
from tests.site.test_access import LINES
from tournaments.models import Club

RULES: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
CONTRAST: dict[str, Any] = RULES | {"runOnly": ["color-contrast"]}
BESIDE_CONTRAST: dict[str, Any] = RULES | {"rules": {"color-contrast": {"enabled": False}}}
"""Colours are the same in every language, and looking at them takes axe longer than all the rest."""
NO_PAGES = {
    *("games:ticket", "games:match_record", "games:match_json", "games:match_deals", "games:match_promise"),
    *("tournaments:live", "tournaments:rules_json", "api:schema", "games:lobby", "games:room"),
    *("games:analysis", "tournaments:calendar", "tournaments:picture", "tournaments:record"),
    *("tournaments:list_file", "tournaments:quick_entry"),
}
"""Routes that answer a reader, but with data or with a part of a page."""
DARK = {
    "home",
    "tournaments:new_rules",
    "account_login",
    "games:replay",
    "tournaments:detail",
    "tournaments:direct",
    "tournaments:me",
    "tournaments:entries",
    "tournaments:register",
}
"""Routes also looked at in the dark: between them they use every colour, in any language the same."""
OPENS = {
    "home": (".menu > summary",),
    "house rules": (".confirm > summary",),
    "my table": (".menu > summary",),
    "directing it running": (".confirm > summary",),
    "directing it before the draw": (".confirm > summary",),
    "what registration asks": (".confirm > summary",),
    "the entries": (".confirm > summary",),
    "the list of who is here": (".confirm > summary",),
    "checking in": (".confirm > summary",),
    "its slips running": (".copyall > summary",),
}
"""The pages on which something opens, and by which buttons; of the live table see ``test_table_states``."""
WIDTHS = (320, 390, 1280)
OPENED = {"200", "410"}

TOO_WIDE = """() => {
  const root = document.scrollingElement, width = root.clientWidth;
  const faults = root.scrollWidth > width ? [`scrolls: ${root.scrollWidth} > ${width}`] : [];
  const scrolls = (element) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll("a, button, input, select, textarea, h1, h2, h3")) {
    const { left, right } = element.getBoundingClientRect();
    const out = left < -1 || right > width + 1;
    if (out && element.checkVisibility({ visibilityProperty: true }) && !scrolls(element)) {
      faults.push(`${element.outerHTML.slice(0, 120)} at ${Math.round(left)}..${Math.round(right)}`);
    }
  }
  return faults;
}"""

Opened = Callable[[Sheet], Page]


@pytest.fixture
def opened(open_screen: Callable[..., Screen], language: str) -> Opened:
    """Show a page on the phone of the one who looks at it."""
    phones: dict[User | None, Screen] = {}

    def show(sheet: Sheet) -> Page:
        if sheet.who not in phones:
            phones[sheet.who] = open_screen(sheet.who, phone=True, locale=language, reduced_motion="reduce")
        phone = phones[sheet.who]
        path = sheet.path if sheet.path.startswith("/") else f"/{language}/{sheet.path}"
        response = phone.page.goto(path)
        phone.page.wait_for_selector(sheet.ready)
        if response is not None and not response.ok:
            phone.forgive(response.status)
        return phone.page

    return show


@pytest.mark.timeout(600)
def test_no_page_puts_an_obstacle_in_anybodys_way_scrolls_sideways_or_loses_a_control_at_its_edge(
    club: Club, alice: User, bob: User, olivia: User, opened: Opened
) -> None:
    """As it comes, and with whatever opens on it."""
    found = {}
    for sheet in sheets(club, alice, bob, olivia):
        found[sheet.state] = faults_of(opened(sheet), dark=sheet.route in DARK)
        for button in OPENS.get(sheet.state, ()):
            page = opened(sheet)
            page.locator(button).first.click()
            found[f"{sheet.state}, by {button}"] = faults_of(page, dark=True)

    assert OPENS.keys() <= found.keys()
    assert {state: faults for state, faults in found.items() if faults} == {}


def faults_of(page: Page, *, dark: bool) -> list[str]:
    """Return all that is wrong with a page, whose phone has its size again when this is done."""
    size = page.viewport_size or PHONE
    faults = obstacles(page, dark=dark) + too_wide(page)
    page.set_viewport_size(size)
    return faults


def obstacles(page: Page, *, dark: bool = True) -> list[str]:
    """Return what axe finds: in the light every rule, in the dark the contrast; that on pages in English."""
    page.emulate_media(color_scheme="light")
    page.evaluate(AXE_SCRIPT)
    is_english = page.locator("html").get_attribute("lang") == "en"
    faults = axe(page, RULES if is_english else BESIDE_CONTRAST)
    page.emulate_media(color_scheme="dark")
    return faults + [f"in the dark: {one}" for one in (axe(page, CONTRAST) if dark and is_english else ())]


def axe(page: Page, options: dict[str, Any]) -> list[str]:
    """Return the violations axe finds with these options."""
    found = page.evaluate(f"axe.run({json.dumps(options)})")
    return [
        f"{rule['id']}: {node['html'][:200]} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def too_wide(page: Page) -> list[str]:
    """Return what does not fit a phone, a small one or one whose text is large, and a desk."""
    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        faults += [f"at {width}: {fault}" for fault in page.evaluate(TOO_WIDE)]
    return faults


@pytest.mark.django_db
def test_every_page_that_opens_to_somebody_is_among_them(
    club: Club, alice: User, bob: User, olivia: User
) -> None:
    pages = {
        line.route
        for line in LINES
        if line.method == "GET" and line.path.startswith(("/en/", "/s/")) and OPENED & {*line.expected}
    }

    assert pages - NO_PAGES <= {sheet.route for sheet in sheets(club, alice, bob, olivia)}


def test_every_number_a_browser_shows_of_the_rules_is_the_one_that_is_scored(
    open_screen: Callable[..., Screen], language: str
) -> None:
    phone = open_screen(phone=True, locale=language, reduced_motion="reduce")
    for rules in RULESETS.values():
        phone.page.goto(f"/{language}/rules/{rules.key}/")

        check_the_numbers(rules, RulesPage(phone.page.content()))


def test_the_faults_of_a_list_are_shown_where_everybody_finds_them(
    club: Club, alice: User, opened: Opened
) -> None:
    page = opened(import_sheet(draft_of(club, alice), alice))
    page.fill("textarea", "player,partner,rating\nKarim Haddad,,many\nRana Khoury,Rana Khoury,\n")

    page.locator("main form button").click()
    page.wait_for_selector(".problems")

    assert page.locator(".problems tbody tr").count() >= 3
    assert faults_of(page, dark=False) == []


def test_a_form_whose_token_is_lost_is_answered_by_a_page_of_the_site(
    open_screen: Callable[..., Screen], language: str
) -> None:
    phone = open_screen(phone=True, locale=language, reduced_motion="reduce")
    phone.page.goto(f"/{language}/accounts/login/")
    phone.page.locator("main [name=csrfmiddlewaretoken]").evaluate("(token) => token.remove()")

    phone.page.locator("main form").evaluate("(form) => { form.noValidate = true; form.submit(); }")
    phone.page.wait_for_selector("main .empty h1")

    assert phone.page.locator("html").get_attribute("lang") == language
    assert obstacles(phone.page) == []
    phone.forgive(403)


def test_a_fault_of_the_program_is_answered_by_a_page_that_stands_alone(
    open_screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "live_tables", lambda _tables: 1 // 0)
    phone = open_screen(phone=True, reduced_motion="reduce")

    response = phone.page.goto("/en/watch/")

    assert response is not None
    assert response.status == 500
    assert obstacles(phone.page) == []
    phone.forgive(500)
