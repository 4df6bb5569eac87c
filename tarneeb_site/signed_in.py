"""Who a socket comes from: its cookies, its session and its user, found once, when it is opened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.http import parse_cookie

from games.asking import asking

AT_ONCE = 8
"""Sockets that are looked up at the same time. When all come back after a restart, who has been let in is
not to wait behind everybody who has not: the database is asked in turn, by one thread.
"""
Application = Callable[[Any, Any, Any], Awaitable[None]]


class SignedIn:
    """Puts ``cookies``, ``session`` and ``user`` into the scope of sockets, as ``AuthMiddlewareStack`` does.

    That one asks the database twice for each, and looks at the session again with every frame that is sent.
    """

    def __init__(self, application: Application) -> None:
        """Let ``application`` find them."""
        self._application = application
        self._door = asyncio.Semaphore(AT_ONCE)
        self._session_store = import_module(settings.SESSION_ENGINE).SessionStore

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Find them, and go on."""
        brought = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        cookies = parse_cookie(brought.decode("latin-1"))
        session = self._session_store(cookies.get(settings.SESSION_COOKIE_NAME))
        async with self._door:
            user = await asking(get_user)(SimpleNamespace(session=session))  # type: ignore[arg-type]  # all it reads of a request
        await self._application(scope | {"cookies": cookies, "session": session, "user": user}, receive, send)
