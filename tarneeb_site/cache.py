"""The cache: Valkey while it answers, this process's memory while it does not.

Only what may be lost is kept here (counters of rate limits, mostly), so a Valkey that is dead
or frozen must cost a page nothing. Every question waits 50 ms at most, and after one that was
not answered nobody asks again for two seconds.
"""

from __future__ import annotations

import time
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

PATIENCE = 0.05
PAUSE = 2.0


class CacheWithFallback(BaseCache):
    """Two caches behind one face: the shared one, and a local one for when it is away."""

    # Django makes an instance a thread; that Valkey is away is a fact of the whole process.
    _away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Open nothing yet: the first question connects."""
        super().__init__(params)
        waits = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": None}
        self._shared = RedisCache(server, params | {"OPTIONS": waits})
        self._local = LocMemCache("while-valkey-is-away", params)

    def _ask(self, question: str, *arguments: Any, **options: Any) -> Any:
        if time.monotonic() >= CacheWithFallback._away_until:
            try:
                return getattr(self._shared, question)(*arguments, **options)
            except RedisError:
                CacheWithFallback._away_until = time.monotonic() + PAUSE
        return getattr(self._local, question)(*arguments, **options)

    def add(self, *arguments: Any, **options: Any) -> Any:
        """Set a key unless it is there; return whether it was set."""
        return self._ask("add", *arguments, **options)

    def get(self, *arguments: Any, **options: Any) -> Any:
        """Return the value of a key, or the default."""
        return self._ask("get", *arguments, **options)

    def set(self, *arguments: Any, **options: Any) -> Any:
        """Set a key."""
        return self._ask("set", *arguments, **options)

    def touch(self, *arguments: Any, **options: Any) -> Any:
        """Give a key a new time to live; return whether it was there."""
        return self._ask("touch", *arguments, **options)

    def delete(self, *arguments: Any, **options: Any) -> Any:
        """Remove a key; return whether it was there."""
        return self._ask("delete", *arguments, **options)

    def incr(self, *arguments: Any, **options: Any) -> Any:
        """Add to a counter in one step, also when several processes do."""
        return self._ask("incr", *arguments, **options)

    def clear(self) -> None:
        """Forget everything."""
        self._ask("clear")

    def close(self, **_options: Any) -> None:
        """Let go of the connection at the end of a request."""
        self._shared.close()
