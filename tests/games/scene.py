"""What the tests of the live table are told with: tables, people at them, their acts and their phones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from games import store
from games.consumers import TableConsumer
from games.dealing import Stream
from games.models import Table, User
from games.rules import RULESETS, Action, Call, Phase, Seat, autoplay, names, view
from games.services import opening, play, rulings, tables, tickets
from games.services.clocks import TablePolicy
from games.services.opening import SeatPlan, TablePlan
from tests.cast import NOW
from tests.games import frame_schemas

in_database = database_sync_to_async
MASTER = bytes(range(32))
CASUAL = replace(TablePolicy.fast(bots_after=60), ready_seconds=15, casual=True)
"""A table of its own people, with clocks; a bot plays for who gets up, and does not wait."""
SECOND = timedelta(seconds=1)
PATIENCE = 10.0
"""Seconds a phone waits for what must come; nothing here waits this long unless it is broken."""


def plan(
    people: Sequence[User | None] = (None,) * 4,
    *,
    policy: TablePolicy | None = None,
    master: bytes = MASTER,
    public_id: str = "",
    rules: str = "levantine",
    entropy_seconds: float = 0,
    bank_seconds: float = 0,
    **details: Any,
) -> TablePlan:
    """Return the plan of a table whose seats are kept for these people.

    It asks no page for entropy, and nobody has more than the time for the turn.
    """
    pace = policy or TablePolicy.people()
    pace = replace(pace, entropy_seconds=entropy_seconds, bank_seconds=bank_seconds)
    return TablePlan(
        public_id=public_id or opening.public_id(Stream(master).derive(Table.objects.count())),
        rules=RULESETS[rules],
        master=master,
        seats=tuple(SeatPlan(str(user or f"Seat {n}"), id_of(user)) for n, user in enumerate(people)),
        policy=pace,
        **details,
    )


def id_of(user: User | None) -> int | None:
    """Return who somebody is to the database; a visitor is nobody."""
    return None if user is None else user.pk


def opened(people: Sequence[User | None], *, now: datetime = NOW, **details: Any) -> Table:
    """Open a table and let these people sit; a None stays empty."""
    (table,) = opening.open_tables([plan(people, **details)], now=now)
    for number, user in enumerate(people):
        if user is not None:
            tables.sit(table_id=table.pk, number=number, user=user, now=now)
    return table


def bots_table(**details: Any) -> Table:
    """Open a table where four bots play without waiting."""
    (table,) = opening.open_tables([plan(policy=TablePolicy.fast(), **details)], now=NOW)
    return table


def stored(table: Table) -> store.Stored:
    """Return what is stored of a table."""
    return store.read([table.pk])[table.pk]


def log_of(table: Table) -> list[store.Logged]:
    """Return the log of a table's match."""
    return store.events_of_match(stored(table).match_id)


def sensible(seen: Mapping[str, Any]) -> Action:
    """Return an action from a view: whoever is first to call bids 7, and the rest is as on a timeout."""
    if seen["phase"] == Phase.AUCTION and "7" in seen["legal"]:
        return Call("7")
    return autoplay(seen)


def wire(action: Action) -> tuple[str, dict[str, Any]]:
    """Return an action as a page sends it."""
    match type(action).__name__, action:
        case "Call", Call(call="P"):
            return "pass", {}
        case "Call", Call(call=bid):
            return "bid", {"bid": int(bid)}
        case "NameTrump", _:
            return "trump", {"suit": action.suit.letter}  # type: ignore[union-attr]
        case "PlayCard", _:
            return "card", {"card": names([action.card])[0]}  # type: ignore[union-attr]
    return "ready", {}


def next_act(table: Table, people: Sequence[User], *, client_id: str = "") -> tuple[Seat, play.Act]:
    """Return what the person to move asks for, seeing the table as it is."""
    now = stored(table)
    seat = now.position.turn
    assert seat is not None
    action = sensible(view(now.position, seat))
    act = play.Act(people[seat].pk, action, client_id or f"act-{now.seq}", now.seq)
    return seat, act


async def to_move(table: Table, people: Sequence[User]) -> tuple[Seat, str, dict[str, Any], int]:
    """Return the seat to move and what its phone would send: kind, data, last number seen."""
    seat, act = await in_database(next_act)(table, people)
    return seat, *wire(act.action), act.seen


def play_on(table: Table, people: Sequence[User], moves: int) -> None:
    """Let the people at a table make so many moves."""
    for _ in range(moves):
        seat, act = next_act(table, people)
        play.submit_now(table.pk, act, seat=seat, now=NOW)


def over(people: Sequence[User], **details: Any) -> Table:
    """Open a table, call time before a card is dealt, and let these people sit there."""
    (table,) = opening.open_tables([plan(people, **{"policy": CASUAL} | details)], now=NOW)
    rulings.no_new_deal([table.pk], now=NOW)
    for number, user in enumerate(people):
        tables.sit(table_id=table.pk, number=number, user=user, now=NOW)
    return table


def play_out(*, limit: int = 20_000) -> None:
    """Let the bots play, wherever there are any, until nothing is due any more."""
    now = NOW
    while limit and (due := play.next_due()):
        now, limit = max(now, due), limit - 1
        play.play_due(now)
    assert limit, "the match has no end"


class Phone:
    """A page that watches a table over its socket; who holds it is known from the session."""

    def __init__(self, user: User | None = None) -> None:
        """Prepare; nothing is connected before ``connect``."""
        self.user = user
        self._count = 0
        scope: dict[str, Any] = {"type": "websocket", "path": "/ws/table", "headers": [], "subprotocols": []}
        scope["user"] = user or AnonymousUser()
        self._line = ApplicationCommunicator(TableConsumer.as_asgi(), scope)

    async def connect(self) -> Phone:
        """Open the socket."""
        await self._line.send_input({"type": "websocket.connect"})
        assert (await self._line.receive_output(PATIENCE))["type"] == "websocket.accept"
        return self

    async def watch(self, table: Table, have: int | None = None) -> dict[str, Any]:
        """Open the socket, say hello, and return the first answer."""
        await self.connect()
        await self.hello(table, have)
        return await self.hear()

    async def hello(self, table: Table, have: int | None = None, *, ticket: str = "") -> None:
        """Say hello, with a good ticket unless another is given."""
        mine = tickets.issue(table=table.public_id, user_id=id_of(self.user))
        known = {"ticket": ticket or mine, "table": table.public_id, "have": have}
        await self.say({"t": "hello", "v": 1, "tab": "9f", **known})

    async def do(self, kind: str, data: Mapping[str, Any], *, seen: int = 0, act_id: str = "") -> str:
        """Ask for an act; return its name."""
        self._count += 1
        name = act_id or f"9f-{self._count}"
        await self.say({"t": "do", "id": name, "s": seen, "k": kind, "d": dict(data)})
        return name

    async def say(self, frame: Mapping[str, Any] | str) -> None:
        """Send a frame, or any text."""
        text = frame if isinstance(frame, str) else json.dumps(frame)
        await self._line.send_input({"type": "websocket.receive", "text": text})

    async def say_bytes(self, frame: bytes) -> None:
        """Send a binary frame, which no page of ours does."""
        await self._line.send_input({"type": "websocket.receive", "bytes": frame})

    async def hear(self) -> dict[str, Any]:
        """Return the next frame."""
        frame: dict[str, Any] = json.loads(await self.hear_text())
        return frame

    async def hear_text(self) -> str:
        """Return the next frame as it came; it is as ``docs/frames`` says."""
        output = await self._line.receive_output(PATIENCE)
        assert output["type"] == "websocket.send", output
        text: str = output["text"]
        frame_schemas.demand(json.loads(text))
        return text

    async def answered(self) -> str:
        """Return what answers a frame: its kind, a refusal's code, or the code of a close; not the events."""
        while (output := await self._line.receive_output(PATIENCE))["type"] == "websocket.send":
            frame = json.loads(output["text"])
            frame_schemas.demand(frame)
            if frame["t"] != "ev":
                return str(frame.get("code", frame["t"]))
        return f"closed {output['code']}"

    async def hear_until(self, kind: str) -> list[dict[str, Any]]:
        """Return the frames up to and including the first of this kind (``t``)."""
        frames = [await self.hear()]
        while frames[-1]["t"] != kind:
            frames.append(await self.hear())
        return frames

    async def hear_all(self) -> list[dict[str, Any]]:
        """Return the frames that come until none does for a moment."""
        frames = []
        while not await self.hears_nothing():
            frames.append(await self.hear())
        return frames

    async def hears_nothing(self) -> bool:
        """Return whether nothing comes for a moment."""
        silent: bool = await self._line.receive_nothing(timeout=0.2)
        return silent

    async def closed_with(self) -> int:
        """Return the code the socket is closed with; frames before it are dropped."""
        while (output := await self._line.receive_output(PATIENCE))["type"] != "websocket.close":
            assert output["type"] == "websocket.send"
        code: int = output.get("code", 1000)
        return code

    async def hang_up(self) -> None:
        """Close the socket from this end."""
        await self._line.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._line.wait(PATIENCE)
