"""Promises: the commitments of a match, published as one list before anybody has put anything in.

Everybody is shown the list's root only, and can get the list. A match that lasts longer than its
first list gets another before the first call of the deal it begins with. Source: docs/dealing.md.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from games.dealing.deals import FIRST_DEALER, SCHEME, commitment, deal_secret
from games.dealing.stream import framed

DEALS_A_LIST = 64


@dataclass(frozen=True, slots=True)
class Promise:
    """A list of commitments, and the match it is for.

    :param match: the match's name, which no other match has.
    :param public_number: what goes into the public part besides what the players put in.
    :param first: the number of the secret that the first commitment is of.
    """

    match: str
    public_number: str
    first: int
    commitments: tuple[str, ...]

    @classmethod
    def of(cls, master: bytes, *, match: str, public_number: str, deal: int) -> Self:
        """Return the promise that covers this deal; the first one covers the first dealer too."""
        first, last = span(deal)
        secrets = (deal_secret(master, number) for number in range(first, last + 1))
        return cls(match, public_number, first, tuple(map(commitment, secrets)))

    @property
    def last(self) -> int:
        """The number of the secret that the last commitment is of."""
        return self.first + len(self.commitments) - 1

    @property
    def root(self) -> str:
        """What everybody is shown: the hash of the match, the public number and the list."""
        listed = map(bytes.fromhex, self.commitments)
        return sha256(framed(SCHEME, "list", self.match, self.public_number, self.first, *listed)).hexdigest()


def span(deal: int) -> tuple[int, int]:
    """Return the first and last secret of the list that covers a deal."""
    lists_before = max(deal - 1, 0) // DEALS_A_LIST
    first = lists_before * DEALS_A_LIST + 1 if lists_before else FIRST_DEALER
    return first, (lists_before + 1) * DEALS_A_LIST
