"""A replay in a browser: it moves by keys, clicks and by itself, and every trick has an address."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Match, Table
from games.services import review
from tests.browser.screen import Screen
from tests.games.scene import bots_table, play_out


@pytest.fixture
def played(transactional_db: None) -> Table:
    """A public table where a match of one deal has ended."""
    table = bots_table(cap=1)
    play_out()
    return table


@pytest.fixture
def page(open_screen: Callable[..., Screen], played: Table, language: str) -> Page:
    """The replay of the match on a visitor's desk, at the beginning of its first deal."""
    screen = open_screen(locale=language, reduced_motion="reduce")
    screen.page.goto(f"/{language}/table/{played.public_id}/matches/1/")
    expect(screen.page.locator("#run")).to_be_visible()
    return screen.page


def on_the_table(page: Page) -> list[str]:
    """Return the cards that lie on the table, as their drawings are called, by the seats."""
    drawings = page.locator(".trick svg:not(.away) use")
    return [str(one.get_attribute("href")).split("#c-")[1] for one in drawings.all()]


def drawing(code: str) -> str:
    """Return what the drawing of a card is called."""
    return code[0].replace("T", "10") + code[1].lower()


def test_a_replay_moves_by_keys_and_clicks_and_can_be_loaded_again_where_it_is(
    page: Page, played: Table
) -> None:
    plays = review.review(Match.objects.get(table=played)).deals[0].plays

    for _ in range(6):
        page.keyboard.press("ArrowRight")

    assert sorted(on_the_table(page)) == sorted(drawing(card) for _, card in plays[4:6])
    expect(page.locator(f".now[data-card='{plays[5][1]}']")).to_be_visible()
    assert page.locator(".rk.gone").count() == 5
    page.locator(".trk a[data-trick='7']").click()
    assert page.url.endswith("?deal=1&trick=7")
    before = on_the_table(page)
    said = page.locator("#card-says").text_content()
    page.reload()
    assert on_the_table(page) == before
    assert page.locator("#card-says").text_content() == said
    page.locator("[data-move='-1']").click()
    assert page.locator(".rk.now").get_attribute("data-card") == plays[26][1]


def test_a_replay_plays_by_itself_to_the_last_card_and_stops_there(page: Page) -> None:
    page.locator(".trk a[data-trick='13']").click()
    page.keyboard.press("ArrowLeft")
    page.select_option("#speed select", "4")

    page.locator("#run").click()

    expect(page.locator("#run")).to_have_attribute("aria-pressed", "false")
    assert page.locator("[data-card]").count() == page.locator(".rk:is(.gone, .now)").count() == 52


def test_the_felt_is_a_place_and_the_row_of_tricks_runs_along_time_in_both_languages(page: Page) -> None:
    left = page.evaluate(
        "() => ['.hd4.w', '.ctr', '.hd4.e', '.trk a:first-child', '.trk a:last-child']"
        ".map((name) => document.querySelector(name).getBoundingClientRect().left)"
    )

    assert left[:3] == sorted(left[:3])
    assert left[3] < left[4]
