"""How long a result takes to enter while others read, and how many readers one processor serves.

128 pairs play the twelfth round of a Swiss in the hall, on a database of its own that is thrown away
afterwards. Twenty people, half of them in Arabic, read the standings as fast as they come, and in a second
turn the tournament's whole page; meanwhile results are entered through the scorers' page, in twos: the first
of each two where the page is kept, the second at once, while it is made anew. After each the page must be
another. The server has one processor; readers and scorer share the other.

``python bench/readers.py [--json] [--postgres] [--seconds 10] [--pairs 128] [--rounds 12] [--readers 20]``
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.live import ROOT, Bench, free_port, processors
from tests.postgres import DURABLE, server

PAGES = {"standings": "live/", "page": ""}
"""What is read, and where it is below the tournament's address."""
KEPT_AFTER_SECONDS = 0.3  # by then every reader has seen the last result
CSRF = "r" * 32


def main() -> None:
    """Measure, and print a line a figure, or everything as one line of JSON."""
    options = asked()
    with ExitStack() as around:
        database = around.enter_context(server(DURABLE)) if options.postgres else ""
        place = around.enter_context(tempfile.TemporaryDirectory(prefix="tarneeb-bench-"))
        found = Hall(Path(place), database, options).measured()
    if options.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:<21}{value}" for name, value in found.items()))


def asked() -> argparse.Namespace:
    """Return what was asked for; with ``--seconds 2`` all of it is small."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long readers are counted")
    parser.add_argument("--pairs", type=int, help="pairs that play (128)")
    parser.add_argument("--rounds", type=int, help="the round whose results are entered (12)")
    parser.add_argument("--readers", type=int, default=20, help="people who read at once")
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL, its disk as safe")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args()
    short = options.seconds < 5
    options.seconds /= 4 if short else 1
    options.pairs = options.pairs or (16 if short else 128)
    options.rounds = options.rounds or (2 if short else 12)
    return options


class Hall:
    """Tournaments in their last round, whose pages are read while results are entered."""

    def __init__(self, place: Path, database: str, options: argparse.Namespace) -> None:
        """Play up to the last round; nothing is served yet."""
        self._options, self._port = options, free_port()
        self._bench = Bench(place, self._port, database)
        wanted = {"pairs": options.pairs, "rounds": options.rounds, "evenings": len(PAGES)}
        self._hall = self._bench.run("bench.crowd.hall", "played", wanted)

    def measured(self) -> dict[str, Any]:
        """Return every figure by its name."""
        load, found = [os.getloadavg()[0]], dict[str, Any]()
        for (name, below), slug in zip(PAGES.items(), self._hall["slugs"], strict=True):
            address = f"tournaments/{slug}/{below}"
            with self._bench.serving("uncached") as pid:
                found[f"{name}_cold"] = self._read(address, pid=pid)
            with self._bench.serving("ours") as pid:
                found[f"{name}_strangers"] = self._read(address, pid=pid, strangers=True)
                found[f"{name}_warm"] = self._read(address, pid=pid)
                found[f"{name}_entry"] = self._entries(slug, address, pid)
        found["load"] = [round(one, 1) for one in (*load, os.getloadavg()[0])]
        found["database"] = "postgresql" if self._options.postgres else "sqlite, synchronous=FULL"
        return found

    def _read(self, address: str, **how: int) -> dict[str, Any]:
        """Let people read for a while; return what they found."""
        with self._reading(address, **how) as found:
            time.sleep(self._options.seconds)
        return found

    @contextmanager
    def _reading(self, address: str, **how: int) -> Iterator[dict[str, Any]]:
        """Let people read while a block runs; what they found is there after it."""
        paths = [f"/{language}/{address}" for language in ("en", "ar")]
        task = {"port": self._port, "processor": processors()[-1], "readers": self._options.readers}
        command = [sys.executable, "-m", "bench.crowd.readers"]
        people = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert people.stdin is not None
        people.stdin.write(json.dumps(task | {"paths": paths} | how) + "\n")
        people.stdin.flush()
        found = dict[str, Any]()
        try:
            yield found
        finally:
            told, _ = people.communicate()
        found |= json.loads(told)

    def _entries(self, slug: str, address: str, pid: int) -> dict[str, Any]:
        """Enter the results of a round in twos while people read; return how long it took."""
        os.sched_setaffinity(0, {processors()[-1]})
        scorer, kept, anew = Scorer(self._port, self._hall["session"], slug, f"/en/{address}"), [], []
        with self._reading(address, pid=pid) as found:
            for table in range(1, self._hall["tables"], 2):
                time.sleep(KEPT_AFTER_SECONDS)
                kept.append(scorer.enter(table))
                anew.append(scorer.enter(table + 1))
                scorer.look()
        return {
            "kept": spread(kept),
            "anew": spread(anew),
            "stale": scorer.stale,
            "reading": found,
        }


class Scorer:
    """Somebody who types results, and looks whether others can see them."""

    def __init__(self, port: int, session: str, slug: str, page: str) -> None:
        """Sit down before an open connection."""
        self._line = HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookies = f"sessionid={session}; csrftoken={CSRF}"
        self._entry, self._page = f"/en/tournaments/{slug}/results/quick/", page
        self.stale, self._seen = 0, b""
        self.look()

    def enter(self, table: int) -> float:
        """Enter a result; return the seconds until the answer was there.

        :raises SystemExit: if it was refused.
        """
        form = {"entry": f"{table} 31-20", "csrfmiddlewaretoken": CSRF, "key": f"table-{table:010}"}
        headers = {"Cookie": self._cookies, "Content-Type": "application/x-www-form-urlencoded"}
        began = time.perf_counter()
        answer = self._asked("POST", self._entry, urlencode(form), headers)
        answer.read()
        took = time.perf_counter() - began
        if answer.status != 302 or "entry=" in answer.headers["Location"]:
            raise SystemExit(f"{self._entry}: {answer.status}, table {table}")
        return took

    def look(self) -> None:
        """Look at the page as an onlooker does; the one of before would be stale."""
        answer = self._asked("GET", self._page, None, {})
        seen = answer.read()
        self.stale += seen == self._seen
        self._seen = seen

    def _asked(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> HTTPResponse:
        self._line.request(method, path, body, headers)
        return self._line.getresponse()


def spread(seconds: list[float]) -> dict[str, float]:
    """Return the median and the 95th of a hundred, in milliseconds."""
    took = sorted(1000 * each for each in seconds)
    return {
        "p50_ms": round(took[len(took) // 2], 1),
        "p95_ms": round(took[len(took) * 95 // 100], 1),
        "entries": len(took),
    }


if __name__ == "__main__":
    main()
