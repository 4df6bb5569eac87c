"""Hostile frames, into the decoder, the socket and a real web process: each is answered, none is believed.

The small form here is 400 frames; with ``--hypothesis-profile=soak`` it is 20,000, and 500 go over the
network either way. Every frame is made from a seed that the failure prints.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import hypothesis
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from games import sockets
from games.frames import ACTIONS, BadFrame, decode
from games.models import Table, User
from games.services import tickets
from tests.cast import client_of
from tests.games.frame_schemas import demand
from tests.games.scene import Phone, in_database, opened, stored
from tests.live import serving, socket_of
from tests.tournaments.evenings import called_to
from tournaments.models import Club

SOAK = 10_000
FEW, MANY = 400, 20_000
OVER_THE_NETWORK = 500
SEED = 4


def how_many() -> int:
    """Return how many frames this run sends."""
    profile = hypothesis.settings.default
    return MANY if profile and profile.max_examples >= SOAK else FEW


# What JSON can say and a program may stumble over, and what no reader of JSON should let through.
SAID = (
    *(
        "-1",
        "0",
        "2",
        "7",
        str(2**53),
        "null",
        "true",
        "[]",
        "{}",
        "[[[]]]",
        '{"":{}}',
        '"QH"',
        '"AS"',
        '"S"',
    ),
    *('""', '"%s%n"', '"__class__"', r'"\/"', '"<svg/onload=alert()>"', '"\'; DROP TABLE x; --"'),
    *(r'"\u0000"', '"\u202e"', '"\U0001f0cf"', '"' + "x" * 500 + '"', "[" * 1900 + "]" * 1900),
)
UNREADABLE = (
    *(
        "1.5",
        "1e999",
        "-0.0",
        "NaN",
        "Infinity",
        "9" * 400,
        str(2**53 + 1),
        "0x10",
        r'"\ud800"',
        '"\x00"',
        "",
    ),
    *("[" * 3500, '{"a":' * 600, '"' + "x" * 5000 + '"'),
)
NAMES = ("t", "v", "id", "s", "k", "d", "c", "have", "ticket", "table", "tab", "__proto__", "seat", "card")
TYPES = ('"hello"', '"do"', '"ping"', '"bye "', '"state"', '"ack"', '"DO"', "[]", "null")
OWN = {"card": "card", "bid": "bid", "trump": "suit", "sit": "seat", "rematch": "yes", "entropy": "value"}
DATA = ("card", "bid", "suit", "seat", "yes", "hash", "value", "reason", "user", "seq")
ENDS = ("", "\x00", "}", "\ufeff", ",", "\U0010ffff")


ANY_TIME = frozenset({"leave", "call_director", "take_back"})
"""What somebody who sits at a table may do whenever he likes; the rest is not his to do here."""


@dataclass(frozen=True, slots=True)
class Hostile:
    """Makes frames nobody should send: shaped like ours, and changed in one or in many ways."""

    chance: random.Random
    kinds: tuple[str, ...]

    def frame(self) -> str:
        """Return the next."""
        make = self.chance.choice([self._like_ours] * 6 + [self._of_anything, self._cut, self._doubled])
        return make()

    def _value(self) -> str:
        return self.chance.choice(UNREADABLE if self.chance.random() < 0.1 else SAID)

    def _like_ours(self) -> str:
        chance = self.chance
        kind = chance.choice(self.kinds)
        data = {chance.choice(DATA): self._value() for _ in range(chance.randint(0, 2))}
        data[OWN.get(kind, "reason")] = self._value()
        frame = {
            "t": chance.choice(['"do"'] * 20 + [*TYPES]),
            "id": f'"z-{chance.randrange(10**9)}"',
            "s": str(chance.choice([0, 1, 9, 2**53])),
            "k": f'"{kind}"',
            "d": written(data),
        }
        for name in chance.sample(sorted(frame), chance.choice([0, 0, 0, 1, 2])):
            frame[name] = self._value()
        return written(frame)

    def _of_anything(self) -> str:
        return written({self.chance.choice(NAMES): self._value() for _ in range(self.chance.randint(0, 6))})

    def _cut(self) -> str:
        whole = self._like_ours()
        return whole[: self.chance.randrange(len(whole))] + self.chance.choice(ENDS)

    def _doubled(self) -> str:
        one, two = self._like_ours(), self._like_ours()
        return self.chance.choice([one + two, f"[{one}]"])


def written(fields: Mapping[str, str]) -> str:
    """Return an object of values that are written already."""
    return "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"


def frames_of(number: int, kinds: Iterable[str] = ACTIONS - ANY_TIME) -> Iterator[str]:
    """Return so many hostile frames, always the same."""
    made = Hostile(random.Random(SEED), tuple(sorted(kinds)))
    for _ in range(number):
        yield made.frame()


def test_the_decoder_understands_or_refuses_every_hostile_frame() -> None:
    understood = 0
    for text in frames_of(MANY):
        with suppress(BadFrame):
            decode(text)
            understood += 1

    assert 0 < understood < MANY / 2


@pytest.fixture
def table(seam: None, transactional_db: None, four: list[User], club: Club) -> Table:
    """A table nobody has a clock at, where the first is to call."""
    return called_to(opened(four, home_path="tournaments/cup/"), club)


def heard(text: str) -> dict[str, Any]:
    """Return a frame of the server, which every browser can read and which is as published."""
    frame: dict[str, Any] = json.loads(text, parse_constant=pytest.fail)
    assert text.encode("utf-8")
    demand(frame)
    return frame


@pytest.mark.timeout(3600)  # twenty thousand frames take minutes
async def test_a_socket_answers_every_hostile_frame_and_the_table_stays_as_it_was(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a decoder that follows any nesting, an act without its checks."""
    monkeypatch.setattr(sockets, "RATE_FRAMES", 10**9)
    before = await in_database(stored)(table)

    answers = await said_at(table, four[0], frames_of(how_many()))

    assert await in_database(stored)(table) == before
    assert answers >= {"bad_frame", "bad_action", "stale", "closed 4413"}


async def said_at(table: Table, user: User, texts: Iterable[str]) -> set[str]:
    """Say these at a table, over a new socket whenever one is closed; return how they were answered."""
    answers, phone = set[str](), Phone(user)
    await phone.watch(table)
    for text in texts:
        await phone.say(text)
        answer = await phone.answered()
        answers.add(answer)
        if answer.startswith("closed"):
            phone = Phone(user)
            await phone.watch(table)
    return answers


async def test_what_may_be_done_at_any_time_moves_no_card_however_it_is_said(
    table: Table, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "RATE_FRAMES", 10**9)
    before = (await in_database(stored)(table)).position

    answers = await said_at(table, four[0], frames_of(100, ANY_TIME))

    assert (await in_database(stored)(table)).position == before
    assert "ack" in answers


async def test_five_hundred_hostile_frames_over_the_network_change_nothing_and_break_nothing(
    transactional_db: None,
    four: list[User],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sockets, "RATE_FRAMES", 10**9)
    with serving() as address:
        table = await in_database(opened)(four)
        before = await in_database(stored)(table)
        session = (await in_database(client_of)(four[0])).cookies["sessionid"].value
        left = list(frames_of(OVER_THE_NETWORK))
        while left:
            async with socket_of(address, session=session) as line:
                left = await said(line, left, hello(table, four[0]))
        after = await in_database(stored)(table)

    assert after.position == before.position
    assert [record for record in caplog.records if record.exc_info] == []


def hello(table: Table, user: User) -> str:
    """Return what this user's page says first."""
    ticket = tickets.issue(table=table.public_id, user_id=user.pk)
    known = {"ticket": ticket, "table": table.public_id, "have": None, "tab": "t"}
    return json.dumps({"t": "hello", "v": 1} | known)


async def said(line: ClientConnection, texts: list[str], first: str) -> list[str]:
    """Say texts until the server closes; return what is left of them. All that is heard is as published."""
    await line.send(first)
    assert heard(str(await line.recv()))["t"] == "state"
    for number, text in enumerate(texts):
        try:
            await line.send(text)
            while heard(str(await asyncio.wait_for(line.recv(), 10)))["t"] not in {"nack", "pong", "state"}:
                pass
        except ConnectionClosed:
            return texts[number + 1 :]
    return []
