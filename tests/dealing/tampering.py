"""The published file of deals, and all the ways in which somebody may tamper with it.

Whoever tampers can make the file's digest fit again, and here he always does: what finds him out has
to be the scheme itself.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.dealing import Promise, commitment
from games.dealing.files import digest

VECTOR = Path(__file__).parents[2] / "docs" / "dealing-vector.json"
OTHER = "5a" * 32

File = dict[str, Any]
Tamper = Callable[[File], None]


def vector() -> File:
    """Return the published file."""
    found: File = json.loads(VECTOR.read_text())
    return found


def resealed(file: File) -> File:
    """Return the file with the digest it should have."""
    return file | {"digest": digest(file)}


def swap(items: list[Any], one: int, other: int) -> None:
    """Swap two items of a list."""
    items[one], items[other] = items[other], items[one]


def swap_cards(file: File) -> None:
    """Let two players of the first deal have each other's lowest card; both hands stay in order."""
    hands = file["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def exchange_secrets(file: File) -> None:
    """Let two deals have each other's secret and commitment."""
    first, second = file["deals"][0], file["deals"][1]
    for name in ("secret", "commitment"):
        first[name], second[name] = second[name], first[name]


def other_secret_that_fits(file: File) -> None:
    """Let a deal have another secret, and write its commitment into the list, too."""
    file["deals"][0]["secret"] = OTHER
    promised = commitment(bytes.fromhex(OTHER))
    file["deals"][0]["commitment"] = file["lists"][0]["commitments"][1] = promised


def another_promise(file: File) -> None:
    """Promise another secret for a deal that was never dealt, under the root that fits it."""
    promised = file["lists"][0]
    promised["commitments"][7] = OTHER
    promised["root"] = Promise(file["match"], "", 0, tuple(promised["commitments"])).root


def withdraw(file: File) -> None:
    """Say that a seat has put in nothing."""
    file["contributions"][2] = None


def put_in_another(file: File) -> None:
    """Say that a seat has put in another value, with the hash that fits it."""
    file["contributions"][1] = {"hash": sha256(b"mine").hexdigest(), "value": b"mine".hex()}


def change(*path: str | int, to: Any) -> Tamper:
    """Return the tampering that changes the value at a path."""

    def tamper(file: File) -> None:
        *way, last = path
        place: Any = file
        for step in way:
            place = place[step]
        assert place[last] != to
        place[last] = to

    return tamper


TAMPERED: dict[str, Tamper] = {
    "the scheme": change("scheme", to="tarneeb-deal-v2"),
    "the match's name": change("match", to="vector/2"),
    "the public number": change("public_number", to="7"),
    "the root": change("lists", 0, "root", to=OTHER),
    "the list's first number": change("lists", 0, "first", to=1),
    "a commitment": change("lists", 0, "commitments", 7, to=OTHER),
    "a commitment with its root": another_promise,
    "the order of the commitments": lambda file: swap(file["lists"][0]["commitments"], 1, 2),
    "a commitment left out": lambda file: file["lists"][0]["commitments"].pop(),
    "a hash": change("contributions", 0, "hash", to=OTHER),
    "a contribution": change("contributions", 3, "value", to="00"),
    "a contribution with its hash": put_in_another,
    "a contribution withdrawn": withdraw,
    "the order of the contributions": lambda file: swap(file["contributions"], 0, 1),
    "the public part": change("public", to=OTHER),
    "the master secret": change("master", to=OTHER),
    "the first dealer": change("dealer", "seat", to=1),
    "the first dealer's secret": change("dealer", "secret", to=OTHER),
    "a deal's number": change("deals", 3, "deal", to=4),
    "a deal's count of redeals": change("deals", 2, "redeal", to=2),
    "a deal's dealer": change("deals", 1, "dealer", to=3),
    "a deal's commitment": change("deals", 0, "commitment", to=OTHER),
    "a deal's secret": change("deals", 0, "secret", to=OTHER),
    "a deal's secret with its commitment": other_secret_that_fits,
    "the secrets of two deals": exchange_secrets,
    "two cards swapped": swap_cards,
    "two hands swapped": lambda file: swap(file["deals"][0]["hands"], 0, 1),
    "the order of a hand": lambda file: swap(file["deals"][0]["hands"][2], 0, 1),
    "the order of the deals": lambda file: swap(file["deals"], 0, 1),
    "a deal left out": lambda file: file["deals"].pop(1),
    "a deal twice": lambda file: file["deals"].append(file["deals"][-1]),
    "something that is not checked": lambda file: file.update(remark="all is well"),
}


def tampered() -> Iterator[tuple[str, File]]:
    """Yield every tampered file by what was tampered with."""
    for name, tamper in TAMPERED.items():
        file = copy.deepcopy(vector())
        tamper(file)
        yield name, resealed(file)
