"""A club's hall: plain http, and a name that browsers do not take for a secure context."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.services.clocks import TablePolicy
from tests.browser.conftest import NAME_ON_THE_LAN
from tests.browser.screen import Screen, frames_of
from tests.browser.server import WebProcess
from tests.browser.table import PACE, Player
from tests.cast import PASSWORD


def test_over_plain_http_one_signs_up_logs_in_sits_down_with_bots_and_plays(
    web: WebProcess, open_screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TablePolicy, "practice", staticmethod(lambda: PACE))
    page = open_screen(origin=f"http://{NAME_ON_THE_LAN}:{web.port}", phone=True).page
    page.goto("/en/accounts/signup/")
    assert page.evaluate("isSecureContext") is False

    page.fill("[name=username]", "bob")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/en/")
    page.goto("/en/accounts/logout/")
    page.click("main form button")
    page.goto("/en/accounts/login/")
    page.fill("[name=login]", "bob")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/en/")
    heard = frames_of(page)
    page.click("form[action$='/practice/'] button")
    expect(page.locator(".conn.live")).to_be_visible()
    Player(page).play_until(left=10)

    expect(page.locator("[data-card]")).to_have_count(10)
    assert any('"ack"' in frame for frame in heard)
