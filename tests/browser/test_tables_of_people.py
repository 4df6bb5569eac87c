"""From the home page to the cards, and with friends: what a stranger does on his phone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match, Seat, Table, User
from games.services import hosting, play, rulings
from games.services.clocks import TablePolicy
from tests.browser.screen import Screen
from tests.browser.table import MENU, PACE, Player, open_table
from tests.browser.test_pages import obstacles
from tests.cast import NOW, PASSWORD, person
from tests.games.scene import CASUAL, opened, stored

MOST_TAPS, MOST_SECONDS = 3, 10.0
WITHOUT_SPECTATORS = {
    "en": "This table is played without spectators.",
    "ar": "تُلعب هذه الطاولة دون متفرجين.",
}


@pytest.fixture(autouse=True)
def _bots_come_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else comes in a test: bots need not wait for people, nor for each other."""
    monkeypatch.setattr(hosting, "BOTS_AFTER", 3600.0)


def follow_in_mid_deal(player: Player) -> int:
    """Play until this player is to follow in the middle of a deal; return how many cards he holds."""
    seen = player.play_until(left=9)
    while True:
        expect(player.page.locator(".trick .slot")).to_be_visible()  # the trick before has gone
        if player.page.locator(".trick .pc").count():
            return len(seen.hand)
        seen = player.play_until(left=len(seen.hand) - 1)


def tap(page: Page, what: str) -> None:
    """Tap something that is there once."""
    page.locator(what).click()


def test_a_stranger_has_his_first_card_after_three_taps_and_ten_seconds_at_most(
    web: object, open_screen: Callable[..., Screen], language: str
) -> None:
    page = open_screen(phone=True, locale=language).page
    page.goto(f"/{language}/")
    begun, taps = time.monotonic(), 1

    tap(page, f"form[action='/{language}/practice/'] button")
    expect(page.locator("[data-card]")).to_have_count(13)

    assert taps <= MOST_TAPS
    assert time.monotonic() - begun <= MOST_SECONDS
    assert User.objects.get().is_guest


def test_a_link_opened_on_a_second_phone_sits_opposite_and_the_first_sees_it_without_reloading(
    web: object, open_screen: Callable[..., Screen], language: str
) -> None:
    host, friend = (open_screen(phone=True, locale=language).page for _ in range(2))
    host.goto(f"/{language}/tables/new/")
    tap(host, "main form .btn.primary")
    link = host.locator("#link").input_value()
    expect(host.locator(".invite .qr svg")).to_be_visible()

    friend.goto(link)
    friend.fill("#name", "Karim")
    tap(friend, ".chair .btn.primary")

    expect(friend.locator(".chair.mine .name")).to_have_text("Karim")
    expect(host.locator(".chair").nth(2).locator(".name")).to_have_text("Karim")
    table = Table.objects.get()
    assert [seat.kind for seat in stored(table).seats] == ["user", "open", "user", "open"]


def test_when_the_fourth_sits_down_every_phone_goes_on_to_the_cards(
    web: object, open_screen: Callable[..., Screen], language: str
) -> None:
    phones = [open_screen(phone=True, locale=language).page for _ in range(4)]
    phones[0].goto(f"/{language}/tables/new/")
    tap(phones[0], "main form .btn.primary")
    link = phones[0].locator("#link").input_value()

    for phone in phones[1:]:
        phone.goto(link)
        phone.locator(".chair .btn").first.click()

    for phone in phones:
        expect(phone.locator("[data-card]")).to_have_count(13)


def test_a_guest_who_registers_after_the_match_finds_it_in_his_history(
    web: object,
    open_screen: Callable[..., Screen],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TablePolicy, "practice", staticmethod(lambda: replace(PACE, casual=True)))
    page = open_screen(phone=True, locale=language).page
    page.goto(f"/{language}/")
    tap(page, f"form[action='/{language}/practice/'] button")
    expect(page.locator("[data-card]")).to_have_count(13)
    rulings.no_new_deal([Table.objects.get().pk], now=timezone.now())  # the table runs by the clock
    assert Player(page).play_until().over

    page.goto(f"/{language}/accounts/signup/")
    page.fill("[name=username]", "karim")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    tap(page, "main form button")
    page.goto(f"/{language}/matches/")

    expect(page.locator(".played li")).to_have_count(1)
    assert not User.objects.get().is_guest


def test_another_match_begins_when_all_four_want_it_and_not_before(
    web: object, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    people = [bob, *map(person, ("dalia", "elias", "farah"))]
    table = opened(people, policy=replace(CASUAL, bots_after=None), entropy_seconds=3600)
    rulings.no_new_deal([table.pk], now=NOW)
    pages = [open_screen(user, phone=True).page for user in people]
    for page in pages:
        page.goto(f"/{language}/table/{table.public_id}/")

    for page in pages:
        assert Match.objects.filter(table=table).count() == 1
        tap(page, ".card-result.over [data-confirm]")
        expect(page.locator(".card-result.over [data-confirm]")).to_be_hidden()

    for page in pages:
        expect(page.locator(".card-result.over")).to_be_hidden()
    assert Match.objects.filter(table=table).count() == 2


@pytest.mark.parametrize("who", ["a stranger", "a visitor"])
def test_a_table_without_spectators_is_refused_with_a_sentence(
    web: object, bob: User, charlie: User, open_screen: Callable[..., Screen], language: str, who: str
) -> None:
    table = open_table(bob, policy=replace(PACE, spectators="none"))
    screen = open_screen(charlie if who == "a stranger" else None, phone=True, reduced_motion="reduce")

    screen.page.goto(f"/{language}/table/{table.public_id}/")

    expect(screen.page.locator("main")).to_contain_text(WITHOUT_SPECTATORS[language])
    expect(screen.page.locator("main a.btn")).to_be_visible()
    assert screen.page.locator("#table").count() == 0
    assert obstacles(screen.page) == []
    screen.forgive(403)


def test_a_person_takes_his_seat_back_from_a_bot_in_mid_trick(
    web: object, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    table = open_table(bob, policy=replace(PACE, casual=True))
    page = open_screen(bob, phone=True).page
    page.goto(f"/{language}/table/{table.public_id}/")
    held = follow_in_mid_deal(Player(page))
    slow = replace(PACE, casual=True, bot_seconds=(3600, 3600))
    Table.objects.filter(pk=table.pk).update(policy=slow.to_json())  # the bot that sits down for him thinks
    tap(page, MENU)
    tap(page, "dialog .btn.danger")
    expect(page.locator("[data-card]")).to_have_count(0)
    page.reload()

    tap(page, ".act .btn.primary")

    expect(page.locator("[data-card]")).to_have_count(held)
    expect(page.locator(".seat.s.turn")).to_be_visible()
    assert len(stored(table).position.trick.plays) > 0
    assert play.seat_of(stored(table), bob.pk) == 0


def test_who_is_away_has_his_clock_back_with_one_tap(
    web: object, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    people = [bob, *map(person, ("dalia", "elias", "farah"))]
    table = opened(people, policy=replace(CASUAL, away_seconds=3600), now=timezone.now())
    Seat.objects.filter(table=table, user=bob).update(missed=2)
    page = open_screen(bob, phone=True).page
    page.goto(f"/{language}/table/{table.public_id}/")
    expect(page.locator(".seat.s .absent")).to_be_visible()

    tap(page, ".act .btn.primary")

    expect(page.locator(".seat.s .absent")).to_be_hidden()
    expect(page.locator(".act .btn.primary[data-confirm]:not(.play)")).to_be_hidden()
    assert Seat.objects.get(table=table, user=bob).missed == 0
