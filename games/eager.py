"""Doing at once what need not wait.

Nearly every frame goes into a buffer that has room: a task, and a turn of the loop, for each would cost more
than sending it. From Python 3.12 on the standard library can begin a task like this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any


def begun(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run a coroutine until it has to wait, and let a task do the rest; None when nothing is left to do."""
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_rest(work, awaited))


@coroutine
def _rest(work: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that waits for this."""
    try:
        while True:
            yield awaited
            awaited = work.send(None)
    except StopIteration:
        return
    finally:
        work.close()
