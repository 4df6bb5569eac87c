"""Six phones in a hall without a network: nothing that was typed is lost, and nothing is overwritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import User
from tests.browser.screen import Screen
from tests.tournaments.evenings import pairing_of, started
from tests.tournaments.hall import plays
from tournaments.models import Club, Pairing, Report, Stage, Tournament
from tournaments.services.board import desk

OFFLINE = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def cup(web: object, club: Club) -> Tournament:
    """Eight pairs who play their first round with cards."""
    return started(club, 8, place=Stage.Place.HALL)


def opened(screen: Screen, pairing: Pairing, language: str = "en") -> Page:
    """Open the sheet of a pairing, on a phone whose clock the test moves."""
    page = screen.page
    page.clock.install()
    page.goto(f"/{language}/tournaments/{pairing.round.stage.tournament.slug}/pairings/{pairing.pk}/result/")
    expect(page.locator("#sheet form[data-line]")).not_to_have_count(0)
    return page


def write_down(page: Page, took: int, *, declarer: int = 0, bid: int = 13) -> None:
    """Write a deal down."""
    for name, value in {"declarer": declarer, "bid": bid, "took": took}.items():
        page.locator(f"#sheet [name={name}][value='{value}']").check()
    page.locator("#sheet button[value=line]").click()


def back(screen: Screen) -> None:
    """Let the network be there again, and forget what the browser said of its absence."""
    screen.context.set_offline(False)
    screen.page.clock.run_for(4000)
    expect(screen.page.locator("#unsent")).to_be_hidden()
    screen.complaints[:] = [one for one in screen.complaints if OFFLINE not in one]


@pytest.mark.timeout(180)
def test_six_phones_write_offline_for_three_minutes_and_two_contradict_each_other(
    cup: Tournament, open_screen: Callable[..., Screen]
) -> None:
    pairings = [pairing_of(cup, 1, number) for number in (1, 2, 3)]
    phones = [(one, open_screen(plays(one, side), phone=True)) for one in pairings for side in (0, 1)]
    for pairing, screen in phones:
        opened(screen, pairing)
        screen.context.set_offline(True)
        for took in (13, 13, 13):
            write_down(screen.page, took, declarer=int(screen is phones[-1][1]))
        screen.page.clock.fast_forward("03:00")
        expect(screen.page.locator("#unsent .unsent")).to_have_count(3)
    liar = phones[-1][1].page
    liar.locator("#unsent .unsent button").last.click()
    write_down(liar, 13, declarer=1)
    assert not Report.objects.exists()

    for _, screen in phones:
        back(screen)

    states = {one.number: one.state for one in Pairing.objects.filter(round=pairings[0].round)}
    assert states == {1: "decided", 2: "decided", 3: "called", 4: "called"}
    written = Report.objects.filter(kind=Report.Kind.WORD)
    assert [written.filter(pairing=one).count() for one in pairings] == [6, 6, 6]
    assert [table.number for table in desk(cup).disputed] == [3]


@pytest.mark.timeout(120)
def test_what_a_phone_has_not_sent_is_there_after_it_is_opened_again(
    cup: Tournament, sami: User, open_screen: Callable[..., Screen], language: str
) -> None:
    pairing = pairing_of(cup, 1, 1)
    screen = open_screen(sami, phone=True)
    page = opened(screen, pairing, language)
    write_down(page, 13)
    expect(page.locator("#sheet tbody tr")).to_have_count(1)
    page.route(
        "**/result/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    write_down(page, 9, declarer=1, bid=8)
    expect(page.locator("#unsent .unsent")).to_have_count(1)

    page.unroute_all()
    page.reload()

    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.locator("#sheet tbody tr")).to_have_count(2)
    screen.complaints.clear()


@pytest.mark.timeout(120)
def test_of_two_scorers_at_one_sheet_the_second_is_shown_both_and_chooses(
    cup: Tournament, sami: User, alice: User, open_screen: Callable[..., Screen]
) -> None:
    pairing = pairing_of(cup, 1, 1)
    first, second = (open_screen(who, phone=True) for who in (sami, alice))
    pages: list[Any] = [opened(first, pairing), opened(second, pairing)]
    write_down(pages[0], 13)
    expect(pages[0].locator("#sheet tbody tr")).to_have_count(1)

    write_down(pages[1], 9, bid=8)
    expect(pages[1].locator("[data-keep]")).to_be_visible()
    expect(pages[1].locator("#unsent .unsent")).to_have_count(1)
    pages[1].locator("[data-keep]").click()

    expect(pages[1].locator("#unsent")).to_be_hidden()
    assert Report.objects.count() == 2
    newest = Report.objects.latest("pk")
    assert [line["bid"] for line in newest.data["lines"]] == [8]
    second.forgive(409)
