"""Words between players on the page: a phrase said in Arabic is read in English, and a seat is muted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.models import Table, User
from tests.browser.screen import Screen
from tests.browser.table import open_table
from tests.games.scene import opened


@pytest.fixture
def pair(web: object, bob: User, charlie: User) -> Table:
    """Bob and Charlie sit opposite, with bots between them."""
    del web
    return opened([bob, None, charlie, None])


def test_a_phrase_is_read_in_each_readers_language_and_a_muted_seat_is_not_heard(
    pair: Table, bob: User, charlie: User, open_screen: Callable[..., Screen]
) -> None:
    speaker, reader = open_screen(bob, phone=True).page, open_screen(charlie).page
    speaker.goto(f"/ar/table/{pair.public_id}/")
    reader.goto(f"/en/table/{pair.public_id}/")
    for page in (speaker, reader):
        expect(page.locator(".conn.live")).to_be_visible()
    reader.get_by_role("button", name="Say something").click()

    speaker.get_by_role("button", name="الكلام على الطاولة").click()
    speaker.get_by_role("button", name="بالتوفيق").click()

    line = reader.locator(".chat p").last
    expect(line).to_contain_text("Good luck")
    expect(line.locator("b")).to_have_text("Bob")
    speaker.screenshot(path="/tmp/w/shots/chat-ar-phone.png")
    reader.get_by_text("People at the table").click()
    reader.get_by_label("Do not hear").click()
    expect(reader.locator(".chat")).to_contain_text("Nobody has said anything.")
    reader.screenshot(path="/tmp/w/shots/chat-en-desk.png")
    from tests.browser.screen import PHONE
    reader.set_viewport_size({"width": 320, "height": 640}); reader.emulate_media(color_scheme="dark")
    reader.get_by_text("Report").click(); reader.get_by_text("Block Bob").first.click()
    reader.screenshot(path="/tmp/w/shots/chat-en-320.png")


def test_every_sign_has_a_name_and_is_said_by_the_keyboard(
    pair: Table, bob: User, open_screen: Callable[..., Screen]
) -> None:
    page = open_screen(bob).page
    page.goto(f"/en/table/{pair.public_id}/")
    expect(page.locator(".conn.live")).to_be_visible()
    page.get_by_role("button", name="Say something").press("Enter")

    page.get_by_role("button", name="coffee").press("Enter")

    expect(page.locator(".chat p").last).to_contain_text("coffee")
    unnamed = page.locator("dialog button:not([aria-label])").all()
    assert all((button.text_content() or "").strip() for button in unnamed)


def test_who_only_watches_is_offered_no_words(
    web: object, bob: User, charlie: User, open_screen: Callable[..., Screen]
) -> None:
    page = open_screen(charlie).page
    page.goto(f"/en/table/{open_table(bob).public_id}/")
    expect(page.locator(".conn.live")).to_be_visible()

    expect(page.get_by_role("button", name="Say something")).to_have_count(0)
