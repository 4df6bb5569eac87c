"""The day after: a semi-final was written down wrong, and everybody has gone home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import User
from tests.browser.screen import Screen
from tests.browser.test_pages import obstacles
from tests.tournaments.evenings import pairing_of, play_round, started
from tournaments.models import Club, Pairing, Player, Tournament

WHY = "The slip was read upside down."
CHOICES = {"keep": "Player 1 A", "replay": "", "replace": "Player 4 A"}
"""What the director may choose, and who has won then."""


@pytest.fixture
def cup(web: object, club: Club, bob: User) -> Tournament:
    """A knockout of eight pairs that Bob has won: in the semi-final he beat pair 4, in the final pair 2."""
    cup = started(club, 8)
    Player.objects.filter(name="Player 1 A").update(user=bob)
    for number in (1, 2, 3):
        play_round(cup, number)
    cup.refresh_from_db()
    return cup


def public(page: Page) -> str:
    """Return all that anybody reads on the tournament's page, as it stands there."""
    return str(page.locator("#live").evaluate("(region) => region.innerHTML"))


def foreseen(desk: Page, semi: Pairing, language: str) -> None:
    """Let Alice say that the other pair has won the semi-final, and look at what that would change."""
    desk.goto(f"/{language}/tournaments/{semi.round.stage.tournament.slug}/pairings/{semi.pk}/correct/")
    desk.check("[name=winner][value='1']")
    desk.fill("[name=why]", WHY)
    with desk.expect_navigation():
        desk.locator("main form[method=get] button").click()
    assert obstacles(desk, dark=False) == []


def corrected(desk: Page, choice: str) -> None:
    """Let her decide."""
    with desk.expect_navigation():
        desk.click(f"button[name=choice][value={choice}]")
    expect(desk.locator(".toast.success")).to_be_visible()


def undone(desk: Page) -> None:
    """Let her undo what she did last."""
    with desk.expect_navigation():
        desk.locator("[data-undo]").first.click()


def is_under_review(reader: Page, champion: str) -> None:
    """Demand that a reader is told, without a touch, that something was corrected and who has won."""
    if champion != "Player 1 A":
        expect(reader.locator(".badge.warn").first).to_be_visible()
    if champion:
        expect(reader.locator(".winner")).to_contain_text(champion)
    else:
        expect(reader.locator(".winner")).to_have_count(0)
    assert obstacles(reader, dark=False) == []


@pytest.mark.timeout(180)
def test_a_wrong_semi_final_is_foreseen_decided_explained_and_undone_without_a_trace(
    cup: Tournament, alice: User, bob: User, open_screen: Callable[..., Screen], language: str
) -> None:
    semi = pairing_of(cup, 2, 1)
    still: Any = {"locale": language, "reduced_motion": "reduce"}
    desk, reader = open_screen(alice, **still).page, open_screen(**still).page
    bobs = open_screen(bob, phone=True, **still).page
    reader.goto(f"/{language}/tournaments/{cup.slug}/")
    bobs.goto(f"/{language}/me/")
    before, bobs_before = public(reader), bobs.locator(".place").inner_text()
    expect(reader.locator(".winner")).to_contain_text("Player 1 A")

    foreseen(desk, semi, language)

    outlook = desk.locator("section[aria-labelledby=outlook]")
    assert [one.get_attribute("value") for one in outlook.locator("button[name=choice]").all()] == [*CHOICES]
    expect(outlook.locator("article").last).to_contain_text("Player 4 A")
    expect(outlook.locator("article .tbl tbody tr")).not_to_have_count(0)
    assert public(reader) == before

    for choice, champion in CHOICES.items():
        foreseen(desk, semi, language)
        corrected(desk, choice)
        is_under_review(reader, champion)
        if champion != "Player 1 A":
            expect(bobs.locator(".place")).to_contain_text(WHY)

        undone(desk)

        expect(reader.locator(".badge.warn")).to_have_count(0)
        expect(reader.locator(".winner")).to_contain_text("Player 1 A")
        expect(bobs.locator(".place")).not_to_contain_text(WHY)
        assert public(reader) == before
        assert bobs.locator(".place").inner_text() == bobs_before
