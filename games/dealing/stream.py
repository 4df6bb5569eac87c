"""The only source of chance: a stream of numbers drawn from a key.

HMAC-SHA256 in counter mode, read as 32-bit numbers. The same key gives the same stream on every
machine, so a draw can be repeated and checked; without the key nothing of it can be told.
"""

import hmac
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

WORD = 2**32
# Without 0, 1, I, O and l, which people misread.
READABLE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def framed(*parts: str | int | bytes) -> bytes:
    """Return the parts as one run of bytes that no other parts give: each after its length."""
    encoded = [_encoded(part) for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def _encoded(part: str | int | bytes) -> bytes:
    if isinstance(part, bytes):
        return part
    if isinstance(part, str):
        return part.encode()
    return part.to_bytes(max(4, (part.bit_length() + 7) // 8), "big")


class Stream:
    """Numbers, choices and orders drawn one after another from a key."""

    __slots__ = ("_block", "_counter", "_key")

    def __init__(self, key: bytes) -> None:
        """Begin the stream of a key; two of the same key say the same."""
        if not key:
            raise ValueError("a stream needs a key")
        self._key = key
        self._counter = 0
        self._block = b""

    def derive(self, *labels: str | int | bytes) -> "Stream":
        """Return a stream of its own for these labels, wherever this one has got to."""
        if not labels or labels[0] in ("", b""):
            # An empty first label would be one of the counter's own messages.
            raise ValueError("a derived stream needs a label")
        return Stream(hmac.digest(self._key, framed(*labels), "sha256"))

    def uint32(self) -> int:
        """Return the next 32 bits as a number."""
        if not self._block:
            self._block = hmac.digest(self._key, self._counter.to_bytes(4, "big"), "sha256")
            self._counter += 1
        word, self._block = self._block[:4], self._block[4:]
        return int.from_bytes(word, "big")

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``, each as likely as any other."""
        if not 0 < bound <= WORD:
            raise ValueError(f"nothing to draw below {bound}")
        limit = WORD - WORD % bound
        drawn = self.uint32()
        while drawn >= limit:
            drawn = self.uint32()
        return drawn % bound

    def uniform(self, low: float, high: float) -> float:
        """Return a number from ``low`` up to ``high``, with the 53 bits a float can hold."""
        bits = (self.uint32() >> 5) * 2**26 + (self.uint32() >> 6)
        return low + (high - low) * (bits / 2**53)

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in a drawn order, every order as likely as any other."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            drawn = self.below(last + 1)
            order[last], order[drawn] = order[drawn], order[last]
        return order

    def token(self, length: int, alphabet: str = READABLE) -> str:
        """Return a name of ``length`` letters."""
        return "".join(self.choice(alphabet) for _ in range(length))

    def bytes(self, count: int) -> bytes:
        """Return ``count`` bytes, a key for instance."""
        words = [self.uint32().to_bytes(4, "big") for _ in range((count + 3) // 4)]
        return b"".join(words)[:count]
