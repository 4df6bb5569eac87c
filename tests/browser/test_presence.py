"""Who is here, and what is left of a bank: as the page of a table shows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import User
from games.services.clocks import TablePolicy
from tests.browser.screen import Screen
from tests.cast import person
from tests.games import scene


@pytest.fixture
def four(web: object, bob: User) -> list[User]:
    """Bob and three others, in order of play."""
    return [bob, *map(person, ("dalia", "elias", "farah"))]


def test_a_seat_says_that_its_person_has_closed_the_page_until_he_opens_it_again(
    four: list[User], open_screen: Callable[..., Screen], language: str
) -> None:
    policy = replace(TablePolicy.people(), casual=True, call_seconds=3600)
    table = scene.opened(four, policy=policy, now=timezone.now())
    address = f"/{language}/table/{table.public_id}/"
    page, other = open_screen(four[0], phone=True).page, open_screen(four[2]).page
    page.goto(address)
    other.goto(address)
    expect(page.locator(".seat:is(.e, .w) .absent")).to_have_count(2)
    expect(page.locator(".seat.n .absent")).to_be_hidden()

    other.goto("about:blank")
    expect(page.locator(".seat.n .absent")).to_be_visible()
    other.goto(address)

    expect(page.locator(".seat.n .absent")).to_be_hidden()


def test_a_bank_stands_beside_the_time_for_a_call(
    four: list[User], open_screen: Callable[..., Screen], language: str
) -> None:
    table = scene.opened(four, policy=TablePolicy.people(), bank_seconds=90, now=timezone.now())
    turn = scene.stored(table).position.turn or 0
    page = open_screen(four[turn], phone=True).page

    page.goto(f"/{language}/table/{table.public_id}/")

    expect(page.locator("[data-clock]")).to_have_text(re.compile("^0:(2[0-5]|1[0-9])$"))
    expect(page.locator("[data-bank]")).to_have_text("+1:30")
