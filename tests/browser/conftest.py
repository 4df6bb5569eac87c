"""Chromium, a real web process on a database of its own, and browsers that must not complain.

These tests need Debian's ``chromium`` on PATH. Without it they are skipped and say so; they fail
instead where ``TARNEEB_REQUIRE_BROWSER`` is 1.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django import Settings

if TYPE_CHECKING:  # models are loaded after the settings, and pytest wants to read tests.cast first
    from tests.browser.screen import Screen
    from tests.browser.server import WebProcess, Worker

CHROMIUM = shutil.which("chromium")
NAME_ON_THE_LAN = "club.test"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # A name that is neither localhost nor https: no secure context, as in a club's hall.
    f"--host-resolver-rules=MAP {NAME_ON_THE_LAN} 127.0.0.1",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is here as driving a browser."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser program, started once."""
    if CHROMIUM is None:
        message = "there is no chromium on PATH: what people see in a browser is not tested"
        if os.environ.get("TARNEEB_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)
    from tests.browser.screen import MILLISECONDS

    expect.set_options(timeout=MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def _plain_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test ask the database: Playwright keeps an event loop in its thread."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture
def violations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What browsers report of the content security policy to the site itself."""
    from tarneeb_site import csp

    reported: list[str] = []

    class Listener:
        def warning(self, event: str, **details: str) -> None:
            reported.append(f"{event} {details}")

    monkeypatch.setattr(csp, "log", Listener())
    return reported


@pytest.fixture
def web(
    chromium: Browser,
    transactional_db: None,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[WebProcess]:
    """The site, open at its own address and under a name that is no secure context."""
    from games import sweep
    from tarneeb_site.asgi import sockets
    from tests.browser.server import WebProcess

    process = WebProcess()
    origins = [process.origin, f"http://{NAME_ON_THE_LAN}:{process.port}"]
    settings.SITE_ORIGINS = settings.CSRF_TRUSTED_ORIGINS = origins
    settings.ALLOWED_HOSTS = ["127.0.0.1", NAME_ON_THE_LAN]
    monkeypatch.setattr(sockets, "allowed_origins", origins)
    # A bot without a pace waits for the next sweep, a whole deal for a hundred of them.
    monkeypatch.setattr(sweep, "PERIOD_SECONDS", 0.05)
    with process:
        yield process


@pytest.fixture
def worker(web: WebProcess) -> Iterator[Worker]:
    """What Celery does, as long as the test lasts."""
    from tests.browser.server import Worker

    thread = Worker()
    thread.start()
    yield thread
    thread.stop()


@pytest.fixture
def open_screen(chromium: Browser, web: WebProcess, violations: list[str]) -> Iterator[Callable[..., Screen]]:
    """Open browsers; a test fails if one of them has had anything to complain about."""
    from tests.browser.screen import Screen

    screens: list[Screen] = []

    def opened(*people: object, **options: object) -> Screen:
        origin = str(options.pop("origin", web.origin))
        screens.append(Screen(chromium, origin, *people, **options))  # type: ignore[arg-type]  # as Screen has them
        return screens[-1]

    yield opened
    for screen in screens:
        screen.close()
    assert [complaint for screen in screens for complaint in screen.complaints] == []
    assert violations == []


@pytest.fixture(params=[pytest.param(code, marks=pytest.mark.xdist_group(code)) for code in ("en", "ar")])
def language(request: pytest.FixtureRequest) -> str:
    """The language of the pages; of two processes that run these tests each takes one."""
    return str(request.param)
