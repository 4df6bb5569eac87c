"""Asking the database from the event loop, in the one thread that does so for every socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync
from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")


class _Asking(DatabaseSyncToAsync):  # type: ignore[type-arg]  # only its stub is generic
    """Channels' way, except that a connection to SQLite stays open.

    Opening the file again takes longer than most questions; a server's connection goes back to the pool.
    """

    def thread_handler(self, loop: asyncio.BaseEventLoop, *args: Any, **kwargs: Any) -> Any:
        """Ask, and let go of a connection that others may want."""
        if connection.vendor == "sqlite":
            beyond: Any = super(DatabaseSyncToAsync, self)  # past what closes it
            return beyond.thread_handler(loop, *args, **kwargs)
        return super().thread_handler(loop, *args, **kwargs)


def asking(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return the function as a coroutine function that asks in the thread of the database."""
    return _Asking(function)
