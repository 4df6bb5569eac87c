"""What the players put into their deals, in two steps, so that nobody chooses last.

Everybody's page is asked for the hash of a value it has thought up, and only when all hashes are in,
or their time is up, for the values. Who is late has put in nothing, and is named. It happens once a
match, after the promise and before the first deal. Source: docs/dealing.md#what-the-players-put-in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, Self

from games.dealing import LONGEST_CONTRIBUTION, Contribution, Promise, public_part
from games.rules import Event, Refusal, Seat

NOTHING = ("", "", "", "")


class BadEntropy(Refusal):
    """A hash is 64 hexadecimal digits, a value 1 to 64 bytes in hexadecimal, in small letters."""

    code = "bad_entropy"


class EntropyNotAsked(Refusal):
    """This seat is not asked for this now: it is too early or too late, or a bot plays there."""

    code = "entropy_not_asked"


class HashesFirst(Refusal):
    """A value is told when all hashes are in: whoever told his sooner would let others choose theirs."""

    code = "hashes_first"


class EntropyTwice(Refusal):
    """This seat has put in its part."""

    code = "entropy_twice"


class EntropyMismatch(Refusal):
    """The value is not the one whose hash was given."""

    code = "entropy_mismatch"


@dataclass(frozen=True, slots=True)
class PutHash:
    """A seat's page gives the hash of its value, in hexadecimal."""

    hash: str


@dataclass(frozen=True, slots=True)
class PutValue:
    """A seat's page tells its value, in hexadecimal."""

    value: str


PARTS: Mapping[str, tuple[str, re.Pattern[str], type[PutHash] | type[PutValue]]] = {
    "entropy_hash": ("hash", re.compile("[0-9a-f]{64}"), PutHash),
    "entropy": ("value", re.compile(f"([0-9a-f]{{2}}){{1,{LONGEST_CONTRIBUTION}}}"), PutValue),
}
"""What a client names a part, the value it comes with, and how that is written."""


def part_of(kind: str, data: Mapping[str, Any]) -> PutHash | PutValue:
    """Return the part a client named.

    :raises BadEntropy: when its value is none.
    """
    name, form, part = PARTS[kind]
    value = data.get(name)
    if not isinstance(value, str) or not form.fullmatch(value):
        raise BadEntropy()
    return part(value)


class Step(StrEnum):
    """What a match waits for before its first deal: its seats, hashes, values, or nothing more."""

    SEATS = "seats"
    HASHES = "hash"
    VALUES = "value"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Entropy:
    """How far a match is with it. All of it may be known to everybody.

    :param match: the match's name, as in its promise.
    :param root: of the promise that was published before.
    :param asked: the seats that people had when it began.
    :param hashes: by seat; "" where none was given. ``values`` likewise, in hexadecimal.
    """

    match: str
    public_number: str
    root: str
    step: Step = Step.SEATS
    asked: tuple[int, ...] = ()
    hashes: tuple[str, ...] = NOTHING
    values: tuple[str, ...] = NOTHING

    @classmethod
    def after(cls, promise: Promise) -> Self:
        """Return what comes after a promise: nobody has been asked."""
        return cls(promise.match, promise.public_number, promise.root)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read it back, exactly."""
        stored = json.loads(text)
        step = Step(stored.pop("step"))
        lists = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
        return cls(step=step, **(stored | lists))

    def to_json(self) -> str:
        """Return it as compact JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats whose part is missing in this step."""
        if self.step is Step.HASHES:
            return tuple(seat for seat in self.asked if not self.hashes[seat])
        if self.step is Step.VALUES:
            return tuple(seat for seat in self.asked if self.hashes[seat] and not self.values[seat])
        return ()

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that were asked and have put in nothing."""
        return tuple(seat for seat in self.asked if not self.values[seat])

    @property
    def public(self) -> bytes:
        """The public part of every deal of the match, once it is done."""
        return public_part([bytes.fromhex(value) for value in self.values], self.public_number)

    @property
    def contributions(self) -> tuple[Contribution | None, ...]:
        """What each seat has put in; None for nothing."""
        return tuple(
            Contribution(hash_, bytes.fromhex(value)) if value else None
            for hash_, value in zip(self.hashes, self.values, strict=True)
        )

    def ask(self, seats: Iterable[Seat]) -> Entropy:
        """Return it begun with these seats; where there are none it is done."""
        return _onward(replace(self, step=Step.HASHES, asked=tuple(seats)))

    def put(self, seat: Seat, part: PutHash | PutValue) -> Entropy:
        """Return it with a seat's part.

        :raises Refusal: by the name of what stands against it.
        """
        return self._with_hash(seat, part) if isinstance(part, PutHash) else self._with_value(seat, part)

    def _with_hash(self, seat: Seat, part: PutHash) -> Entropy:
        if self.hashes[seat]:
            raise EntropyTwice()
        if self.step is not Step.HASHES or seat not in self.asked:
            raise EntropyNotAsked()
        return _onward(replace(self, hashes=_with(self.hashes, seat, part.hash)))

    def _with_value(self, seat: Seat, part: PutValue) -> Entropy:
        if self.values[seat]:
            raise EntropyTwice()
        if self.step in (Step.SEATS, Step.HASHES):
            raise HashesFirst()
        if seat not in self.waits_for:
            raise EntropyNotAsked()
        if sha256(bytes.fromhex(part.value)).hexdigest() != self.hashes[seat]:
            raise EntropyMismatch()
        return _onward(replace(self, values=_with(self.values, seat, part.value)))

    def late(self) -> Entropy:
        """Return it without what has not come in time."""
        if self.step is Step.HASHES and any(self.hashes):
            return replace(self, step=Step.VALUES)
        return self.closed()

    def closed(self) -> Entropy:
        """Return it done with, as it is."""
        return replace(self, step=Step.DONE)


def _onward(entropy: Entropy) -> Entropy:
    """Return the next step when nobody is waited for any more."""
    return entropy if entropy.waits_for else entropy.late()


def _with(parts: tuple[str, ...], seat: int, part: str) -> tuple[str, ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])


def told(before: Entropy, after: Entropy) -> list[Event]:
    """Return what is to be written down of going from one step to the next."""
    if after.step is before.step:
        return []
    if after.step is Step.DONE:
        return [Event("entropy_end", None, {"missing": list(after.missing), "public": after.public.hex()})]
    return [Event("entropy_ask", None, {"step": after.step.value, "seats": list(after.waits_for)})]


def put_in(seat: Seat, part: PutHash | PutValue) -> Event:
    """Return what is written down of a seat's part."""
    if isinstance(part, PutHash):
        return Event("entropy_hash", seat, {"hash": part.hash})
    return Event("entropy", seat, {"value": part.value})


def shown(entropy: Entropy) -> dict[str, object]:
    """Return what a page that has just come is told of it."""
    return {
        "match": entropy.match,
        "root": entropy.root,
        "step": entropy.step.value,
        "seats": list(entropy.waits_for),
        "hashes": list(entropy.hashes),
    }
