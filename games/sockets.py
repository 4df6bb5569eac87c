"""What every socket of ours does: let in, limited, listened to, and closed with a reason.

Everything a socket is sent passes its bounded queue; one that is too slow is closed and comes again.
What is said over it is for ``TableConsumer`` here and ``NoticeConsumer`` in ``tournaments``.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from games import frames
from games.doors import DOORS, Pass
from games.frames import BadFrame, encode

OUT_QUEUE = 512
RATE_FRAMES, RATE_SECONDS = 50, 20.0
RETRY_MILLISECONDS = (100, 2000)
SUBPROTOCOL = "tarneeb.v1"
TEXT_NOW = "tarneeb.text_now"
"""The extension of our server by which a text is written at once, ``send(text)``, if its buffer has room.

Nearly every frame is: a message, a task, and a turn of the loop, for each would cost more than sending it.
"""


class Line(AsyncWebsocketConsumer):
    """One socket, from its handshake to its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin with nothing to say; ``connect`` opens it."""
        super().__init__(*args, **kwargs)
        self._write_now: Callable[[str], bool] = _no_room
        self._waiting: deque[str | int] = deque()
        self._sender: asyncio.Task[None] | None = None
        self._closer: asyncio.Task[None] | None = None
        self._allowance, self._allowed_at = float(RATE_FRAMES), time.monotonic()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Take one message after another.

        Channels makes a task for each, and asks another thread whether its database connection is too
        old; ``asking`` sees to it, and there is no channel layer to listen to.
        """
        self.scope, self.base_send = scope, send
        self._write_now = scope.get("extensions", {}).get(TEXT_NOW, {}).get("send", _no_room)
        with suppress(StopConsumer):
            while True:
                message = await receive()
                await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Accept; nothing is said before a good ``hello``."""
        offered = self.scope.get("subprotocols", [])
        await self.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        DOORS.enter(self, Pass.of(self.scope))

    async def disconnect(self, code: int) -> None:
        """Forget the socket."""
        DOORS.leave(self)
        self.left()
        for task in (self._sender, self._closer):
            if task is not None:
                task.cancel()

    def left(self) -> None:
        """Watch nothing any more; the socket is gone, or about to be closed."""

    def deliver(self, text: str) -> None:
        """Send a frame, after those that wait; a socket that does not keep up is closed and asks again."""
        if self._closer is not None:
            return
        if self._sender is None:
            if not self._write_now(text):
                self._sender = asyncio.create_task(self._send_all(text))
        elif len(self._waiting) < OUT_QUEUE:
            self._waiting.append(text)
        else:
            self.shut(frames.CLOSE_TOO_SLOW)

    async def _send_all(self, text: str) -> None:
        """Send this, and what comes to wait behind it because the other end takes nothing."""
        with suppress(OSError):  # the other end has gone; ``disconnect`` is on its way
            await self.base_send(_sending(text))
            while self._waiting:
                item = self._waiting.popleft()
                await (self.close(item) if isinstance(item, int) else self.base_send(_sending(item)))
        self._sender = None

    def shut(self, code: int) -> None:
        """Drop what waits and close with ``code``; nothing that still comes is listened to."""
        if self._closer is None:
            self.left()
            self._closer = asyncio.create_task(self._close(code))

    async def _close(self, code: int) -> None:
        if self._sender is not None:
            self._sender.cancel()  # it may be waiting for an end that reads no more
        with suppress(OSError):
            await self.close(code)

    def goodbye(self) -> None:
        """Say that the server restarts and when to come back."""
        bye = {"t": "bye", "code": frames.CLOSE_RESTART, "retry": list(RETRY_MILLISECONDS)}
        self.deliver(encode(bye))
        if self._sender is not None and len(self._waiting) < OUT_QUEUE:
            self._waiting.append(frames.CLOSE_RESTART)
        else:
            self.shut(frames.CLOSE_RESTART)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one frame; whatever is wrong with it is answered, never raised."""
        if self._closer is not None:
            return
        if not self._within_rate():
            self.shut(frames.CLOSE_FLOOD)
            return
        try:
            await self.hear(text_data)
        except BadFrame as refusal:
            self._misunderstood(refusal)

    async def hear(self, text: str | None) -> None:
        """Do what a frame asks for; None is a binary one.

        :raises BadFrame: when it is none of ours.
        """
        raise NotImplementedError

    def _misunderstood(self, refusal: BadFrame) -> None:
        """Close on a frame no page of ours would send, answer any other bad one."""
        if refusal.params["reason"] == frames.TOO_LARGE:
            self.shut(frames.CLOSE_TOO_LARGE)
        else:
            self.refuse(refusal)

    def refuse(self, refusal: BadFrame) -> None:
        """Answer a frame that is none of ours; here, by closing."""
        del refusal
        self.shut(frames.CLOSE_FLOOD)

    def _within_rate(self) -> bool:
        now = time.monotonic()
        gained = (now - self._allowed_at) * RATE_FRAMES / RATE_SECONDS
        self._allowance = min(float(RATE_FRAMES), self._allowance + gained) - 1
        self._allowed_at = now
        return self._allowance >= 0


def _sending(text: str) -> Any:
    """Return the message that sends a text, as Channels makes it, whose ``send`` asks for more than that."""
    return {"type": "websocket.send", "text": text}


def _no_room(text: str) -> bool:
    """Say of a text that it could not be written at once: this server never does."""
    del text
    return False
