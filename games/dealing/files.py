"""The file of a match's deals: all that was promised, put in and shown, for anybody to check.

``DealsFile`` is what the file says, not yet whether it is true: that is ``checks``. Reading is
strict, so that nothing in a file stands outside what is checked. Source: docs/dealing.md#the-file.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self, TypeVar

from games.dealing.deals import SCHEME, Hands

CARDS = tuple(rank + suit for suit in "SHDC" for rank in "23456789TJQKA")
"""The card of each number, as files write it."""
LONGEST_CONTRIBUTION = 64
VALUE = f"([0-9a-f]{{2}}){{1,{LONGEST_CONTRIBUTION}}}"
MATCH = "[A-Za-z0-9]{1,12}/[1-9][0-9]{0,4}"
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")

Item = TypeVar("Item")


class Unreadable(ValueError):
    """This is no file of deals; ``where`` names the first field that is not as it should be."""

    def __init__(self, where: str) -> None:
        """Remember where."""
        super().__init__(where)
        self.where = where


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a seat's page put in, and the hash it had given of it before."""

    hash: str
    value: bytes


@dataclass(frozen=True, slots=True)
class PublishedList:
    """Commitments as they were published, with the root that everybody was shown."""

    first: int
    root: str
    commitments: tuple[str, ...]

    def to_data(self) -> dict[str, Any]:
        """Return the list as JSON values."""
        return {"first": self.first, "root": self.root, "commitments": list(self.commitments)}


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A deal as it was dealt, and the secret that gave it."""

    number: int
    redeal: int
    dealer: int
    commitment: str
    secret: bytes
    hands: Hands


@dataclass(frozen=True, slots=True)
class DealsFile:
    """The deals of one match. ``contributions`` are those of seats 0 to 3, None where there is none."""

    match: str
    public_number: str
    lists: tuple[PublishedList, ...]
    contributions: tuple[Contribution | None, ...]
    public: bytes
    master: bytes
    dealer: int
    dealer_secret: bytes
    deals: tuple[ShownDeal, ...]

    def to_data(self) -> dict[str, Any]:
        """Return the file as JSON values, its digest included."""
        told = {
            "scheme": SCHEME,
            "match": self.match,
            "public_number": self.public_number,
            "lists": [one.to_data() for one in self.lists],
            "contributions": [_contribution_data(one) for one in self.contributions],
            "public": self.public.hex(),
            "master": self.master.hex(),
            "dealer": {"seat": self.dealer, "secret": self.dealer_secret.hex()},
            "deals": [_deal_data(one) for one in self.deals],
        }
        return told | {"digest": digest(told)}

    @classmethod
    def from_data(cls, found: object) -> Self:
        """Read a file back.

        :raises Unreadable: when it is none.
        """
        told = _object(found, "file", FIELDS)
        if told["scheme"] != SCHEME:
            raise Unreadable("scheme")
        dealer = _object(told["dealer"], "dealer", ("seat", "secret"))
        return cls(
            match=_matching(MATCH, told["match"], "match"),
            public_number=_text(told["public_number"], "public_number"),
            lists=_each(told["lists"], "lists", _list_from),
            contributions=_four(_each(told["contributions"], "contributions", _contribution_from)),
            public=_key(told["public"], "public"),
            master=_key(told["master"], "master"),
            dealer=_whole(dealer["seat"], "dealer.seat", 3),
            dealer_secret=_key(dealer["secret"], "dealer.secret"),
            deals=_each(told["deals"], "deals", _deal_from),
        )


FIELDS = (
    *("scheme", "match", "public_number", "lists", "contributions", "public"),
    *("master", "dealer", "deals", "digest"),
)
DEAL_FIELDS = ("deal", "redeal", "dealer", "commitment", "secret", "hands")


def digest(told: Mapping[str, Any]) -> str:
    """Return the hash of a file without its digest: of its canonical, compact JSON."""
    rest = {name: value for name, value in told.items() if name != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


# ---- writing ------------------------------------------------------------------------------------


def _contribution_data(one: Contribution | None) -> dict[str, Any] | None:
    return None if one is None else {"hash": one.hash, "value": one.value.hex()}


def _deal_data(one: ShownDeal) -> dict[str, Any]:
    return {
        "deal": one.number,
        "redeal": one.redeal,
        "dealer": one.dealer,
        "commitment": one.commitment,
        "secret": one.secret.hex(),
        "hands": [[CARDS[card] for card in hand] for hand in one.hands],
    }


# ---- reading ------------------------------------------------------------------------------------


def _list_from(found: object, where: str) -> PublishedList:
    told = _object(found, where, ("first", "root", "commitments"))
    return PublishedList(
        first=_whole(told["first"], f"{where}.first"),
        root=_hash(told["root"], f"{where}.root"),
        commitments=_each(told["commitments"], f"{where}.commitments", _hash),
    )


def _contribution_from(found: object, where: str) -> Contribution | None:
    if found is None:
        return None
    told = _object(found, where, ("hash", "value"))
    value = _matching(VALUE, told["value"], f"{where}.value")
    return Contribution(_hash(told["hash"], f"{where}.hash"), bytes.fromhex(value))


def _deal_from(found: object, where: str) -> ShownDeal:
    told = _object(found, where, DEAL_FIELDS)
    return ShownDeal(
        number=_whole(told["deal"], f"{where}.deal"),
        redeal=_whole(told["redeal"], f"{where}.redeal"),
        dealer=_whole(told["dealer"], f"{where}.dealer", 3),
        commitment=_hash(told["commitment"], f"{where}.commitment"),
        secret=_key(told["secret"], f"{where}.secret"),
        hands=_four(_each(told["hands"], f"{where}.hands", _hand)),
    )


def _hand(found: object, where: str) -> tuple[int, ...]:
    return _each(found, where, _card)


def _card(found: object, where: str) -> int:
    if not isinstance(found, str) or found not in CARDS:
        raise Unreadable(where)
    return CARDS.index(found)


def _object(found: object, where: str, names: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(found, dict) or set(found) != set(names):
        raise Unreadable(where)
    return found


def _each(found: object, where: str, read: Callable[[object, str], Item]) -> tuple[Item, ...]:
    if not isinstance(found, list):
        raise Unreadable(where)
    return tuple(read(item, f"{where}[{place}]") for place, item in enumerate(found))


def _four(items: tuple[Item, ...]) -> tuple[Item, ...]:
    if len(items) != 4:
        raise Unreadable("seats")
    return items


def _text(found: object, where: str) -> str:
    if not isinstance(found, str) or HALF_A_CHARACTER.search(found):
        raise Unreadable(where)
    return found


def _whole(found: object, where: str, most: int = 2**32 - 1) -> int:
    if type(found) is not int or not 0 <= found <= most:  # true is no number
        raise Unreadable(where)
    return found


def _hash(found: object, where: str) -> str:
    return _matching("[0-9a-f]{64}", found, where)


def _key(found: object, where: str) -> bytes:
    return bytes.fromhex(_hash(found, where))


def _matching(form: str, found: object, where: str) -> str:
    if not isinstance(found, str) or not re.fullmatch(form, found):
        raise Unreadable(where)
    return found
