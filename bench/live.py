"""How much live play one processor carries, and how long a player waits for it.

L passes frames of 184 bytes on to the four sockets of a table, by Channels and a dict, and stores nothing.
M is the whole path of a move, on disk before its acknowledgement: phones of people who are signed in play
whole deals. Both are counted a second of the server's processor time, by turns; the phones run on another
processor and say how late they were themselves. On a database of its own, thrown away afterwards.

``python bench/live.py [--json] [--postgres] [--seconds 12] [--moves 10000] [--tables 100 500 1000]``
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.postgres import DURABLE, server

ROOT = Path(__file__).resolve().parent.parent
AT_MOST = 400  # tables that play as fast as they can
RETURNING = 125  # tables, and four times as many sockets, that come back at once
READY_SECONDS = 60.0
Tables = list[tuple[str, list[str]]]


def main() -> None:
    """Measure, and print a line a figure, or everything as one line of JSON."""
    options = asked()
    with ExitStack() as around:
        database = around.enter_context(server(DURABLE)) if options.postgres else ""
        place = around.enter_context(tempfile.TemporaryDirectory(prefix="tarneeb-bench-"))
        told = measured(Bench(Path(place), free_port(), database), options)
    if options.json:
        print(json.dumps(told))
    else:
        print("\n".join(f"{name:<18}{value}" for name, value in told.items()))


def asked() -> argparse.Namespace:
    """Return what was asked for; with ``--seconds 2`` all of it is small."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=12.0, help="how long each of five paced turns is")
    parser.add_argument("--moves", type=int, help="moves that are counted for the ratio (10000)")
    parser.add_argument("--tables", type=int, nargs="+", help="tables at one card every 4 s (100 500 1000)")
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL, its disk as safe")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args()
    short = options.seconds < 5
    options.moves = options.moves or (500 if short else 10_000)
    options.tables = options.tables or ([20] if short else [100, 500, 1000])
    options.returning = 10 if short else RETURNING
    options.turns = 1 if short else 5
    return options


def measured(bench: Bench, options: argparse.Namespace) -> dict[str, Any]:
    """Return every figure by its name."""
    tables = bench.staged(max(*options.tables, min(AT_MOST, options.moves // 20), options.returning))
    load = [os.getloadavg()[0]]
    fast = ratio(bench, tables[: min(AT_MOST, options.moves // 20)], options)
    p99 = {count: bench.paced(tables[:count], options) for count in options.tables}
    back = bench.reconnected(tables[: options.returning])
    lost = fast["lost"] + sum(one["lost"] for one in p99.values())
    return {
        "ratio_m_over_l": fast["ratio"],
        "lost": lost,
        "moves": fast["moves"] + sum(one["moves"] for one in p99.values()),
        "moves_per_cpu_s": fast["moves_per_cpu_s"],
        "raw_per_cpu_s": fast["raw_per_cpu_s"],
        "p99_ms": {count: one["p99_ms"] for count, one in p99.items()},
        "p50_ms": {count: one["p50_ms"] for count, one in p99.items()},
        "kb_per_socket": fast["kb_per_socket"],
        "reconnect_ms": back,
        "client_lag_ms": {"fast": fast["lag"]} | {count: one["lag"] for count, one in p99.items()},
        "load": [round(one, 1) for one in (*load, os.getloadavg()[0])],
        "database": "postgresql" if options.postgres else "sqlite, synchronous=FULL",
    }


def ratio(bench: Bench, tables: Tables, options: argparse.Namespace) -> dict[str, Any]:
    """Return L and M, a part of each by turns so that a busy machine slows both, and what M has lost."""
    low, high = [], []
    moves = options.moves // options.turns
    for _ in range(options.turns):
        with bench.serving("raw") as server:
            low.append(bench.phones("raw", tables, server, moves=moves))
        with bench.serving("ours") as server:
            high.append(bench.phones("closed", tables, server, moves=moves))
    raw = sum(one["moves"] for one in low) / sum(one["cpu"] for one in low)
    ours = sum(one["moves"] for one in high) / sum(one["cpu"] for one in high)
    return {
        "ratio": round(ours / raw, 3),
        "lost": sum(lost(bench, one) for one in high),
        "moves": sum(one["moves"] for one in high),
        "moves_per_cpu_s": round(ours),
        "raw_per_cpu_s": round(raw),
        "kb_per_socket": median(one["kb_per_socket"] for one in high),
        "lag": max(one["lag_p99_ms"] for one in high),
    }


def lost(bench: Bench, found: dict[str, Any]) -> int:
    """Return how many acts were acknowledged and are not in the log, or were seen by fewer than four."""
    written = bench.run("bench.crowd.stage", "written", list(found["acks"]))
    missing = sum(written.get(name) != number for name, number in found["acks"].items())
    return missing + found["gaps"] + found["behind"] + found["unanswered"]


class Bench:
    """An installation of its own, whose server runs on the first processor and the phones on the second."""

    def __init__(self, place: Path, port: int, database: str) -> None:
        """Prepare its surroundings, with SQLite where no database is named; nothing runs yet."""
        self._place, self._port = place, port
        self._environment = os.environ | {
            "TARNEEB_VAR": str(place),
            "SITE_URL": f"http://127.0.0.1:{port}",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "DJANGO_SETTINGS_MODULE": "tarneeb_site.settings",
        }
        if database:
            self._environment["DATABASE_URL"] = database

    def run(self, module: str, word: str, asking: Any) -> Any:
        """Run a part of the bench, hand it a value as JSON, and return what it prints."""
        done = subprocess.run(
            [sys.executable, "-m", module, word],
            cwd=ROOT,
            env=self._environment,
            input=json.dumps(asking).encode(),
            stdout=subprocess.PIPE,
            check=True,
        )
        return json.loads(done.stdout)

    def staged(self, count: int) -> Tables:
        """Open tables where four people sit, who are signed in."""
        return list(self.run("bench.crowd.stage", "opened", count))

    def phones(self, task: str, tables: Tables, server: int, **wanted: Any) -> dict[str, Any]:
        """Let phones do something at these tables; return what they found."""
        asking = {
            "port": self._port,
            "processor": processors()[-1],
            "tables": tables,
            "pid": server,
            **wanted,
        }
        asking["tickets"] = self.run("bench.crowd.stage", "tickets", tables)
        return dict(self.run("bench.crowd.phones", task, asking))

    def paced(self, tables: Tables, options: argparse.Namespace) -> dict[str, Any]:
        """Play at a person's pace; return what the server took, the median of its turns."""
        times = self._place / "times"
        with self.serving("watched", str(times)) as server:
            found = self.phones("paced", tables, server, seconds=options.turns * options.seconds)
        took = json.loads(times.read_text())
        size = len(took) // options.turns
        turns = [sorted(took[n * size : (n + 1) * size]) for n in range(options.turns)]
        return {
            "p99_ms": round(median(turn[len(turn) * 99 // 100] for turn in turns), 1),
            "p50_ms": round(median(turn[len(turn) // 2] for turn in turns), 1),
            "moves": found["moves"],
            "lost": lost(self, found),
            "lag": found["lag_p99_ms"],
        }

    def reconnected(self, tables: Tables) -> dict[str, float]:
        """Kill the server under these tables; return how long it took until everybody was back."""
        with self.serving("ours") as server:
            heads = self.phones("closed", tables, server, moves=8 * len(tables))["heads"]
            os.kill(server, signal.SIGKILL)
        with ThreadPoolExecutor() as beside:
            back = beside.submit(self.phones, "back", tables, 0, heads=heads)
            with self.serving("ours"):
                return back.result()

    @contextmanager
    def serving(self, kind: str, *arguments: str) -> Iterator[int]:
        """Run a server; yield its process when it is ready."""
        command = [sys.executable, "-m", "bench.crowd.servers", kind, str(self._port), *arguments]
        server = subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=subprocess.DEVNULL)
        os.sched_setaffinity(server.pid, {processors()[0]})
        try:
            wait_for(self._port)
            yield server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def processors() -> Sequence[int]:
    """Return the processors this machine lets us use."""
    return sorted(os.sched_getaffinity(0))


def free_port() -> int:
    """Return a port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Wait until a server takes connections."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise SystemExit("The server did not start.")


if __name__ == "__main__":
    main()
