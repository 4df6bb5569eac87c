"""Making a tournament: what cannot act in the format chosen is greyed, with the reason beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models import User
from tests.browser.screen import Screen
from tests.browser.test_pages import TOO_WIDE, obstacles
from tournaments.forms.formats import ACTS_IN, WHY_NOT
from tournaments.models import Club
from tournaments.names import FORMAT_NAMES


@pytest.fixture
def form(web: object, club: Club, alice: User, open_screen: Callable[..., Screen]) -> Page:
    """Alice, who is about to make a tournament."""
    page = open_screen(alice, phone=True, reduced_motion="reduce").page
    page.goto(reverse("tournaments:create"))
    for heading in page.locator(".folds summary").all():
        heading.click()
    return page


def test_what_means_nothing_in_a_format_is_greyed_with_the_reason_beside_it(form: Page) -> None:
    """B16, in every format there is."""
    for key in FORMAT_NAMES:
        form.select_option("[name=format]", key)
        for name, acting in ACTS_IN.items():
            choice = form.locator(f"[name={name}]").first
            reason = form.locator(".ask", has=form.locator(f"[name={name}]")).locator(".why")
            expect(choice).to_be_enabled(enabled=key in acting)
            expect(reason).to_have_text("" if key in acting else str(WHY_NOT[name]))


def test_a_third_place_is_played_for_in_the_knockout_after_a_swiss_as_well(form: Page) -> None:
    form.select_option("[name=format]", "swiss")
    expect(form.locator("[name=third_place]")).to_be_disabled()

    form.fill("[name=qualifiers]", "8")

    expect(form.locator("[name=third_place]")).to_be_enabled()
    form.select_option("[name=format]", "individual")
    expect(form.locator("[name=third_place]")).to_be_disabled()
    assert form.evaluate(TOO_WIDE) == []
    assert obstacles(form) == []
