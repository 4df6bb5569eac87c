"""The web process: uvicorn with the options our sockets need, and our way to stop.

On SIGTERM nothing new is accepted, every table's socket hears that the server restarts and when
to come back, and only then do connections close; the lifespan drains the writer last, so every
move that was taken is either on disk and acknowledged or sent again by its client.
"""

from __future__ import annotations

import asyncio
import socket
from functools import lru_cache
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from games.frames import MAX_CHARACTERS
from games.hub import HUB
from games.sockets import TEXT_NOW

#: What a socket's farewell needs to leave this process.
FAREWELL_SECONDS = 0.1
GRACE_SECONDS = 5
BYTES_A_CHARACTER = 4
#: How often the other end is asked whether it is there, and how long it has to answer.
PING_SECONDS = 20.0
#: Frames of a socket that may wait to be looked at before nothing more is read from it.
READ_AHEAD = 8
#: How long the other end of a socket that was closed has to say that it heard so.
CLOSE_SECONDS = 1.0


@lru_cache(maxsize=8)  # all at a table who are told the same are told it one after another
def framed(text: str) -> bytes:
    """Return a text as it goes over the wire: one frame, neither masked nor deflated, the same to all."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's socket, which is cut when the other end does not go, or does not read any more.

    Without this a phone that left the network, or somebody who means harm, keeps a place: what was
    written for it is waited with for as long as its system says that it lives. And a text for many is
    framed once, and the next frame is read while one is looked at.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin as uvicorn does."""
        super().__init__(*args, **kwargs)
        self.close_timeout = CLOSE_SECONDS

    async def send(self, message: Any) -> None:
        """Send, and after a close cut what is still there when its time is over."""
        if message["type"] == "websocket.close":
            self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
        await super().send(message)

    async def run_asgi(self) -> None:
        """Offer the application to write a text at once."""
        self.scope["extensions"][TEXT_NOW] = {"send": self.write_text}
        await super().run_asgi()

    def write_text(self, text: str) -> bool:
        """Write a text as it is, if the socket is open and its buffer has room; return whether it was."""
        is_accepted = self.handshake_complete and not self.close_sent and not self.disconnected
        has_room = is_accepted and self.conn.state is State.OPEN and self.writable.is_set()
        if has_room:
            self.transport.write(framed(text))
        return has_room

    def send_receive_event_to_app(self) -> None:
        """Hand a frame on, and read no more only when many wait.

        uvicorn stops to read with every frame until that is looked at, which asks the system twice.
        """
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = self.queue.qsize() > READ_AHEAD
        if self.read_paused:
            self.transport.pause_reading()

    def keepalive_timeout(self) -> None:
        """Cut a socket whose other end does not answer."""
        super().keepalive_timeout()
        self.transport.abort()


class Server(uvicorn.Server):
    """uvicorn, saying goodbye to the sockets before it closes them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, say goodbye, close, drain."""
        for server in self.servers:
            server.close()
        HUB.close()
        await asyncio.sleep(FAREWELL_SECONDS)
        await super().shutdown(sockets)


def configuration() -> uvicorn.Config:
    """Return how uvicorn is run, here and in tests that start it."""
    return uvicorn.Config(
        "tarneeb_site.asgi:application",
        lifespan="on",
        loop="asyncio",
        http="httptools",
        ws=Socket,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # A frame is small and mostly unlike the one before it: deflate costs more than it saves.
        ws_per_message_deflate=False,
        ws_max_size=BYTES_A_CHARACTER * MAX_CHARACTERS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
        access_log=False,
        log_config=None,
    )


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    :raises OSError: if the address is in use or not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def run(hosts: list[str], port: int) -> None:
    """Serve on every host until told to stop."""
    Server(configuration()).run(sockets=[listen(host, port) for host in hosts])
