"""Fair deals in a browser: pages put their part in, and anybody checks a match that is over."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import store
from games.models import Table, User
from games.services import opening, tables
from games.services.clocks import TablePolicy
from games.services.entropy import Entropy, Step
from tests.browser.conftest import NAME_ON_THE_LAN
from tests.browser.screen import Screen
from tests.browser.server import WebProcess
from tests.browser.site import STILL
from tests.browser.table import PACE
from tests.cast import person
from tests.dealing.tampering import VECTOR, tampered, vector
from tests.games.scene import bots_table, opened, plan, play_out

PATIENT = replace(PACE, entropy_seconds=30)
"""Bots that do not wait, and a table that waits long enough for any page."""


@pytest.fixture
def four(web: object) -> list[User]:
    """Four people, in order of play."""
    return [person(name) for name in ("bob", "dalia", "elias", "farah")]


@pytest.fixture
def page(open_screen: Callable[..., Screen], language: str) -> Page:
    """The page that checks deals."""
    shown: Page = open_screen().page
    shown.goto(f"/{language}/verify/")
    return shown


def heading(page: Page) -> str:
    """Return the colour of what the page has come to."""
    expect(page.locator("#verdict .panel")).to_be_visible()
    return "passed" if page.locator("#verdict .panel.passed").count() else "failed"


# ---- checking -----------------------------------------------------------------------------------


def test_the_published_file_passes_with_the_published_commitment_and_pack_and_nothing_is_sent(
    page: Page,
) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))

    page.set_input_files("#file", VECTOR)

    assert heading(page) == "passed"
    assert page.locator(".checks .failed").count() == 0
    page.locator(".deal summary").first.click()
    told = page.locator(".deal[open] code").all_inner_texts()
    assert (told[0][:8], told[0][-6:]) == ("e75a0f59", "539cc5")
    assert told[1].startswith("0 39 26 12 48 40 43 18 31 2 16 13 37 ")
    assert told[1].endswith(" 30 20 19")
    assert sent == []


def test_every_tampered_file_is_refused(web: object, open_screen: Callable[..., Screen]) -> None:
    page = open_screen().page
    page.goto("/en/verify/")
    files = dict(tampered())
    assert len(files) > 20

    verdicts = {}
    for name, file in files.items():
        page.evaluate("document.getElementById('verdict').replaceChildren()")
        page.fill("#text", json.dumps(file))
        page.click("#choose button")
        verdicts[name] = heading(page)

    assert {name for name, verdict in verdicts.items() if verdict != "failed"} == set()


def test_what_was_tampered_with_is_said_in_the_readers_language(page: Page, language: str) -> None:
    file = vector()
    file["deals"][1]["dealer"] = 3

    page.fill("#text", json.dumps(file))
    page.click("#choose button")

    said = {"en": "Deal 2: the secret and the public part give other hands.", "ar": "التوزيعة 2"}
    expect(page.locator(".checks .failed").last).to_contain_text(said[language])


def test_a_file_that_is_dropped_is_checked_too(page: Page) -> None:
    page.evaluate(
        """(text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "deals.json"));
          document.getElementById("checker").dispatchEvent(
            new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }""",
        Path(VECTOR).read_text(),
    )

    assert heading(page) == "passed"


def test_the_result_of_a_match_leads_to_its_check(
    web: object, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    table = bots_table(cap=2, is_public=True)
    play_out()
    page = open_screen(bob).page
    page.goto(f"/{language}/table/{table.public_id}/")

    page.click(".card-result.over a[href*='verify']")

    assert heading(page) == "passed"
    assert page.locator(".deal").count() == len(stored(table).position.deals)


def test_the_file_of_a_match_that_is_played_is_not_to_be_had(
    four: list[User], open_screen: Callable[..., Screen]
) -> None:
    table = opened(four, policy=STILL)
    screen = open_screen()
    screen.page.goto(f"/en/verify/?table={table.public_id}&match=1")

    expect(screen.page.locator("#verdict .alert")).to_be_visible()
    screen.forgive(409)


def test_where_the_browser_locks_its_cryptography_the_page_says_so_and_gives_the_command(
    web: WebProcess, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(origin=f"http://{NAME_ON_THE_LAN}:{web.port}").page
    page.goto(f"/{language}/verify/")

    assert page.evaluate("isSecureContext") is False
    expect(page.locator("#insecure")).to_be_visible()
    expect(page.locator("#choose")).to_be_hidden()
    expect(page.locator("pre.sample")).to_contain_text("manage.py verify_deal")


# ---- putting in ---------------------------------------------------------------------------------


def stored(table: Table) -> store.Stored:
    """Return what is stored of a table."""
    return store.read([table.pk])[table.pk]


def put_in(table: Table) -> Entropy:
    """Return what was put into a table's deals."""
    return Entropy.from_json(stored(table).entropy)


def shown_the_cards(page: Page) -> None:
    """Wait until a page has its thirteen cards."""
    expect(page.locator("[data-card]")).to_have_count(13)


@pytest.mark.parametrize("host", ["127.0.0.1", NAME_ON_THE_LAN])
def test_a_page_puts_its_part_in_without_asking_its_reader_also_over_plain_http(
    web: WebProcess, open_screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(TablePolicy, "practice", staticmethod(lambda: PATIENT))
    page = open_screen(origin=f"http://{host}:{web.port}").page
    page.goto("/en/play/")

    page.click("form[action$='/practice/'] button")
    shown_the_cards(page)

    found = put_in(Table.objects.get())
    assert (found.asked, found.missing) == ((0,), ())
    assert len(bytes.fromhex(found.values[0])) == 32


def test_four_pages_put_their_parts_in_and_one_of_them_in_two_tabs(
    four: list[User], open_screen: Callable[..., Screen]
) -> None:
    now = timezone.now()
    policy = replace(STILL, casual=False)  # friends would wait in a room of their own
    (table,) = opening.open_tables([plan(four, policy=policy, entropy_seconds=30)], now=now)
    for number, user in enumerate(four[:3]):
        tables.sit(table_id=table.pk, number=number, user=user, now=now)
    pages = [open_screen(user).page for user in [*four, four[0]]]
    for page in pages:
        page.goto(f"/en/table/{table.public_id}/")
        expect(page.locator(".conn.live")).to_be_visible()

    pages[3].click(".seat button")
    for page in pages:
        shown_the_cards(page)

    found = put_in(table)
    assert (found.step, found.missing) == (Step.DONE, ())
    assert len(set(found.values)) == 4
    assert not any("into the cards" in page.locator("[role=alert]").inner_text() for page in pages)


def test_a_page_that_is_not_there_holds_nobody_up_and_is_named(
    four: list[User], open_screen: Callable[..., Screen]
) -> None:
    table = opened(four, policy=STILL, entropy_seconds=2, now=timezone.now())
    page = open_screen(four[2]).page
    page.goto(f"/en/table/{table.public_id}/")

    shown_the_cards(page)

    assert put_in(table).missing == (0, 1, 3)
    expect(page.locator(".log")).to_contain_text("nothing came in time")


def test_the_menu_shows_the_promise(four: list[User], open_screen: Callable[..., Screen]) -> None:
    table = opened(four, policy=STILL)
    page = open_screen(four[0]).page
    page.goto(f"/en/table/{table.public_id}/")
    shown_the_cards(page)

    page.get_by_role("button", name="Table menu").click()
    page.click(".promise summary")

    expect(page.locator(".promise code")).to_have_text(put_in(table).root)
    with page.expect_download() as download:
        page.click(".promise a")
    promise: dict[str, Any] = json.loads(Path(download.value.path()).read_text())
    assert promise["lists"][0]["root"] == put_in(table).root
