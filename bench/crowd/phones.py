"""Phones at many tables, in a process of their own: they follow the frames, and play what is legal.

``python -m bench.crowd.phones TASK`` reads what it needs from the one JSON object on its input (``Task``)
and prints what it found. Its own delay is measured too: a client that is late would be the server's fault.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import time
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, ClassVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PACE_SECONDS = 4.0
AT_ONCE = 50  # sockets that are opened at the same time
PER_ADDRESS = 500  # sockets from one address of this machine
PATIENCE = 120.0
BEHIND = 4  # events that who comes back has missed
TICK_SECONDS = 0.01


@dataclass(slots=True)
class Task:
    """What the phones are to do.

    :param tables: address and sessions of each table; for the raw server any four.
    :param tickets: one a session, made beforehand, as the page of a table brings it.
    :param pid: the server, whose processor time is read.
    :param heads: the last number known of each table, for phones that come back.
    :param at_once: acts that are under way at the same time.
    """

    port: int
    processor: int
    tables: list[tuple[str, list[str]]]
    tickets: dict[str, str]
    pid: int
    moves: int = 0
    seconds: float = 0.0
    at_once: int = 256  # as many as a batch takes
    heads: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Phone:
    """One socket at a table."""

    numbers: ClassVar = itertools.count()

    crowd: Crowd
    table: str
    session: str
    have: int = 0
    seat: int = -1
    legal: list[str] = field(default_factory=list)
    phase: str = ""
    is_ready: bool = False
    line: ClientConnection | None = None
    took: float = 0.0
    caught_up: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self) -> None:
        """Open the socket, from an address that not too many have."""
        number = next(self.numbers)
        address = f"127.0.0.1:{self.crowd.task.port}"
        self.line = await connect(
            f"ws://{address}/ws/table?{self.table}",
            origin=f"http://{address}",  # type: ignore[arg-type]  # a text; the stub has a name of its own for it
            additional_headers={"Cookie": f"sessionid={self.session}"},
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            local_addr=(f"127.0.0.{2 + number // PER_ADDRESS}", 0),
        )

    async def come(self) -> None:
        """Open the socket, say who we are and what we know, and return when that is all there is."""
        await self.open()
        assert self.line is not None
        self.crowd.spawn(self.listen())
        said = time.perf_counter()
        ticket, have = self.crowd.task.tickets[self.session], self.have or None
        frame = {"t": "hello", "v": 1, "tab": "t", "ticket": ticket, "table": self.table, "have": have}
        await self.line.send(json.dumps(frame))
        await self.caught_up.wait()
        self.took = 1000 * (time.perf_counter() - said)

    async def listen(self) -> None:
        """Follow what comes until the line is cut."""
        assert self.line is not None
        with suppress(ConnectionClosed):
            async for text in self.line:
                self.hear(json.loads(text))

    def hear(self, frame: dict[str, Any]) -> None:
        """Take a frame."""
        match frame["t"]:
            case "ack":
                self.crowd.acked(self, frame["id"], frame["s"])
            case "state":
                self.have, self.seat = frame["s"], frame["you"]
                self._see(frame["view"])
            case "ev":
                if frame["s"] != self.have + 1:
                    self.crowd.gaps += 1
                self.have = frame["s"]
                if "phase" in frame:
                    self._see(frame)
            case _:
                self.crowd.others.append(frame)
        if self.have >= self.crowd.heads.get(self.table, 0):
            self.caught_up.set()

    def _see(self, known: dict[str, Any]) -> None:
        self.phase = known["phase"]
        self.legal = known.get("legal") or [] if known["turn"] == self.seat else []
        pauses = self.phase == "result"
        if self.legal or (pauses and not self.is_ready):
            self.crowd.offer(self)
        self.is_ready = pauses

    async def act(self) -> str:
        """Ask for the simplest legal act; return its name."""
        assert self.line is not None
        kind, data = self._choice()
        # The log knows an act by its name for ever: another process must not say the same.
        name = f"{self.table}-{self.seat}-{os.getpid()}-{next(self.numbers)}"
        act = {"t": "do", "id": name, "s": self.have, "k": kind, "d": data}
        await self.line.send(json.dumps(act, separators=(",", ":")))
        return name

    def _choice(self) -> tuple[str, dict[str, Any]]:
        match self.phase:
            case "auction" if "7" in self.legal:
                return "bid", {"bid": 7}
            case "auction":
                return "pass", {}
            case "trump":
                return "trump", {"suit": self.legal[0]}
            case "result":
                return "ready", {}
        return "card", {"card": self.legal[0]}


class Crowd:
    """All phones of a task, and what they have seen."""

    def __init__(self, task: Task) -> None:
        """Make a phone for every session."""
        self.task = task
        self.phones = [Phone(self, table, session) for table, people in task.tables for session in people]
        self.heads = dict(task.heads)
        self.gaps, self.missed, self.sent, self.under_way = 0, 0, 0, 0
        self.others: list[dict[str, Any]] = []
        self.acks: dict[str, int] = {}
        self.waiting: dict[str, deque[Phone]] = {table: deque() for table, _ in task.tables}
        self.order: deque[str] = deque()
        self.lags: list[float] = []
        self.paced = False
        self.done = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something go on beside."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def come(self, at_once: int = AT_ONCE) -> None:
        """Open every socket, so many at the same time, and return when each shows its table."""
        door = asyncio.Semaphore(at_once)

        async def enter(phone: Phone) -> None:
            async with door:
                await phone.come()

        await asyncio.wait_for(asyncio.gather(*map(enter, self.phones)), PATIENCE)

    def offer(self, phone: Phone) -> None:
        """A phone may act."""
        self.waiting[phone.table].append(phone)
        if not self.paced:
            self.order.append(phone.table)
            self.pump()

    def pump(self) -> None:
        """Act at as many tables as may be under way."""
        while self.order and self.under_way < self.task.at_once and self.sent < self.task.moves:
            self.act(self.order.popleft())

    def act(self, table: str) -> None:
        """Let who waits longest at a table act."""
        self.sent += 1
        self.under_way += 1
        self.spawn(self.waiting[table].popleft().act())

    def acked(self, phone: Phone, name: str, number: int) -> None:
        """An act is on disk."""
        self.acks[name] = number
        self.heads[phone.table] = max(number, self.heads.get(phone.table, 0))
        self.under_way -= 1
        if len(self.acks) >= self.task.moves:
            self.done.set()
        if not self.paced:
            self.pump()

    async def watch_own_delay(self) -> None:
        """Note how late this process is, in milliseconds."""
        while True:
            due = time.perf_counter() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            self.lags.append(1000 * (time.perf_counter() - due))

    def found(self) -> dict[str, Any]:
        """Return what was seen by everybody."""
        lagging = [phone for phone in self.phones if phone.have < self.heads.get(phone.table, 0)]
        return {
            "acks": self.acks,
            "heads": self.heads,
            "gaps": self.gaps,
            "behind": len(lagging),
            "others": self.others[:5],
            "refused": len(self.others),
            "unanswered": self.sent - len(self.acks),
            "missed": self.missed,
            "lag_p99_ms": p99(self.lags),
        }


def p99(values: list[float]) -> float:
    """Return what all but a hundredth are not above."""
    return round(quantiles(values, n=100)[-1], 2) if len(values) > 1 else 0.0


def processor_seconds(pid: int) -> float:
    """Return the processor time a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_kb(pid: int) -> int:
    """Return the memory a process has, in kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


async def closed(task: Task) -> dict[str, Any]:
    """Play so many moves, a few under way at once; measured by the server's processor time."""
    crowd = Crowd(task)
    wanted, task.moves = task.moves, 0
    before = resident_kb(task.pid)
    await crowd.come()
    kb = (resident_kb(task.pid) - before) / len(crowd.phones)
    crowd.spawn(crowd.watch_own_delay())
    task.moves = wanted
    began, processor = time.perf_counter(), processor_seconds(task.pid)
    crowd.pump()
    with suppress(TimeoutError):
        await asyncio.wait_for(crowd.done.wait(), PATIENCE)
    used = processor_seconds(task.pid) - processor
    wall = time.perf_counter() - began
    await asyncio.sleep(0.5)  # the last frames are on their way
    figures = {"moves": len(crowd.acks), "cpu": used, "wall": wall, "kb_per_socket": round(kb, 1)}
    return figures | crowd.found()


async def paced(task: Task) -> dict[str, Any]:
    """Play a card at each table every four seconds, the tables evenly spread; the server takes the times."""
    crowd = Crowd(task)
    crowd.paced = True
    await crowd.come()
    crowd.spawn(crowd.watch_own_delay())
    began, processor = time.perf_counter(), processor_seconds(task.pid)
    names = itertools.cycle(table for table, _ in task.tables)
    for number in range(int(task.seconds * len(task.tables) / PACE_SECONDS)):
        await asyncio.sleep(began + number * PACE_SECONDS / len(task.tables) - time.perf_counter())
        table = next(names)
        if crowd.waiting[table]:
            crowd.act(table)
        else:
            crowd.missed += 1
    used, wall = processor_seconds(task.pid) - processor, time.perf_counter() - began
    await asyncio.sleep(2)
    return {"moves": len(crowd.acks), "cpu": used, "wall": wall} | crowd.found()


async def back(task: Task) -> dict[str, Any]:
    """Come back at once as soon as there is a server, a few events behind; return how long it took."""
    crowd = Crowd(task)
    for phone in crowd.phones:
        phone.have = task.heads[phone.table] - BEHIND
    while not await is_ready(task.port):  # noqa: ASYNC110 - nothing tells when another process listens
        await asyncio.sleep(TICK_SECONDS)
    began = time.perf_counter()
    crowd.spawn(crowd.watch_own_delay())
    await crowd.come(at_once=len(crowd.phones))
    return {
        "sockets": len(crowd.phones),
        "p99": p99([phone.took for phone in crowd.phones]),
        "all": round(1000 * (time.perf_counter() - began)),
        "client_lag": p99(crowd.lags),
    }


async def is_ready(port: int) -> bool:
    """Return whether a server takes connections."""
    with suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        return True
    return False


class Raw:
    """Frames passed on to four sockets, as many under way at once as in ``closed``."""

    def __init__(self, task: Task) -> None:
        """Make the sockets."""
        self.crowd, self.task = Crowd(task), task
        self.free = deque(self.crowd.phones)
        self.heard = dict.fromkeys(self.crowd.waiting, 0)
        self.sent = self.passed = 0
        self.done = asyncio.Event()

    async def send(self) -> None:
        """Let whoever waits longest send."""
        self.sent += 1
        line = self.free.popleft().line
        assert line is not None
        await line.send("x" * 184)

    async def listen(self, phone: Phone) -> None:
        """Count what comes; each fourth frame at a table was the last of one."""
        assert phone.line is not None
        async for _ in phone.line:
            self.heard[phone.table] += 1
            if self.heard[phone.table] % 4 == 0:
                await self._passed_on(phone)

    async def _passed_on(self, phone: Phone) -> None:
        self.passed += 1
        self.free.append(phone)
        if self.sent < self.task.moves:
            await self.send()
        elif self.passed == self.task.moves:
            self.done.set()


async def raw(task: Task) -> dict[str, Any]:
    """Pass frames on; measured by the server's processor time."""
    run = Raw(task)
    for phone in run.crowd.phones:
        await phone.open()
        run.crowd.spawn(run.listen(phone))
    run.crowd.spawn(run.crowd.watch_own_delay())
    began, processor = time.perf_counter(), processor_seconds(task.pid)
    for _ in range(min(task.at_once, task.moves, len(run.crowd.phones))):
        await run.send()
    await asyncio.wait_for(run.done.wait(), PATIENCE)
    used, wall = processor_seconds(task.pid) - processor, time.perf_counter() - began
    return {"moves": task.moves, "cpu": used, "wall": wall, "lag_p99_ms": p99(run.crowd.lags)}


TASKS = {"closed": closed, "paced": paced, "raw": raw, "back": back}


def main() -> None:
    """Do what the first word says."""
    task = Task(**json.load(sys.stdin))
    os.sched_setaffinity(0, {task.processor})
    print(json.dumps(asyncio.run(TASKS[sys.argv[1]](task))))


if __name__ == "__main__":
    main()
