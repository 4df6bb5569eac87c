"""Answers that are the same for many: made once for each moment, by one of those who ask."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TypeVar

from django.core.cache import caches

Made = TypeVar("Made")
KEPT_SECONDS = 3600
MAKING = RLock()
"""One thing is made at a time: two at once take as long, and who enters a result waits for both."""


def kept(name: str, moment: object, make: Callable[[], Made]) -> Made:
    """Return what was made under this name at this moment; else make it, while others wait for it.

    Of a name only the last is kept. A moment never means something else later, so nothing is ever too old.
    """
    answers = caches["answers"]
    found: tuple[object, Made] | None = answers.get(name)
    if found is not None and found[0] == moment:
        return found[1]
    with MAKING:
        found = answers.get(name)
        if found is None or found[0] != moment:
            found = (moment, make())
            answers.set(name, found, timeout=KEPT_SECONDS)
        return found[1]
