"""The recorded conversation of ``docs/frames``: said again, the server answers the same, byte by byte.

In the file ``>`` is what the client says and ``<`` what it hears. ``others`` lets the people at the other
seats move so often, and ``cut`` cuts the line and opens another. To record it anew, after a change of
the frames that is meant: ``TARNEEB_RECORD=1 python -m pytest tests/games/test_conversation.py``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone

from games.frames import encode
from games.models import Table, User
from games.services import tickets
from tests.cast import NOW
from tests.games.frame_schemas import CLIENT, FOLDER, demand
from tests.games.scene import Phone, in_database, opened, play_on
from tests.tournaments.evenings import called_to
from tournaments.models import Club

FILE = FOLDER / "conversation.jsonl"
LINES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
TABLE = "x7Kq2345"
TICKET = "<ticket>"
RECORDING = bool(os.environ.get("TARNEEB_RECORD"))


@pytest.fixture
def table(
    seam: None, transactional_db: None, four: list[User], club: Club, monkeypatch: pytest.MonkeyPatch
) -> Table:
    """The table of the conversation, on an evening when time stands still."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return called_to(opened(four, public_id=TABLE, home_path="tournaments/cup/"), club)


class Talk:
    """A conversation as it goes on: what is said is taken from the file, what is heard is written down."""

    def __init__(self, user: User, table: Table, people: Sequence[User]) -> None:
        """Prepare; nothing is said yet."""
        self.user, self.table, self.people = user, table, people
        self.phone = Phone(user)
        self.lines: list[str] = []

    async def go_on(self, line: dict[str, Any], answers: int) -> None:
        """Do what a line says, and write down what is heard after it: so many answers, and no more."""
        match line:
            case {">": {"t": "bye"} as said}:
                await self.phone.say(encode(said))
                assert await self.phone.closed_with() == 1000
                self.lines.append(encode(line))
                return
            case {">": said}:
                ticket = tickets.issue(table=TABLE, user_id=self.user.pk)
                await self.phone.say(encode(said).replace(TICKET, ticket))
            case {"others": moves}:
                await in_database(play_on)(self.table, self.people, moves)
            case {"cut": _}:
                await self.phone.hang_up()
                self.phone = await Phone(self.user).connect()
                self.lines.append(encode(line))
                return
        heard = [await self.phone.hear() for _ in range(answers)] + await self.phone.hear_all()
        self.lines += [encode(line), *(encode({"<": frame}) for frame in heard)]


async def test_the_recorded_conversation_is_answered_as_recorded(table: Table, four: list[User]) -> None:
    talk = Talk(four[0], table, four)
    await talk.phone.connect()

    for number, line in enumerate(LINES):
        if "<" not in line:
            await talk.go_on(line, 0 if RECORDING else answers_after(number))

    if RECORDING:
        FILE.write_text("\n".join(talk.lines) + "\n", encoding="utf-8")
    assert talk.lines == FILE.read_text(encoding="utf-8").splitlines()


def answers_after(number: int) -> int:
    """Return how many frames were heard after a line of the file."""
    rest = LINES[number + 1 :]
    return next((n for n, line in enumerate(rest) if "<" not in line), len(rest))


def test_the_recorded_conversation_shows_every_frame_and_is_in_the_schemas() -> None:
    kinds = {"said": set[str](), "heard": set[str]()}
    for line in LINES:
        if ">" in line and line[">"] != {"t": "do"}:
            CLIENT.validate(line[">"])
            kinds["said"].add(line[">"]["t"])
        if "<" in line:
            demand(line["<"])
            kinds["heard"].add(line["<"]["t"])

    assert kinds == {
        "said": {"hello", "do", "ping", "bye"},
        "heard": {"state", "ev", "ack", "nack", "pong"},
    }
