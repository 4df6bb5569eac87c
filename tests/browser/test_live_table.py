"""Four people at one table, each at a page of his own: lost lines, reloads, tabs, and nothing that jumps."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Table, User
from games.rules import Phase
from games.services import play as moves
from games.services import series
from tests.browser.screen import Screen
from tests.browser.site import STILL
from tests.browser.table import PACE, Player, open_table
from tests.browser.test_pages import obstacles
from tests.cast import person
from tests.games import scene

TITLE = "Friends of the cedar"
TEN_MINUTES = 600_000
NAMES = ("dalia", "elias", "farah")

WITNESS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...address) { super(...address); sockets.push(this); }
};
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    for (const { node } of sources)
      if (node?.nodeType === 1 && node.closest(".t-score .side")) shifts.push([value, node.outerHTML]);
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def people(bob: User) -> list[User]:
    """Bob and three others, in order of play."""
    return [bob, *map(person, NAMES)]


@pytest.fixture
def table(web: object, people: list[User]) -> Table:
    """All four sit; nobody is in a hurry."""
    return scene.opened(people, policy=STILL, title=TITLE)


def cut(page: Page) -> None:
    """Close the newest socket of a page, as a network does that goes away."""
    page.evaluate("sockets.at(-1).close()")


def sit(open_screen: Callable[..., Screen], table: Table, who: User, language: str, **options: Any) -> Page:
    """Open the page of a seat."""
    page = open_screen(who, locale=language, **options).page
    page.add_init_script(WITNESS)
    return page


def settle(page: Page) -> None:
    """Wait for the hand; what moved while the page came is no change of a score."""
    page.locator("[data-card]").first.wait_for()
    page.evaluate("shifts.length = 0")


@pytest.mark.timeout(240)
def test_four_people_play_a_deal_though_a_line_is_cut_and_a_page_is_opened_anew(
    table: Table, people: list[User], open_screen: Callable[..., Screen], language: str
) -> None:
    address = f"/{language}/table/{table.public_id}/"
    pages = [
        sit(open_screen, table, who, language, phone=seat % 2 == 0, reduced_motion=motion)
        for seat, (who, motion) in enumerate(zip(people, ("reduce", "no-preference") * 2, strict=True))
    ]
    for page in pages:
        page.goto(address)
    for page in pages:
        settle(page)
    players = [Player(page) for page in pages]

    play(players, until=lambda: len(players[1].look().hand) == 9)
    cut(pages[1])
    pages[2].reload()
    settle(pages[2])
    play(players, until=lambda: players[0].look().result)

    assert pages[1].evaluate("sockets.length") == 2
    for page in pages:
        expect(page.locator(".card-result")).to_be_visible()
    for page in pages:
        page.click(".card-result [data-confirm]")
    for page in pages:
        expect(page.locator("[data-card]")).to_have_count(13)
    assert [page.evaluate("shifts") for page in pages] == [[]] * 4


def test_a_second_tab_says_so_and_the_first_rests_when_the_table_is_moved(
    table: Table, people: list[User], open_screen: Callable[..., Screen]
) -> None:
    screen = open_screen(people[0])
    address = f"/en/table/{table.public_id}/"
    first, second = screen.page, screen.context.new_page()
    first.goto(address)
    expect(first.locator(".conn.live")).to_be_visible()
    second.goto(address)

    second.click(".toast.over button")

    expect(first.locator(".toast.over")).to_contain_text("in another tab")
    expect(first.locator(".conn.ended")).to_be_visible()
    expect(second.locator(".conn.live")).to_be_visible()
    expect(second.locator(".toast.over")).to_be_hidden()
    first.click(".toast.over button")
    expect(first.locator(".conn.live")).to_be_visible()
    expect(second.locator(".conn.ended")).to_be_visible()


def test_after_a_phone_call_of_ten_minutes_one_is_on_his_seat_and_his_clock_is_right(
    web: object, people: list[User], open_screen: Callable[..., Screen], language: str
) -> None:
    policy = replace(STILL, casual=False, call_seconds=1800)
    table = scene.opened(people, policy=policy, title=TITLE, now=timezone.now())
    first = scene.stored(table).position.turn
    assert first is not None
    page = sit(open_screen, table, people[(first + 1) % 4], language, phone=True)
    page.clock.install()
    page.goto(f"/{language}/table/{table.public_id}/")
    settle(page)

    cut(page)
    seat, act = scene.next_act(table, people)
    moves.submit_now(table.pk, act, seat=seat, now=timezone.now())
    page.clock.fast_forward(TEN_MINUTES)

    expect(page.locator(".conn.live")).to_be_visible()
    expect(page.locator(".seat.s.turn")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(13)
    expect(page.locator(".bidpad [data-clock]")).to_have_text(re.compile("^(29:[0-5][0-9]|30:00)$"))


def test_the_page_counts_down_to_the_next_game_of_a_series(
    web: object, people: list[User], open_screen: Callable[..., Screen], language: str
) -> None:
    policy = replace(STILL, casual=False, ready_seconds=600)
    table = scene.opened(people, policy=policy, cap=1, title=TITLE, now=timezone.now())
    series.tell([table.pk], game=1, of=3)
    page = sit(open_screen, table, people[0], language, phone=True)
    page.goto(f"/{language}/table/{table.public_id}/")
    settle(page)

    play_to_the_end(table, people)

    clock = page.locator(".card-result.over .clock")
    expect(clock).to_have_text(re.compile("^(10|9):[0-5][0-9]$"))
    page.reload()
    expect(clock).to_have_text(re.compile("^(10|9):[0-5][0-9]$"))


@pytest.mark.timeout(120)
def test_a_trick_that_stays_and_a_line_that_is_lost_put_no_obstacle_in_anybodys_way(
    web: object, bob: User, open_screen: Callable[..., Screen]
) -> None:
    table = open_table(bob, policy=replace(PACE, casual=True))
    page = open_screen(bob, phone=True, locale="en", reduced_motion="reduce").page
    page.add_init_script(WITNESS)
    page.goto("/en/play/")
    page.evaluate("localStorage.setItem('hold', 'tap')")
    page.goto(f"/en/table/{table.public_id}/")
    player = Player(page)

    while page.locator(".trick .pc").count() < 4:
        player.step()
    assert obstacles(page) == []
    page.evaluate("() => { window.WebSocket = class { static OPEN = 1; close() {} }; }")
    cut(page)
    expect(page.locator(".toast.over")).to_be_visible()

    expect(page.locator(".conn.lost")).to_be_visible()
    assert obstacles(page) == []


def play_to_the_end(table: Table, people: list[User]) -> None:
    """Let the people at a table play its match to the end, without their pages."""
    while scene.stored(table).position.phase is not Phase.OVER:
        seat, act = scene.next_act(table, people)
        moves.submit_now(table.pk, act, seat=seat, now=timezone.now())


def play(players: list[Player], *, until: Callable[[], bool]) -> None:
    """Let whoever is asked do what he can, until something holds."""
    while not until():
        for player in players:
            seen = player.look()
            if seen.is_my_turn or seen.bids or seen.suits:
                player.act(seen)
