"""The site as people meet it: a real web process to talk to, and phones that follow the client's rules."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.request import Request, urlopen

from django.conf import settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tarneeb_site import serve
from tests.games import frame_schemas

HOST = "127.0.0.1"
PATIENCE = 20.0
RESEND_SECONDS = 1.5


@contextmanager
def serving() -> Iterator[str]:
    """Run a web process - server, sockets, writer, sweep - in a thread of this one; yield its address."""
    listener = serve.listen(HOST, 0)
    address = f"http://{HOST}:{listener.getsockname()[1]}"
    server = serve.Server(serve.configuration())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="live")
    settings.SITE_ORIGINS.append(address)  # the one list sockets and forms are checked against
    thread.start()
    try:
        _wait_for(server, thread)
        yield address
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        settings.SITE_ORIGINS.remove(address)
        assert not thread.is_alive()


def _wait_for(server: serve.Server, thread: threading.Thread) -> None:
    deadline = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive(), "the web process ended"
        assert time.monotonic() < deadline, "the web process did not start"
        time.sleep(0.02)


def fetched(url: str, *, session: str = "") -> Any:
    """Return the JSON at an address, as a browser with this session gets it."""
    request = Request(url, headers={"Cookie": f"sessionid={session}"} if session else {})
    with urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


@asynccontextmanager
async def socket_of(
    address: str, *, session: str = "", origin: str | None = None, path: str = "/ws/table"
) -> AsyncIterator[ClientConnection]:
    """Open a socket as a browser does that shows a page of this site (or of another ``origin``)."""
    cookies = {"Cookie": f"sessionid={session}"} if session else {}
    url = address.replace("http", "ws", 1) + path
    where = address if origin is None else origin
    async with connect(url, origin=where or None, additional_headers=cookies) as line:  # type: ignore[arg-type]
        yield line


@dataclass(slots=True)
class Player:
    """A person's phone: it follows the frames by the client's rules, and plays when it is his turn.

    What it was told is kept: ``acked`` by act, ``hand`` as he holds it, and in ``delays`` when an
    answer came and how long it took. ``resent`` is when an act was sent again on a new line.
    """

    address: str
    table: str
    session: str = ""
    plays: bool = True
    pace: float = 0.0
    have: int | None = None
    seat: int | None = None
    hand: list[str] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    acked: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, tuple[float, dict[str, Any]]] = field(default_factory=dict)
    resent: dict[str, float] = field(default_factory=dict)
    delays: list[tuple[float, float]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    opened: int = 0
    states: int = 0
    _count: int = 0
    _deal: int = 0
    _ready_at: int = -1
    _line: ClientConnection | None = None

    async def run(self) -> None:
        """Stay on the line, whatever happens to it, until cancelled."""
        while True:
            try:
                await self._follow()
            except (ConnectionClosed, InvalidStatus, OSError, EOFError):
                await asyncio.sleep(0.1)

    async def _follow(self) -> None:
        ticket = await asyncio.to_thread(self._ticket)
        async with socket_of(self.address, session=self.session) as self._line:
            self.opened += 1
            await self._hello(ticket)
            for name, (_, frame) in list(self.waiting.items()):
                self.resent[name] = time.time()
                await self._send(frame)
            while True:
                await self._hear(ticket)

    def _ticket(self) -> str:
        url = f"{self.address}/en/table/{self.table}/ticket/"
        return str(fetched(url, session=self.session)["ticket"])

    async def _send(self, frame: Mapping[str, Any]) -> None:
        assert self._line is not None
        await self._line.send(json.dumps(frame))

    async def _hello(self, ticket: str) -> None:
        known = {"ticket": ticket, "table": self.table, "have": self.have}
        await self._send({"t": "hello", "v": 1, "tab": "t", **known})

    async def _hear(self, ticket: str) -> None:
        assert self._line is not None
        try:
            text = await asyncio.wait_for(self._line.recv(), RESEND_SECONDS)
        except TimeoutError:
            for _, frame in list(self.waiting.values()):
                await self._send(frame)
            return
        frame_schemas.demand(json.loads(text))
        await self._take(json.loads(text), ticket)

    async def _take(self, frame: dict[str, Any], ticket: str) -> None:
        match frame["t"]:
            case "state":
                self._begin(frame)
            case "ev" if self.have is not None and frame["s"] > self.have + 1:
                await self._hello(ticket)
            case "ev" if self.have is None or frame["s"] == self.have + 1:
                self._apply(frame)
            case "ack" | "nack":
                self._answered(frame)
        await self._play(frame)

    def _begin(self, frame: dict[str, Any]) -> None:
        self.have, self.seat, self.view = frame["s"], frame["you"], frame["view"]
        self.hand, self.states = list(frame["view"]["hand"]), self.states + 1
        self.numbers.append(frame["s"])

    def _apply(self, frame: dict[str, Any]) -> None:
        self.have = frame["s"]
        self.numbers.append(frame["s"])
        known = frame.get("d", {})
        if frame.get("k") == "deal":
            self.hand, self._deal = list(known.get("hand", [])), known["deal"]
        if frame.get("k") == "card" and frame["seat"] == self.seat:
            self.hand.remove(known["card"])
        self.view |= {name: frame[name] for name in ("turn", "phase") if name in frame}
        self.view["legal"] = frame.get("legal", [])

    def _answered(self, frame: dict[str, Any]) -> None:
        if frame["id"] not in self.waiting or frame.get("code") == "retry":
            return
        sent_at, _ = self.waiting.pop(frame["id"])
        now = time.perf_counter()
        self.delays.append((now, now - sent_at))
        if frame["t"] == "ack":
            self.acked[frame["id"]] = frame["s"]

    async def _play(self, frame: dict[str, Any]) -> None:
        """When it is this seat's turn, ask for the simplest legal act; after a deal, be ready."""
        if self.seat is None or not self.plays or self.waiting or frame["t"] == "pong":
            return
        mine = self.view.get("turn") == self.seat and self.view.get("legal")
        if mine:
            await self._act(*self._choice())
        elif self.view.get("phase") == "result" and self._ready_at != self._deal:
            self._ready_at = self._deal
            await self._act("ready", {})

    async def _act(self, kind: str, data: dict[str, Any]) -> None:
        await asyncio.sleep(self.pace)
        self._count += 1
        name = f"{self.seat}-{self._count}"
        act = {"t": "do", "id": name, "s": self.have, "k": kind, "d": data}
        self.waiting[name] = (time.perf_counter(), act)
        await self._send(act)

    def _choice(self) -> tuple[str, dict[str, Any]]:
        legal = list(self.view["legal"])
        match self.view["phase"]:
            case "auction" if "7" in legal:
                return "bid", {"bid": 7}
            case "auction":
                return "pass", {}
            case "trump":
                return "trump", {"suit": legal[0]}
        return "card", {"card": legal[0]}


async def until(condition: Any, *, seconds: float = PATIENCE, every: float = 0.02) -> float:
    """Wait until the condition holds; return how long it took.

    :raises AssertionError: if it does not in time.
    """
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, "it did not happen in time"
        await asyncio.sleep(every)
    return time.monotonic() - began
