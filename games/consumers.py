"""The socket of a table: authenticate, parse, hand over to the services, answer.

What it shares with the site's other socket is in ``sockets``. Frames: ``docs/frames.md``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from django.conf import settings
from django.utils import timezone, translation

from games import frames, sentences
from games.asking import Together, asking
from games.frames import BadFrame, Bye, Chat, Do, Hello, Ping, encode
from games.hub import BEHIND, HUB, milliseconds
from games.models import Table, User
from games.permissions import SignInFirst
from games.rules import SEATS, SPECTATOR, Refusal, Viewer
from games.services import (
    arrivals,
    calls,
    chance,
    chat,
    play,
    rematch,
    spectators,
    tables,
    tickets,
    words,
)
from games.services.arrivals import Arrival, Caught
from games.services.watch import NoSuchTable
from games.sockets import Line

BEHIND_SECONDS = 0.5
"""How long one who is kept behind waits before he looks: what happens meanwhile is looked at together."""


class NotWatching(Refusal):
    """The first frame of a socket is ``hello``."""

    code = "hello_first"


class TableConsumer(Line):
    """One socket, watching one table as one viewer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin without a table; ``hello`` names it."""
        super().__init__(*args, **kwargs)
        self._checker: asyncio.Task[None] | None = None
        self._entering = asyncio.Lock()
        self._table: Table | None = None
        self._viewer: Viewer | None = None
        self._page_language = ""
        self._hearer: asyncio.Task[None] | None = None
        self._heard: int | None = None
        self._unheard = False
        self._looker: asyncio.Task[None] | None = None
        self._has_moved = False
        self._shown: int | None = None

    @property
    def _user(self) -> User | None:
        user = self.scope.get("user")
        return cast("User", user) if user is not None and user.is_authenticated else None

    @property
    def _user_id(self) -> int | None:
        return None if self._user is None else self._user.pk

    def left(self) -> None:
        """Watch no table any more."""
        if self._table is not None:
            HUB.leave(self._table.pk, self)
        for task in (self._checker, self._looker, self._hearer):
            if task is not None:
                task.cancel()

    def seats_changed(self) -> None:
        """Look up again where this user sits and whether he may watch, and show him the table from there."""
        if self._checker is None or self._checker.done():
            self._checker = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        async with self._entering:
            table = self._table
            if table is None:
                return
            try:
                await asking(spectators.admit)(table, user_id=self._user_id)
            except Refusal as refusal:
                self._send_away(refusal)
                return
            if await self._seat(table) != self._viewer:
                await self._watch(table, None)

    def _send_away(self, refusal: Refusal) -> None:
        """Close to one who may not look at this table, or not any more."""
        gone = isinstance(refusal, NoSuchTable)
        self.shut(frames.CLOSE_NO_TABLE if gone else frames.CLOSE_NOT_ALLOWED)

    def spoken_to(self) -> None:
        """Look up what this person may hear of it."""
        self._unheard = True
        if self._hearer is None or self._hearer.done():
            self._hearer = asyncio.create_task(self._hear_more())

    async def _hear_more(self) -> None:
        while self._unheard:
            self._unheard = False
            await self._hear(self._heard)

    async def _hear(self, after: int | None, *, always: bool = True) -> None:
        """Send what was said after a line, or with None all there is to know; only to who sits here.

        :param always: whether also when there is nothing to tell.
        """
        if self._table is None or self._user is None or self._viewer == SPECTATOR:
            return
        found = await asking(chat.heard)(self._table.pk, self._user.pk, after)
        if found is not None and (always or chat.tells(found)):
            self._heard = max([self._heard or 0, *(line["n"] for line in found["lines"])])
            self.deliver(encode(found))

    async def _chat(self, asked: Chat) -> None:
        try:
            if self._table is None:
                raise NotWatching()
            if self._user is None:
                raise SignInFirst()
            await asking(words.carry_out)(self._table.pk, self._user, asked.kind, asked.data, timezone.now())
        except Refusal as refusal:
            self._refuse(asked.id, refusal)
            return
        if asked.kind != "say":
            await self._hear(None)

    def moved(self) -> None:
        """Look what is shown by now to one who is kept behind the table, but not for every card."""
        self._has_moved = True
        if self._looker is None or self._looker.done():
            self._looker = asyncio.create_task(self._look_later())

    async def _look_later(self) -> None:
        while self._has_moved:
            await asyncio.sleep(BEHIND_SECONDS)
            self._has_moved = False
            async with self._entering:
                if self._table is not None and self._shown is not None:
                    await self._watch(self._table, self._shown)

    async def hear(self, text: str | None) -> None:
        """Do what a frame asks for."""
        await self._handle(frames.decode(text))

    def refuse(self, refusal: BadFrame) -> None:
        """Say that a frame was not understood."""
        self._refuse(None, refusal)

    async def _handle(self, frame: frames.Frame) -> None:
        match frame:
            case Hello():
                await self._hello(frame)
            case Do():
                await self._do(frame)
            case Chat():
                await self._chat(frame)
            case Ping():
                await self._ping(frame)
            case Bye():
                await self.close()

    async def _hello(self, hello: Hello) -> None:
        if hello.language in dict(settings.LANGUAGES):
            self._page_language = hello.language
        try:
            if self._table is None or self._table.public_id != hello.table:
                tickets.check(hello.ticket, table=hello.table, user_id=self._user_id)
            table = await TABLES(hello.table)
        except Refusal as refusal:
            self._send_away(refusal)
        else:
            async with self._entering:
                self._leave_for(table)
                may_hear = await self._watch(table, hello.have)
            if may_hear:
                await self._hear(None, always=False)

    def _leave_for(self, table: Table) -> None:
        if self._table is not None and self._table.pk != table.pk:
            HUB.leave(self._table.pk, self)
            self._viewer = None
        self._table = table

    async def _watch(self, table: Table, have: int | None) -> bool:
        """Join and send what is missing; a move or a change of seat in between is looked at too.

        Only under ``_entering``: two of these at once would let a socket watch from two places.

        :returns: whether there may be something said that he has to hear.
        """
        while True:
            HUB.leave(table.pk, self)
            try:
                caught = await CAUGHT_UP(Arrival(table, self._user_id, self._viewer, have))
            except Refusal as refusal:
                self._send_away(refusal)
                return False
            self._viewer, have = caught.viewer, caught.frames[-1]["s"] if caught.frames else have or 0
            # Before a frame leaves: who has it may act at once, and what he does has to find him here.
            known = self._join(table, have, caught)
            for frame in caught.frames:
                self.deliver(encode(frame))
            if caught.is_behind:
                return False
            if known <= have and await self._seat(table) == self._viewer:
                return caught.hears

    def _join(self, table: Table, have: int, caught: Caught) -> int:
        """Be told of what happens after ``have``; return the number this process has delivered up to."""
        if caught.is_behind:
            self._follow_behind(table, have, caught.head)
            return have
        self._shown = None
        return HUB.join(table.pk, self, caught.viewer, seq=have)

    def _follow_behind(self, table: Table, shown: int, head: int) -> None:
        """Be told when the table moves on from ``head``; look once more if it has by now."""
        self._shown = shown
        if HUB.join(table.pk, self, BEHIND, seq=head) > head:
            self.moved()

    async def _seat(self, table: Table) -> Viewer:
        return await VIEWERS(Arrival(table, self._user_id))

    async def _do(self, do: Do) -> None:
        if self._table is None:
            self._refuse(do.id, NotWatching())
            return
        try:
            number = await self._carried_out(self._table.pk, do)
        except Refusal as refusal:
            self._refuse(do.id, refusal)
            return
        self.deliver(encode({"t": "ack", "id": do.id, "s": number}))

    async def _carried_out(self, table_id: int, do: Do) -> int:
        """Return the number the act got."""
        user = self._user
        if user is None:
            raise SignInFirst()
        if do.kind in AT_THE_TABLE:
            return await asking(AT_THE_TABLE[do.kind])(table_id, user, do)
        act = play.act_of(do.kind, do.data, user_id=user.pk, client_id=do.id, seen=do.seen)
        seat = None if self._viewer == SPECTATOR else self._viewer
        answer = await play.submit(table_id, act, seat=seat, now=timezone.now())
        return answer.first_seq

    def _refuse(self, act_id: str | None, refusal: Refusal) -> None:
        with translation.override(self._language()):
            told = sentences.told(refusal)
        nack = {
            "t": "nack",
            "id": act_id,
            "code": told["code"],
            "msg": told["sentence"],
        }
        self.deliver(encode(nack | {"params": told["params"], "s": self._known()}))

    def _language(self) -> str:
        chosen = "" if self._user is None else self._user.language
        return self._page_language or chosen or self.scope.get("cookies", {}).get("django_language", "en")

    def _known(self) -> int | None:
        if self._table is None or self._shown is not None:
            return self._shown
        return HUB.seq_of(self._table.pk)

    async def _ping(self, ping: Ping) -> None:
        now = milliseconds(timezone.now())
        self.deliver(encode({"t": "pong", "c": ping.clock, "now": now, "s": self._known()}))


def _sit(table_id: int, user: User, do: Do) -> int:
    number = do.data.get("seat")
    if type(number) is not int or number not in range(len(SEATS)):  # true is no seat
        raise play.BadAction(kind=do.kind)
    return tables.sit(table_id=table_id, number=number, user=user, now=timezone.now(), client_id=do.id)


def _leave(table_id: int, user: User, do: Do) -> int:
    return tables.leave(table_id=table_id, user=user, now=timezone.now(), client_id=do.id)


def _take_back(table_id: int, user: User, do: Do) -> int:
    return tables.take_back(table_id=table_id, user=user, now=timezone.now(), client_id=do.id)


def _rematch(table_id: int, user: User, do: Do) -> int:
    yes = do.data.get("yes")
    if not isinstance(yes, bool):
        raise play.BadAction(kind=do.kind)
    now, stream = timezone.now(), chance.fresh()
    return rematch.answer(table_id=table_id, user=user, yes=yes, now=now, stream=stream, client_id=do.id)


def _call_director(table_id: int, user: User, do: Do) -> int:
    reason = do.data.get("reason", "")
    if not isinstance(reason, str):
        raise play.BadAction(kind=do.kind)
    return calls.call_director(
        table_id=table_id, user=user, reason=reason, now=timezone.now(), client_id=do.id
    )


AT_THE_TABLE = {
    "sit": _sit,
    "leave": _leave,
    "take_back": _take_back,
    "rematch": _rematch,
    "call_director": _call_director,
}
"""What is done at a table and is no part of its match; it is written on this thread's connection."""


def _caught_up(asked: Sequence[Arrival]) -> list[Caught | Refusal]:
    return arrivals.catch_up(asked, now=timezone.now())


TABLES: Together[str, Table] = Together(arrivals.tables_at)
CAUGHT_UP: Together[Arrival, Caught] = Together(_caught_up)
VIEWERS: Together[Arrival, Viewer] = Together(arrivals.viewers)
"""What every socket that comes asks for: many come at the same moment."""
