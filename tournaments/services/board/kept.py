"""What is the same for many: made once for each moment, by one of those who ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")
MAKING = RLock()
"""One thing is made at a time: two at once take as long, and who enters a result waits for both."""
_all: list[Kept[Any]] = []


class Kept(Generic[Made]):
    """The last that was made under each name, in the memory of this process.

    A moment never means something else later, so nothing is ever too old. It is handed out as it is, to
    many at once: nobody may change it.

    :param most: of how many names.
    """

    def __init__(self, most: int) -> None:
        """Begin with nothing."""
        self._most = most
        self._made: dict[Hashable, tuple[object, Made]] = {}
        _all.append(self)

    def __call__(self, name: Hashable, moment: object, make: Callable[[], Made]) -> Made:
        """Return what was made under this name at this moment; else make it, while others wait for it."""
        found = self._made.get(name)
        if found is not None and found[0] == moment:
            return found[1]
        with MAKING:
            found = self._made.get(name)
            if found is None or found[0] != moment:
                found = (moment, make())
                self._keep(name, found)
            return found[1]

    def _keep(self, name: Hashable, made: tuple[object, Made]) -> None:
        """Keep it as the youngest, and let go of the oldest."""
        self._made.pop(name, None)
        self._made[name] = made
        while len(self._made) > self._most:
            del self._made[next(iter(self._made))]

    def forget(self) -> None:
        """Keep nothing any more."""
        self._made.clear()


def forget_all() -> None:
    """Keep nothing in this process any more."""
    for one in _all:
        one.forget()
