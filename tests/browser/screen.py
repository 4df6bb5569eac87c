"""Somebody's browser: a context of its own, and everything its pages complain about."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, WebError, WebSocket

from games.models import User
from tests.cast import client_of

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
MILLISECONDS = 15_000
"""How long a browser waits for what must come."""

REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`));
"""


class Screen:
    """A browser somebody looks into, signed in if it is a user's."""

    def __init__(
        self, chromium: Browser, origin: str, user: User | None = None, *, phone: bool = False, **options: Any
    ) -> None:
        """Open a window with an empty page."""
        window: dict[str, Any] = {"viewport": PHONE if phone else DESK, "has_touch": phone}
        self.context = chromium.new_context(base_url=origin, **window | options)
        self.context.set_default_timeout(MILLISECONDS)
        self.complaints: list[str] = []
        self.context.on("console", self._hear)
        self.context.on("weberror", self._blame)
        self.context.add_init_script(REPORT_VIOLATIONS)
        if user is not None:
            key = client_of(user).cookies["sessionid"].value
            self.context.add_cookies([{"name": "sessionid", "value": key, "url": origin}])
        self.page: Page = self.context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning", "assert"}:
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def _blame(self, fault: WebError) -> None:
        self.complaints.append(str(fault.error))

    def forgive(self, status: int) -> None:
        """Forget that the browser said of a page that is a refusal that it was refused."""
        text = f"the server responded with a status of {status}"
        self.complaints[:] = [one for one in self.complaints if text not in one]

    def close(self) -> None:
        """Close the window."""
        self.context.close()


def frames_of(page: Page) -> list[str]:
    """Return a list that fills with every frame the page gets over a socket from now on."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: heard.append(str(payload)))

    page.on("websocket", listen)
    return heard
