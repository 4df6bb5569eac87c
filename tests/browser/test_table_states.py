"""Every state of the live table: nothing of it is in anybody's way, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Seat, Table, User
from games.rules import Phase
from games.services import tables
from tests.browser.screen import Screen
from tests.browser.site import STILL, play_to
from tests.browser.table import MENU
from tests.browser.test_live_table import WITNESS, cut
from tests.browser.test_pages import faults_of
from tests.cast import NOW, person
from tests.games import scene
from tests.games.test_rematch import passed_out

CASUAL = replace(STILL, casual=True, bots_after=60)
"""A table of its own people: nobody is in a hurry, and a bot plays for who gets up."""
SAY = ".t-top button:first-of-type"
DEAD_LINE = "() => { window.WebSocket = class { static OPEN = 1; close() {} }; }"

Show = Callable[..., Page]
State = tuple[str, Page]


@pytest.fixture
def people(web: object, bob: User) -> list[User]:
    """Bob and three others, in order of play."""
    return [bob, *map(person, ("dalia", "elias", "farah"))]


@pytest.fixture
def show(open_screen: Callable[..., Screen], language: str) -> Show:
    """Open the page of a table on the phone of whoever looks at it."""
    phones: dict[User | None, Page] = {}

    def shown(table: Table, who: User | None, ready: str = ".seat .plate", *, hints: bool = False) -> Page:
        if who not in phones:
            phones[who] = open_screen(who, phone=True, locale=language, reduced_motion="reduce").page
            phones[who].add_init_script(WITNESS)
            phones[who].goto(f"/{language}/rules/")
        phones[who].evaluate(f"localStorage.setItem('guide', '{'' if hints else 'done'}')")
        phones[who].goto(f"/{language}/table/{table.public_id}/")
        phones[who].locator(ready).first.wait_for()
        return phones[who]

    return shown


@pytest.mark.timeout(400)
def test_no_state_of_a_table_puts_an_obstacle_in_anybodys_way_in_light_or_dark_or_is_cut_off_at_320_pixels(
    people: list[User], show: Show
) -> None:
    found = {state: faults_of(page, dark=True) for state, page in states(people, show)}

    assert {state: faults for state, faults in found.items() if faults} == {}


def states(people: list[User], show: Show) -> Iterator[State]:
    """Yield the states of a table, each with a page that shows it until the next is asked for."""
    yield from before_the_cards(people, show)
    yield from of_the_phases(people, show)
    yield from opened_on(at_his_turn(people), people, show)
    yield from without_its_people(people, show)
    yield from off_the_line(at_his_turn(people), people[0], show)


def before_the_cards(people: list[User], show: Show) -> Iterator[State]:
    """Yield a table that waits for people, and one that waits for what their pages put in."""
    waiting = scene.opened([people[0], None, None, None], policy=replace(STILL, casual=False))
    yield "waiting for people", show(waiting, people[0], ".notice")
    asked = scene.opened(people, policy=STILL, entropy_seconds=3600, now=timezone.now())
    yield "shuffling", show(asked, people[0], ".notice")


def of_the_phases(people: list[User], show: Show) -> Iterator[State]:
    """Yield a table in each phase, with the page of who is to move, and a spectator's."""
    first = scene.opened(people, policy=CASUAL)
    yield "the first hint of a first deal", show(first, turn_of(first, people), ".coach", hints=True)
    for phase in (Phase.AUCTION, Phase.TRUMP, Phase.PLAY, Phase.RESULT):
        table = scene.opened(people, policy=CASUAL, rules="egyptian-no-trump")
        play_to(phase, table, people)
        yield phase.value, show(table, turn_of(table, people))
        yield f"{phase.value}, watching", show(table, None)
    over = scene.opened(people, policy=CASUAL, cap=1)
    play_to(Phase.OVER, over, people)
    yield "the match is over", show(over, people[0], ".card-result.over [data-confirm]")
    yield "everybody passed", show(passed_out(people, CASUAL), people[0], ".card-result.over")


def opened_on(table: Table, people: list[User], show: Show) -> Iterator[State]:
    """Yield the page of who is to follow, with all that opens on it, and that of who waits."""
    for what, button in (("the menu", MENU), ("the words", SAY), ("the sheet", ".sheet-btn")):
        page = show(table, people[0])
        page.locator(button).first.click()
        expect(page.locator("#dialog-title")).to_be_visible()
        yield f"{what} open", page
    page = show(table, people[0])
    page.keyboard.press("?")
    expect(page.locator("dialog[open] kbd").first).to_be_visible()
    yield "the keys open", page
    page = show(table, people[0])
    page.locator(".act [aria-pressed]").click()
    expect(page.locator(".trick.past")).to_be_visible()
    yield "the last trick", page
    page.locator("[data-card]:not([aria-disabled])").first.click(force=True)
    page.locator("[data-card][aria-disabled]").first.click(force=True)
    yield "a card that may not be played", page
    page = show(table, people[1])
    page.locator("[data-card]").last.click()
    expect(page.locator(".hc.queued")).to_be_visible()
    yield "a card that waits", page


def without_its_people(people: list[User], show: Show) -> Iterator[State]:
    """Yield a table whose person is away, one where a bot plays for him, and one that stands still."""
    away = at_his_turn(people)
    Seat.objects.filter(table=away, number=0).update(missed=2)
    yield "away", show(away, people[0], ".act [data-confirm]:not(.play)")
    left = at_his_turn(people)
    tables.leave(table_id=left.pk, user=people[0], now=NOW)
    yield "a bot plays for him", show(left, people[0], ".act [data-confirm]")
    for user in people[1:]:
        tables.leave(table_id=left.pk, user=user, now=NOW)
    yield "nobody is left", show(left, people[0], ".act [data-confirm]")


def off_the_line(table: Table, who: User, show: Show) -> Iterator[State]:
    """Yield a page that another tab competes with, one that rests, and one whose line is lost."""
    for said in ("open", "moved"):
        page = show(table, who)
        page.evaluate(f"new BroadcastChannel('table {table.public_id}').postMessage('{said}')")
        expect(page.locator(".toast.over")).to_be_visible()
        yield f"another tab: {said}", page
    page = show(table, who, ".conn.live")
    page.evaluate(DEAD_LINE)
    cut(page)
    expect(page.locator(".toast.over")).to_be_visible()
    yield "the line is lost", page


def at_his_turn(people: list[User], **details: Any) -> Table:
    """Return a table in mid-trick, after at least one, where Bob is to follow."""
    table = scene.opened(people, policy=CASUAL, **details)
    play_to(Phase.PLAY, table, people)
    scene.play_on(table, people, 4)
    while (now := scene.stored(table).position).turn != 0 or not now.trick:
        scene.play_on(table, people, 1)
    return table


def turn_of(table: Table, people: list[User]) -> User:
    """Return who is to move, or the first where nobody is."""
    return people[scene.stored(table).position.turn or 0]
