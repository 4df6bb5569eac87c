"""Who sees no colours, who sees nothing, and who has no mouse: the table tells them the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games import store
from games.models import Table, User
from tests.browser.screen import Screen
from tests.browser.table import KeyboardPlayer, open_table

ANNOUNCED = """
window.announced = { polite: [], urgent: [] };
addEventListener("DOMContentLoaded", () => {
  for (const id of ["polite", "urgent"]) {
    const region = document.getElementById(id);
    new MutationObserver(() => announced[id].push(region.textContent)).observe(region, { childList: true });
  }
});
"""
PEOPLE_AND_BOTS = ("You", "Amal", "Basil", "Dana")
FACES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
ISOLATION = re.compile("[\u2066-\u2069\u00a0]")


@pytest.fixture
def table(web: object, bob: User) -> Table:
    """Bob sits with three bots."""
    return open_table(bob)


@pytest.mark.timeout(120)
def test_a_card_a_trick_ones_turn_and_the_result_are_said_once_each(
    table: Table, bob: User, open_screen: Callable[..., Screen]
) -> None:
    """O-22."""
    page = open_screen(bob).page
    page.add_init_script(ANNOUNCED)
    page.goto(f"/en/table/{table.public_id}/")

    assert KeyboardPlayer(page).play_until().result
    expect(page.locator("#polite")).to_contain_text(re.compile("Contract (made|set)"))

    said, log = heard(page), logged(table)
    cards = [spoken(seat, data["card"]) for seat, kind, data in log if kind == "card"]
    assert len(cards) == 52
    assert {card: said.count(card) for card in cards if said.count(card) != 1} == {}
    assert len(re.findall(r"takes the trick|take the trick", said)) == 13
    assert len(re.findall(r"Contract (?:made|set):", said)) == 1
    turns = [kind for seat, kind, _ in log if seat == 0 and kind in {"bid", "pass", "trump", "card"}]
    assert said.count("Your turn.") == len(turns)


def test_without_a_mouse_one_says_something_and_looks_at_the_score_and_the_settings(
    table: Table, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    """O-22."""
    page = open_screen(bob, phone=True).page
    page.goto(f"/{language}/table/{table.public_id}/")
    KeyboardPlayer(page).play_until(left=12)

    for opened in (".chat-box", ".settings", ".sheets"):
        button = BUTTONS[opened]
        go_to(page, button)
        page.keyboard.press("Enter")
        expect(page.locator(f"dialog[open] {opened}")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.locator(button).first).to_be_focused()
    go_to(page, ".t-top a")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_count(0)


def test_a_suit_is_told_by_shape_and_letter_and_the_card_that_wins_by_a_star(
    table: Table, bob: User, open_screen: Callable[..., Screen]
) -> None:
    """O-22: also four colours, for who can use them."""
    page = open_screen(bob).page
    page.goto(f"/en/table/{table.public_id}/")
    player = KeyboardPlayer(page)
    player.play_until(left=12)
    while not page.locator(".trick .pc").count():
        player.step()

    for card in page.locator("[data-card]").all():
        name = card.get_attribute("data-card") or ""
        drawing = page.evaluate(DRAWING, card.locator("use").get_attribute("href"))
        assert f"#s-{name[1].lower()}" in drawing["shapes"]
        assert drawing["letter"] == name[0].replace("T", "10")
    winner, star = page.locator(".trick .win"), page.locator(".trick .best")
    assert place_of(winner) == place_of(star)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_label("Four colours for the four suits").check()
    assert len(set(page.evaluate(COLOURS))) == 4


BUTTONS = {
    ".chat-box": ".t-top button:first-of-type",
    ".settings": ".t-top button:last-of-type",
    ".sheets": ".sheet-btn",
}
"""By which button each dialog opens."""

DRAWING = """async (address) => {
  const [file, id] = address.split("#");
  const sprite = new DOMParser().parseFromString(await (await fetch(file)).text(), "image/svg+xml");
  const drawing = sprite.getElementById(id);
  return {
    letter: drawing.querySelector("text").textContent,
    shapes: [...drawing.querySelectorAll("use")].map((use) => use.getAttribute("href")),
  };
}"""

COLOURS = """() => ["s", "h", "d", "c"].map(
  (suit) => getComputedStyle(document.documentElement).getPropertyValue(`--suit-${suit}`))"""


def go_to(page: Page, selector: str) -> None:
    """Press Tab until a control has the focus."""
    wanted = page.locator(selector).first
    for _ in range(60):
        if wanted.evaluate("(it) => it === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {selector}")


def place_of(part: Locator) -> str:
    """Return at which side of the trick something lies."""
    return next(name for name in (part.get_attribute("class") or "").split() if name.startswith("p-"))


def heard(page: Page) -> str:
    """Return all that was said, without the marks that keep names apart."""
    said = page.evaluate("[...announced.polite, ...announced.urgent].join(' ')")
    return ISOLATION.sub("", said)


def logged(table: Table) -> list[tuple[int | None, str, Mapping[str, Any]]]:
    """Return the match as seat, kind and data of its events."""
    log = store.events_of_match(store.read([table.pk])[table.pk].match_id)
    return [(entry.event.seat, entry.event.kind, entry.event.data) for entry in log]


def spoken(seat: int | None, card: str) -> str:
    """Return the sentence a card is told in."""
    return f"{PEOPLE_AND_BOTS[seat or 0]}: {FACES.get(card[0], card[0])} of {SUIT_NAMES[card[1]]}."
