"""Asking the database from the event loop: in the one thread that does so for every socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import SyncToAsync
from django.db import close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")


class _InDatabase(SyncToAsync[..., Any]):
    """What Channels' ``database_sync_to_async`` does, except that a connection to SQLite stays open.

    Opening the file again takes longer than most questions; a server's connection goes back to the pool.
    """

    def thread_handler(self, loop: asyncio.AbstractEventLoop, *args: Any, **kwargs: Any) -> Any:
        """Ask, and let go of a connection that others may want."""
        try:
            return super().thread_handler(loop, *args, **kwargs)  # type: ignore[no-untyped-call]  # asgiref says no more
        finally:
            if connection.vendor != "sqlite":
                close_old_connections()


def in_database(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return the function as a coroutine function that asks in the thread of the database."""
    return _InDatabase(function)
