"""A Swiss of five hundred pairs, 250 tables: what the desk, a scorer, a player and a wall need of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.models import User
from tests.browser.screen import Screen
from tests.browser.test_pages import TOO_WIDE, obstacles
from tests.tournaments.evenings import started
from tests.tournaments.hall import enter, won
from tournaments.models import Club, Pairing, Stage, Tournament

PAIRS = 500
SWISS = {"format": "swiss", "options": {"rounds": 7, "tie_breaks": ["buchholz", "diff"]}}


@pytest.fixture(autouse=True)
def _no_long_transaction() -> None:
    """Let the list of five hundred come in at once, before anybody plays: here is looked at what follows."""


@pytest.fixture
def cup(web: object, club: Club) -> Tournament:
    """The first round of five hundred pairs, with cards."""
    return started(club, PAIRS, name="Great Cup", place=Stage.Place.HALL, **SWISS)


@pytest.mark.timeout(120)
def test_250_tables_are_worked_by_range_looked_up_in_two_taps_and_printed_by_name_and_by_table(
    cup: Tournament, alice: User, sami: User, open_screen: Callable[..., Screen]
) -> None:
    below = f"/en/tournaments/{cup.slug}/"
    desk, scorer, phone = (
        open_screen(alice, reduced_motion="reduce").page,
        open_screen(sami, phone=True, reduced_motion="reduce").page,
        open_screen(phone=True, reduced_motion="reduce").page,
    )

    desk.goto(f"{below}direct/")
    expect(desk.locator("tr[id^=table-]")).to_have_count(250)
    scorer.goto(f"{below}results/?tables=201-250")
    expect(scorer.locator("tr[id^=table-]")).to_have_count(50)
    assert scorer.evaluate(TOO_WIDE) == []
    scorer.fill("#entry", "207 31-20")
    with scorer.expect_navigation():
        scorer.keyboard.press("Enter")
    expect(scorer.locator("tr[id^=table-]")).to_have_count(50)
    expect(desk.locator("tr[id^=table-] .badge.good")).to_have_count(1)
    enter(Pairing.objects.get(round__stage__tournament=cup, number=3), won(0))
    desk.locator(".deskhead .seg a").last.click()
    expect(desk.locator("tr[id^=table-]")).to_have_count(2)
    assert obstacles(desk, dark=False) == []

    phone.goto(below)
    phone.fill("[name=q]", "player 437")
    phone.tap(".find button")
    expect(phone.locator(".seats li")).to_have_count(2)
    expect(phone.locator(".seats .no").first).to_be_in_viewport()

    for by, rows in (("tables", ".list tbody tr"), ("names", ".names li")):
        desk.goto(f"{below}print/{by}/")
        expect(desk.locator(rows)).to_have_count(250 if by == "tables" else 2 * PAIRS)
