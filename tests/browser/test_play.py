"""A whole deal at a table, played by clicks and watched from another browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import store
from games.models import Match, Table, User
from tests.browser.screen import Screen, frames_of
from tests.browser.table import PACE, KeyboardPlayer, Player, open_table

CARD = re.compile(r'"((?:10|[2-9JQKA])[SHDC])"')


@pytest.fixture
def table(web: object, bob: User) -> Table:
    """Bob sits with three bots; everybody may watch."""
    return open_table(bob)


def test_a_whole_deal_is_played_by_clicks_and_a_watcher_gets_no_card_before_it_is_played(
    table: Table, bob: User, charlie: User, open_screen: Callable[..., Screen], language: str
) -> None:
    address = f"/{language}/table/{table.public_id}/"
    watcher = open_screen(charlie)
    heard = frames_of(watcher.page)
    watcher.page.goto(address)
    expect(watcher.page.locator(".conn.live")).to_be_visible()
    playing = open_screen(bob)
    playing.page.goto(address)

    assert Player(playing.page).play_until().result
    expect(watcher.page.locator(".card-result")).to_be_visible()
    playing.page.click(".card-result [data-confirm]")
    expect(playing.page.locator(".card-result")).to_be_hidden()

    assert len(played_cards(table)) == 52
    assert leaks(table, heard) == []


def test_a_reload_in_mid_deal_brings_back_the_same_hand_trick_and_score(
    table: Table, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(bob).page
    page.goto(f"/{language}/table/{table.public_id}/")
    Player(page).play_until(left=9)
    expect(page.locator(".trick .slot")).to_be_visible()  # the last trick has gone to its winner
    before = told_by(page)

    page.reload()
    expect(page.locator(".seat.s.turn")).to_be_visible()

    assert told_by(page) == before
    assert len(before["hand"]) == 9


def test_a_whole_deal_is_played_by_the_keyboard_alone(
    table: Table, bob: User, open_screen: Callable[..., Screen]
) -> None:
    """Case O-22."""
    page = open_screen(bob).page
    page.goto(f"/en/table/{table.public_id}/")

    assert KeyboardPlayer(page).play_until().result
    page.keyboard.press("Enter")

    expect(page.locator(".card-result")).to_be_hidden()
    assert len(played_cards(table)) == 52


def test_everybody_plays_for_himself_in_solo(
    web: object, bob: User, open_screen: Callable[..., Screen]
) -> None:
    table = open_table(bob, rules="solo", target=51)
    page = open_screen(bob, phone=True).page
    page.goto(f"/en/table/{table.public_id}/")
    expect(page.locator(".t-score .side")).to_have_count(4)
    expect(page.locator(".t-score")).to_contain_text("First to 51")
    expect(page.locator(".seat.us")).to_have_count(1)

    assert Player(page).play_until().result

    line = store.read([table.pk])[table.pk].position.sheet[0]
    gains = [text.replace("\u2212", "-") for text in page.locator(".gain b").all_inner_texts()]
    assert [int(gain) for gain in gains] == list(line.points)


def test_kibbi_has_hearts_from_the_first_call_and_another_match_follows_when_asked_for(
    web: object, bob: User, open_screen: Callable[..., Screen]
) -> None:
    table = open_table(bob, rules="kibbi", cap=1, policy=replace(PACE, casual=True, entropy_seconds=3))
    page = open_screen(bob).page
    page.goto(f"/ar/table/{table.public_id}/")
    expect(page.locator(".trump .suit.h")).to_be_visible()
    expect(page.locator("[data-suit]")).to_have_count(0)

    assert Player(page).play_until().over
    page.click(".card-result.over [data-confirm]")
    expect(page.locator(".card-result")).to_be_hidden()
    expect(page.locator(".trump .suit.h")).to_be_visible()

    assert Match.objects.filter(table=table).count() == 2


def told_by(page: Page) -> dict[str, Any]:
    """Return what a table's page says of the state of the match."""
    cards = page.locator("[data-card]")
    return {
        "hand": [cards.nth(at).get_attribute("data-card") for at in range(cards.count())],
        "trick": page.locator(".trick").get_attribute("aria-label"),
        "score": page.locator(".t-score").inner_text(),
        "seats": page.locator(".seat .plate").all_inner_texts(),
    }


# ---- what a watcher may know --------------------------------------------------------------------


def played_cards(table: Table, *, upto: float = float("inf")) -> set[str]:
    """Return the cards that lay on the table up to an event, by the log of its match."""
    stored = store.read([table.pk])[table.pk]
    log = store.events_of_match(stored.match_id)
    return {
        str(entry.event.data["card"])
        for number, entry in enumerate(log, start=1)
        if entry.event.kind == "card" and number <= upto
    }


def leaks(table: Table, frames: list[str]) -> list[str]:
    """Return the frames that name a card not yet played at that number, or carry anybody's hand."""
    told = [text for text in frames if CARD.search(text)]
    assert told, "the watcher has seen no card at all"
    return [
        text
        for text in frames
        if not set(CARD.findall(text)) <= played_cards(table, upto=json.loads(text).get("s") or 0)
        or any(hands_in(json.loads(text)))
    ]


def hands_in(value: Any) -> Iterator[Any]:
    """Yield whatever is called a hand, anywhere in a frame."""
    if isinstance(value, dict):
        yield from (inner for key, inner in value.items() if key in {"hand", "hands"})
        for inner in value.values():
            yield from hands_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from hands_in(inner)
