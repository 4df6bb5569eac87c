"""Who reads waits for others who read; who writes waits for nobody."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tarneeb_site.turns import READERS, Turns

BODY = [(b"content-length", b"3")]


def request(method: str = "GET", headers: list[tuple[bytes, bytes]] | None = None) -> dict[str, Any]:
    """Return a request as a server hands it on."""
    return {"type": "http", "method": method, "headers": headers or []}


class Site:
    """Pages each of which waits on its thread until the gate is opened."""

    def __init__(self) -> None:
        """Begin closed."""
        self.open = threading.Event()
        self.begun: list[str] = []
        self._waiting = threading.Semaphore(0)
        self.threads: list[str] = []

    async def __call__(self, scope: Any, _receive: Any, _send: Any) -> None:
        """Answer as Django does: with code that is not async."""
        await sync_to_async(self._answer)(scope["method"])

    async def waits_with(self, number: int) -> None:
        """Wait until so many more have come to their turn."""
        for _ in range(number):
            assert await asyncio.to_thread(self._waiting.acquire, timeout=10)

    def _answer(self, method: str) -> None:
        self.begun.append(method)
        self.threads.append(threading.current_thread().name)
        self._waiting.release()
        assert self.open.wait(10)


@pytest.mark.parametrize("other", [request("POST"), request("POST", BODY), request("GET", BODY)])
def test_who_writes_is_not_behind_those_who_read(other: dict[str, Any]) -> None:
    site = Site()

    async def evening() -> list[str]:
        turns = Turns(site)
        reading = [asyncio.create_task(turns(request(), None, None)) for _ in range(20)]
        await site.waits_with(READERS)
        writing = asyncio.create_task(turns(other, None, None))
        await site.waits_with(1)
        begun = list(site.begun)
        site.open.set()
        await asyncio.gather(writing, *reading)
        return begun

    begun = asyncio.run(evening())

    assert begun == ["GET"] * READERS + [other["method"]]
    assert len(site.begun) == 21


def test_readers_come_back_to_threads_that_live_on() -> None:
    site = Site()
    site.open.set()

    async def evening() -> None:
        turns = Turns(site)
        for _ in range(12):
            await turns(request(), None, None)

    asyncio.run(evening())

    assert len(set(site.threads)) == 1


def test_a_server_that_starts_again_has_turns_again() -> None:
    site = Site()
    site.open.set()
    turns = Turns(site)

    async def crowd() -> None:
        await asyncio.gather(*(turns(request(), None, None) for _ in range(READERS + 1)))

    for _ in range(2):
        asyncio.run(crowd())

    assert len(site.begun) == 2 * (READERS + 1)


def test_a_page_that_fails_gives_its_thread_back() -> None:
    async def fail(*_: Any) -> None:
        raise LookupError

    async def evening() -> None:
        turns = Turns(fail)
        for _ in range(READERS + 1):
            with pytest.raises(LookupError):
                await asyncio.wait_for(turns(request(), None, None), 5)

    asyncio.run(evening())
