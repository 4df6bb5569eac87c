"""Fair deals that anybody can check afterwards: the scheme ``tarneeb-deal-v1``.

1. A master key gives every deal a secret of its own, so that showing one tells nothing of others.
2. The commitment, a hash of the secret, is published before the public part is known.
3. Secret and public part together, neither alone, fix the order of the pack.
4. The secret is shown once the deal has been played everywhere, and ``verify`` repeats the rest.

Cards are numbers 0 to 51 and seats 0 to 3 in order of play. Every message is built of parts after
their lengths; numbers are four bytes, big-endian; texts are UTF-8.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256

from games.dealing.stream import Stream, framed

SCHEME = "tarneeb-deal-v1"

Hands = tuple[tuple[int, ...], ...]


def deal_secret(master: bytes, number: int) -> bytes:
    """Return the secret of a deal: 32 bytes that only the master key gives."""
    return hmac.digest(master, framed(SCHEME, "board", number), "sha256")


def commitment(secret: bytes) -> str:
    """Return what is published of a secret beforehand, in hexadecimal."""
    return sha256(framed(SCHEME, "commit", secret)).hexdigest()


def public_part(contributions: Sequence[bytes]) -> bytes:
    """Return the public part made of what the players, or a public draw, have put in."""
    return sha256(framed(*contributions)).digest()


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


def verify(
    secret: bytes,
    *,
    commitment: str,
    public: bytes,
    redeal: int,
    dealer: int,
    hands: Sequence[Sequence[int]],
) -> bool:
    """Return whether a secret is the one committed to, and gave these hands."""
    if not hmac.compare_digest(_committed(secret), commitment):
        return False
    given = tuple(tuple(sorted(hand)) for hand in hands)
    return given == deal(secret, public=public, redeal=redeal, dealer=dealer)


# Inside verify() the name is taken by the commitment to check against.
_committed = commitment
