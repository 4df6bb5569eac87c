"""Words between players on the page: a phrase said in Arabic is read in English, and a seat is muted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Table, User
from games.services import chat
from tests.browser.screen import Screen
from tests.browser.table import open_table
from tests.cast import person
from tests.games.scene import CASUAL, opened


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
    reader.get_by_text("People at the table").click()
    reader.get_by_label("Do not hear").click()
    expect(reader.locator(".chat")).to_contain_text("Nobody has said anything.")


def test_what_somebody_writes_is_shown_as_it_was_written(
    web: object, bob: User, charlie: User, open_screen: Callable[..., Screen]
) -> None:
    """O-19: a name or a line with markup in it makes no element and runs nothing."""
    bob.display_name = "<b>Bob</b>"
    bob.save()
    people = [bob, person("dalia"), charlie, person("elias")]
    table = opened(people, policy=replace(CASUAL, free_chat=True))
    page = open_screen(charlie).page
    page.goto(f"/en/table/{table.public_id}/")
    expect(page.locator(".conn.live")).to_be_visible()

    chat.say(table_id=table.pk, user=bob, said={"text": "<svg/onload=alert()>"}, now=timezone.now())
    page.get_by_role("button", name="Say something").click()

    line = page.locator(".chat p").last
    expect(line).to_contain_text("<svg/onload=alert()>")
    expect(line.locator("b")).to_have_text("<b>Bob</b>")
    assert line.locator("svg").count() == 0


def test_at_320_pixels_nothing_of_the_dialog_is_cut_off(
    pair: Table, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(bob, phone=True).page
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/{language}/table/{pair.public_id}/")
    expect(page.locator(".conn.live")).to_be_visible()

    page.locator(".t-top button").first.click()
    expect(page.locator("dialog")).to_be_visible()

    assert page.evaluate(
        "() => { const d = document.querySelector('dialog'); return d.scrollWidth <= d.clientWidth }"
    )


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
