"""The threads of those who read: a few that live on, so that who writes is not behind twenty who read.

Django gives every request a thread of its own, which opens a database connection of its own: two thirds of
the work of a page that is kept. And threads share one processor by turns, so a result that is entered
among twenty readers would come to its turn twenty times later than alone. Readers wait for one
another instead, the first who came first; who writes waits for nobody.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections

READERS = 4
"""How many are answered at a time: enough that one page that takes long stops nobody."""
BODY = (b"content-length", b"transfer-encoding")


class Turns:
    """Pages as they are, but who only reads gets a thread when one is free.

    :param pages: an ASGI application that answers http.
    """

    def __init__(self, pages: Any) -> None:
        """Begin without threads; they are made when the first page is read."""
        self._pages = pages
        self._loop: asyncio.AbstractEventLoop | None = None
        self._free = asyncio.LifoQueue[ThreadPoolExecutor]()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, at once or when its turn has come."""
        await (self._read if _only_reads(scope) else self._write)(scope, receive, send)

    async def _read(self, scope: Any, receive: Any, send: Any) -> None:
        free = self._threads()
        thread = await free.get()
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._pages(scope, receive, send)
        finally:
            free.put_nowait(thread)

    def _threads(self) -> asyncio.LifoQueue[ThreadPoolExecutor]:
        """Return the free threads of the loop that runs: a queue in which somebody waited is of one loop.

        A process has one loop; a test that starts the server again has another.
        """
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._free = loop, asyncio.LifoQueue[ThreadPoolExecutor]()
            for number in range(READERS):
                self._free.put_nowait(ThreadPoolExecutor(1, f"reader-{number}"))
        return self._free

    async def _write(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer on a thread that ends with the answer, and its database connection with it."""
        async with ThreadSensitiveContext():
            try:
                await self._pages(scope, receive, send)
            finally:
                await sync_to_async(connections.close_all)()


def _only_reads(scope: Any) -> bool:
    """Return whether nothing more comes of a request: no thread waits for a body that may never be sent."""
    sent = {name for name, _ in scope["headers"]}
    return scope["method"] in {"GET", "HEAD"} and sent.isdisjoint(BODY)
