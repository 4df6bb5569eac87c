"""Fair deals that anybody can check afterwards: the scheme ``tarneeb-deal-v1``.

1. A master key gives every deal a secret of its own, so that showing one tells nothing of others.
2. The commitments, hashes of the secrets, are published before the public part is known: see
   ``promises``.
3. Secret and public part together, neither alone, fix the order of the pack; and secret 0 the seat
   that deals first.
4. The secret is shown once the deal has been played everywhere, and ``checks`` repeats the rest.

Cards are numbers 0 to 51 and seats 0 to 3 in order of play. Every message is built of parts after
their lengths; numbers are four bytes, big-endian; texts are UTF-8. Source: docs/dealing.md.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256

from games.dealing.stream import Stream, framed

SCHEME = "tarneeb-deal-v1"
FIRST_DEALER = 0
"""The number of the secret that no deal has: the first dealer is drawn from it."""

Hands = tuple[tuple[int, ...], ...]


def deal_secret(master: bytes, number: int) -> bytes:
    """Return the secret of a deal: 32 bytes that only the master key gives."""
    return hmac.digest(master, framed(SCHEME, "board", number), "sha256")


def commitment(secret: bytes) -> str:
    """Return what is published of a secret beforehand, in hexadecimal."""
    return sha256(framed(SCHEME, "commit", secret)).hexdigest()


def public_part(contributions: Sequence[bytes], public_number: str = "") -> bytes:
    """Return the public part made of what the players have put in.

    :param public_number: a number or text named for all to hear; it goes in when there is one.
    """
    named = [public_number.encode()] if public_number else []
    return sha256(framed(*contributions, *named)).digest()


def first_dealer(secret: bytes, *, public: bytes) -> int:
    """Return the seat that deals first, each as likely as any other."""
    return Stream(secret).derive(SCHEME, "dealer", public).below(4)


def pack_order(secret: bytes, *, public: bytes, redeal: int) -> tuple[int, ...]:
    """Return the order of the pack; ``redeal`` counts the deals everyone passed before it."""
    stream = Stream(secret).derive(SCHEME, "deal", public, redeal)
    return tuple(stream.shuffled(range(52)))


def deal(secret: bytes, *, public: bytes, redeal: int, dealer: int) -> Hands:
    """Return the hands of seats 0 to 3, sorted.

    The pack is dealt one card at a time, starting with the seat after the dealer.
    """
    if dealer not in range(4):
        raise ValueError(f"no such seat: {dealer}")
    pack = pack_order(secret, public=public, redeal=redeal)
    return tuple(tuple(sorted(pack[(seat - dealer - 1) % 4 :: 4])) for seat in range(4))
