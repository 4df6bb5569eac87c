"""The socket of a table: authenticate, limit, parse, hand over to the services, answer.

Everything a socket is sent passes its bounded queue; one that is too slow is closed and says hello
again. Frames: ``docs/frames.md``.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation

from games import frames, sentences
from games.frames import BadFrame, Bye, Do, Hello, Ping, encode
from games.hub import HUB, milliseconds
from games.models import Table, User
from games.rules import SEATS, SPECTATOR, Refusal, Viewer
from games.services import play, tables, tickets, watch
from games.store import NoSuchTable

OUT_QUEUE = 512
RATE_FRAMES, RATE_SECONDS = 50, 20.0
RETRY_MILLISECONDS = (100, 2000)
SUBPROTOCOL = "tarneeb.v1"


class NotWatching(Refusal):
    """The first frame of a socket is ``hello``."""

    code = "hello_first"


class Flood(Refusal):
    """Too many frames in a short time."""

    code = "rate"


class TableConsumer(AsyncWebsocketConsumer):
    """One socket, watching one table as one viewer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin without a table; ``hello`` names it."""
        super().__init__(*args, **kwargs)
        self._out: asyncio.Queue[str | int] = asyncio.Queue(maxsize=OUT_QUEUE)
        self._sender: asyncio.Task[None] | None = None
        self._checker: asyncio.Task[None] | None = None
        self._table: Table | None = None
        self._viewer: Viewer = SPECTATOR
        self._allowance, self._allowed_at = float(RATE_FRAMES), time.monotonic()

    @property
    def _user_id(self) -> int | None:
        user: User | None = self.scope.get("user")
        return user.pk if user is not None and user.is_authenticated else None

    async def connect(self) -> None:
        """Accept; nothing is said before a good ``hello``."""
        offered = self.scope.get("subprotocols", [])
        await self.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        self._sender = asyncio.create_task(self._send_for_ever())

    async def disconnect(self, code: int) -> None:
        """Forget the socket."""
        if self._table is not None:
            HUB.leave(self._table.pk, self)
        for task in (self._sender, self._checker):
            if task is not None:
                task.cancel()

    async def _send_for_ever(self) -> None:
        while True:
            item = await self._out.get()
            if isinstance(item, int):
                await self.close(item)
                return
            await self.send(text_data=item)

    def deliver(self, text: str) -> None:
        """Queue a frame; a socket that does not keep up is closed and asks again."""
        if self._out.full():
            self._shut(frames.CLOSE_TOO_SLOW)
            return
        self._out.put_nowait(text)

    def _shut(self, code: int) -> None:
        """Drop what waits and close with ``code``."""
        while not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(code)

    def goodbye(self) -> None:
        """Say that the server restarts and when to come back."""
        bye = {
            "t": "bye",
            "code": frames.CLOSE_RESTART,
            "retry": list(RETRY_MILLISECONDS),
        }
        self.deliver(encode(bye))
        self._out.put_nowait(frames.CLOSE_RESTART)

    def seats_changed(self) -> None:
        """Look up again where this user sits, and show him the table from there."""
        if self._checker is None or self._checker.done():
            self._checker = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        table = self._table
        if table is None:
            return
        viewer = await database_sync_to_async(_viewer)(table.pk, self._user_id)
        if viewer != self._viewer and self._table is not None:
            self._viewer = viewer
            await self._watch(None)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Handle one frame; whatever is wrong with it is answered, never raised."""
        if not self._within_rate():
            self._shut(frames.CLOSE_FLOOD)
            return
        try:
            frame = frames.decode(text_data)
        except BadFrame as refusal:
            self._refuse(None, refusal)
            return
        await self._handle(frame)

    def _within_rate(self) -> bool:
        now = time.monotonic()
        gained = (now - self._allowed_at) * RATE_FRAMES / RATE_SECONDS
        self._allowance = min(float(RATE_FRAMES), self._allowance + gained) - 1
        self._allowed_at = now
        return self._allowance >= 0

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
        try:
            if self._table is None or self._table.public_id != hello.table:
                tickets.check(hello.ticket, table=hello.table, user_id=self._user_id)
            table, viewer = await database_sync_to_async(_found)(
                hello.table, self.scope.get("user"), self._user_id
            )
        except NoSuchTable:
            self._shut(frames.CLOSE_NO_TABLE)
        except tickets.BadTicket:
            self._shut(frames.CLOSE_NOT_ALLOWED)
        else:
            await self._enter(table, viewer, hello.have)

    async def _enter(self, table: Table, viewer: Viewer, have: int | None) -> None:
        if self._table is not None:
            HUB.leave(self._table.pk, self)
        same_place = self._table is not None and (self._table.pk, self._viewer) == (
            table.pk,
            viewer,
        )
        first = self._table is None
        self._table, self._viewer = table, viewer
        await self._watch(have if same_place or first else None)

    async def _watch(self, have: int | None) -> None:
        """Send what is missing, then join; whatever was committed in between is sent too."""
        table, viewer = self._table, self._viewer
        if table is None:
            return
        HUB.leave(table.pk, self)
        while True:
            found = await database_sync_to_async(_missing)(table.pk, viewer, have)
            for frame in found:
                self.deliver(encode(frame))
            seq = found[-1]["s"] if found else have
            have = 0 if seq is None else seq
            if HUB.join(table.pk, self, viewer, seq=have) <= have:
                return
            HUB.leave(table.pk, self)

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

    async def _carried_out(self, table_id: int, do: Do) -> int | None:
        """Return the number the act got; None for one that is no event of the match."""
        user_id = self._user_id
        if user_id is None:
            raise play.NotSeated()
        if do.kind in ("sit", "leave"):
            await database_sync_to_async(_change_seat)(table_id, self.scope["user"], do)
            return None
        action = play.action_of(do.kind, do.data)
        act = play.Act(user_id=user_id, action=action, client_id=do.id, seen=do.seen)
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
        user: User | None = self.scope.get("user")
        chosen = user.language if user is not None and user.is_authenticated else ""
        return chosen or self.scope.get("cookies", {}).get("django_language", "en")

    def _known(self) -> int | None:
        return None if self._table is None else HUB.watched().get(self._table.pk)

    async def _ping(self, ping: Ping) -> None:
        now = milliseconds(timezone.now())
        self.deliver(
            encode({"t": "pong", "c": ping.clock, "now": now, "s": self._known()})
        )


def _found(public_id: str, user: Any, user_id: int | None) -> tuple[Table, Viewer]:
    table = Table.objects.for_user(user).filter(public_id=public_id).first()
    if table is None:
        raise NoSuchTable()
    return table, _viewer(table.pk, user_id)


def _viewer(table_id: int, user_id: int | None) -> Viewer:
    if user_id is None:
        return SPECTATOR
    number = tables.seat_number(table_id=table_id, user_id=user_id)
    return SPECTATOR if number is None else SEATS[number]


def _missing(table_id: int, viewer: Viewer, have: int | None) -> list[dict[str, Any]]:
    now = timezone.now()
    if have is None:
        return [watch.snapshot(table_id, viewer, now=now)]
    return watch.missed(table_id, viewer, have=have, now=now)


def _change_seat(table_id: int, user: User, do: Do) -> None:
    if do.kind == "leave":
        tables.leave(table_id=table_id, user=user, now=timezone.now())
        return
    number = do.data.get("seat")
    if not isinstance(number, int) or number not in range(len(SEATS)):
        raise play.BadAction(kind=do.kind)
    tables.sit(table_id=table_id, number=number, user=user, now=timezone.now())
