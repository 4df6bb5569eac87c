"""The socket by which a page hears of changes: when it comes back, and when it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.models import User
from games.services import people
from tests.browser.screen import Screen
from tests.cast import PASSWORD
from tests.tournaments import evenings
from tournaments.models import Club, Tournament

RESTART, NO_TOPIC = 1012, 4404


@pytest.fixture
def cup(web: object, club: Club) -> Tournament:
    """A tournament that has begun."""
    return evenings.started(club, 4, name="Cedar Cup")


def closed_with(page: Page, code: int) -> list[WebSocketRoute]:
    """Close every socket of a page as soon as it says hello; return a list that fills with them."""
    opened: list[WebSocketRoute] = []

    def refuse(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.on_message(lambda _hello: socket.close(code=code))

    page.route_web_socket("**/ws/notices", refuse)
    return opened


def a_minute_passes(page: Page) -> None:
    """Let a minute pass on a page's clock, second by second, so that what it opens is answered."""
    for _ in range(60):
        page.clock.run_for(1000)


def test_a_page_whose_topic_is_not_for_its_reader_asks_once(
    cup: Tournament, bob: User, open_screen: Callable[..., Screen]
) -> None:
    page = open_screen(bob).page
    page.clock.install()
    opened = closed_with(page, NO_TOPIC)
    page.goto(f"/en/tournaments/{cup.slug}/")

    a_minute_passes(page)
    page.evaluate("dispatchEvent(new Event('online'))")

    assert len(opened) == 1
    expect(page.locator("#signed-out")).to_be_hidden()


def test_a_page_comes_back_to_a_server_that_refuses_it_ever_less_often(
    cup: Tournament, bob: User, open_screen: Callable[..., Screen]
) -> None:
    page = open_screen(bob).page
    page.clock.install()
    opened = closed_with(page, RESTART)
    page.goto(f"/en/tournaments/{cup.slug}/")

    a_minute_passes(page)

    assert 5 < len(opened) < 20


def test_who_is_signed_out_elsewhere_is_told_so_and_asked_to_log_in(
    cup: Tournament, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(bob).page
    page.goto(f"/{language}/tournaments/{cup.slug}/")
    expect(page.locator("#signed-out")).to_be_hidden()

    bob.set_password(f"not {PASSWORD}")
    people.store(bob)

    expect(page.locator("#signed-out")).to_be_visible()
    page.locator("#signed-out a").click()
    expect(page.locator("[name=login]")).to_be_visible()
