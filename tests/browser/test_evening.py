"""An evening as a club has it: a director at her desk, two phones with printed seat links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match, Table, User
from games.rules import Phase, notation, records
from games.services.clocks import TablePolicy
from tests.browser.screen import Screen
from tests.browser.server import Worker
from tests.browser.table import Player
from tournaments.models import Club, EntryPlayer, Pairing, Tournament
from tournaments.services import planning
from tournaments.services.actions import Author
from tournaments.services.planning import Plan

LIST = """player,partner
Karim Haddad,Rana Khoury
سامي الحلبي,مها شاهين
Nadia Saleh,Omar Aziz
Fadi Tannous,ريم العطار
"""
AN_HOUR = 3600


@pytest.fixture
def cup(web: object, club: Club, alice: User) -> Tournament:
    """A tournament in preparation, one deal a match, whose bots come when people had an hour."""
    pace = replace(TablePolicy.fast(bots_after=AN_HOUR), ready_seconds=60)
    plan = Plan(name="Cedar Cup", cap=1, policy=pace)
    return planning.create_tournament(club=club, plan=plan, author=Author(alice.pk), now=timezone.now())


@pytest.mark.timeout(120)
def test_two_phones_open_printed_links_sit_play_and_see_their_next_pairing_and_the_end_by_themselves(
    cup: Tournament, alice: User, worker: Worker, open_screen: Callable[..., Screen], language: str
) -> None:
    desk = open_screen(alice).page
    links = director_prepares(desk, cup, language)
    phones = [open_phone(open_screen, language) for _ in range(2)]
    expected = {seat: player_of(cup, pairing=1, side=seat) for seat in (0, 1)}
    for phone, name in zip(phones, expected.values(), strict=True):
        phone_sits_down(phone, links[name], language)

    worker.pause()
    an_hour_passes()
    play_the_match(phones)
    assert records.run(notation.parse(downloaded(phones[0]))).phase is Phase.OVER
    for phone in phones:
        phone.click(".card-result.over a.primary")
        stay(phone)
        expect(phone.locator("form[action$='/sit/']")).to_have_count(0)
    winner, loser = phones if won(cup) == 0 else reversed(phones)
    worker.go_on()

    expect(winner.locator("form[action$='/sit/'] button")).to_be_visible()
    assert stayed(winner)
    winner.click("form[action$='/sit/'] button")
    expect(winner.locator(".conn.live")).to_be_visible()
    worker.pause()
    an_hour_passes()
    play_the_match([winner])
    expect(loser.locator(".winner")).to_have_count(0)
    worker.go_on()
    expect(loser.locator(".winner")).to_be_visible()
    assert stayed(loser)
    expect(desk.locator(".steps li").last).to_have_class("done")


def downloaded(phone: Page) -> str:
    """Return the match as text, as the page of its table gives it."""
    with phone.expect_download() as download:
        phone.click(".card-result.over a[href$='record.txt']")
    return download.value.path().read_text("utf-8")


def open_phone(open_screen: Callable[..., Screen], language: str) -> Page:
    """Return an empty page on a phone nobody has signed in on."""
    phone = open_screen(phone=True, locale=language, reduced_motion="reduce")
    return phone.page


def director_prepares(desk: Page, cup: Tournament, language: str) -> dict[str, str]:
    """Let Alice import the list, print the slips, draw and start; return the printed links by name."""
    desk.goto(f"/{language}/tournaments/{cup.slug}/import/")
    desk.fill("textarea[name=text]", LIST)
    desk.click("main form button")
    expect(desk.locator(".slip")).to_have_count(8)
    slips = desk.locator(".slip")
    names, links = slips.locator("b .name").all_inner_texts(), slips.locator(".link").all_inner_texts()
    assert printed(desk) == ["block", "none"]

    desk.goto(f"/{language}/tournaments/{cup.slug}/direct/")
    for verb in ("draw", "start"):
        form = f"form[action$='/{verb}/']"
        desk.click(f"details:has({form}) > summary")
        desk.click(f"{form} button")
    expect(desk.locator("progress")).to_be_visible()
    stay(desk)
    return dict(zip(names, links, strict=True))


def printed(desk: Page) -> list[str]:
    """Return how QR codes and the rest of the page are shown on paper."""
    desk.emulate_media(media="print")
    shown = [
        desk.locator(part).first.evaluate("(part) => getComputedStyle(part).display")
        for part in (".slip .qr svg", ".snav")
    ]
    desk.emulate_media(media="screen")
    return shown


def phone_sits_down(phone: Page, link: str, language: str) -> None:
    """Open a printed link on a phone that knows nothing, and sit down where it says."""
    phone.goto(link)
    expect(phone).to_have_url(f"{link.split('/s/', maxsplit=1)[0]}/{language}/me/")
    expect(phone.locator(".tablenumber b")).to_have_text("1")
    phone.click("form[action$='/sit/'] button")
    expect(phone.locator(".conn.live")).to_be_visible()


def an_hour_passes() -> None:
    """Let the time be over that people have to come to their tables."""
    Table.objects.filter(bots_due_at__isnull=False).update(bots_due_at=timezone.now())


def play_the_match(phones: list[Page]) -> None:
    """Let everybody play until each sees that the match is over."""
    players = [Player(phone) for phone in phones]
    while players:
        players = [player for player in players if not player.step().over]


def stay(page: Page) -> None:
    """Leave a mark on the page that a reload would take away."""
    page.evaluate("window.stayed = true")


def stayed(page: Page) -> bool:
    """Return whether this is still the page that was marked."""
    return bool(page.evaluate("window.stayed === true"))


def player_of(cup: Tournament, *, pairing: int, side: int) -> str:
    """Return who sits first for a side of a pairing of the first round."""
    member = EntryPlayer.objects.select_related("player").get(
        position=0,
        entry__sides__pairing__round__number=1,
        entry__sides__pairing__round__stage__tournament=cup,
        entry__sides__pairing__number=pairing,
        entry__sides__number=side,
    )
    return member.player.name


def won(cup: Tournament) -> int:
    """Return which side of the first pairing has won, by the match at its table."""
    first = Pairing.objects.get(round__stage__tournament=cup, round__number=1, number=1)
    match = Match.objects.get(table=first.table_id)
    return 0 if match.winner == 0 else 1
