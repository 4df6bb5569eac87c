"""The socket of a table: authenticate, parse, hand over to the services, answer.

What it shares with the site's other socket is in ``sockets``. Frames: ``docs/frames.md``.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from django.conf import settings
from django.utils import timezone, translation

from games import frames, sentences
from games.asking import asking
from games.frames import BadFrame, Bye, Do, Hello, Ping, encode
from games.hub import HUB, milliseconds
from games.models import Table, User
from games.permissions import SignInFirst
from games.rules import SEATS, SPECTATOR, Refusal, Viewer
from games.services import calls, chance, play, rematch, tables, tickets, watch
from games.services.watch import NoSuchTable
from games.sockets import Line


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
        if self._checker is not None:
            self._checker.cancel()

    def seats_changed(self) -> None:
        """Look up again where this user sits and whether he may watch, and show him the table from there."""
        if self._checker is None or self._checker.done():
            self._checker = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        async with self._entering:
            table = self._table
            if table is None:
                return
            if not await asking(_may_watch)(table, self.scope.get("user")):
                self.shut(frames.CLOSE_NO_TABLE)
            elif await self._seat(table) != self._viewer:
                await self._watch(table, None)

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
            table = await asking(_found)(hello.table, self.scope.get("user"))
        except NoSuchTable:
            self.shut(frames.CLOSE_NO_TABLE)
        except tickets.BadTicket:
            self.shut(frames.CLOSE_NOT_ALLOWED)
        else:
            async with self._entering:
                self._leave_for(table)
                await self._watch(table, hello.have)

    def _leave_for(self, table: Table) -> None:
        if self._table is not None and self._table.pk != table.pk:
            HUB.leave(self._table.pk, self)
            self._viewer = None
        self._table = table

    async def _watch(self, table: Table, have: int | None) -> None:
        """Send what is missing, then join; a move or a change of seat in between is looked at too.

        Only under ``_entering``: two of these at once would let a socket watch from two places.
        """
        while True:
            HUB.leave(table.pk, self)
            viewer, found = await asking(_missing)(table.pk, self._user_id, self._viewer, have)
            for frame in found:
                self.deliver(encode(frame))
            self._viewer, have = viewer, found[-1]["s"] if found else have or 0
            if HUB.join(table.pk, self, viewer, seq=have) <= have and await self._seat(table) == viewer:
                return

    async def _seat(self, table: Table) -> Viewer:
        return await asking(_viewer)(table.pk, self._user_id)

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
        return None if self._table is None else HUB.seq_of(self._table.pk)

    async def _ping(self, ping: Ping) -> None:
        now = milliseconds(timezone.now())
        self.deliver(encode({"t": "pong", "c": ping.clock, "now": now, "s": self._known()}))


def _found(public_id: str, user: Any) -> Table:
    table: Table | None = Table.objects.for_user(user).filter(public_id=public_id).first()
    if table is None:
        raise NoSuchTable()
    return table


def _may_watch(table: Table, user: Any) -> bool:
    return bool(Table.objects.for_user(user).filter(pk=table.pk).exists())


def _viewer(table_id: int, user_id: int | None) -> Viewer:
    if user_id is None:
        return SPECTATOR
    number = tables.seat_number(table_id=table_id, user_id=user_id)
    return SPECTATOR if number is None else SEATS[number]


def _missing(
    table_id: int, user_id: int | None, before: Viewer | None, have: int | None
) -> tuple[Viewer, list[dict[str, Any]]]:
    """Return from where the user watches, and what he has missed; all, when it was elsewhere before."""
    viewer, now = _viewer(table_id, user_id), timezone.now()
    if have is None or before not in (None, viewer):
        return viewer, [watch.snapshot(table_id, viewer, now=now)]
    return viewer, watch.missed(table_id, viewer, have=have, now=now)


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
