"""How much live play one processor carries, and how long a player waits for it.

L: frames of 184 bytes passed on to the four sockets of a table, by Channels and a dict; nothing is stored.
M: the whole path of a move, on disk before its acknowledgement; phones of people who are signed in play
whole deals. Both are counted a second of the server's processor time; the phones run on another processor.
On a database of its own, thrown away afterwards.

``python bench/live.py [--json] [--postgres] [--seconds 12] [--tables 400]``
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PORT = 22600
SLICES = 5


def main() -> None:
    """Measure, and print a table or one line of JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=400, help="tables that play at the same time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tarneeb-bench-") as place:
        os.environ |= {
            "TARNEEB_VAR": place,
            "DJANGO_SETTINGS_MODULE": "tarneeb_site.settings",
            "SITE_URL": f"http://127.0.0.1:{PORT}",
        }
        tables = staged(options.tables)
        with serving("raw") as pid:
            low = phones("raw", tables, pid, moves=options.moves)
        with serving("ours") as pid:
            high = phones("closed", tables, pid, moves=options.moves)
        acks = high.pop("acks")
        print(low, low["moves"] / low["cpu"])
        print(high, high["moves"] / high["cpu"])


def staged(count: int) -> list[Any]:
    """Open tables; return the address and the sessions of each."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.crowd.stage", str(count)], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    return list(json.loads(done.stdout))


@contextmanager
def serving(kind: str, *arguments: str) -> Iterator[int]:
    """Run a server on the first processor; yield its process."""
    command = [sys.executable, "-m", "bench.crowd.servers", kind, str(PORT), *arguments]
    server = subprocess.Popen(command, cwd=ROOT, stderr=sys.stderr)
    os.sched_setaffinity(server.pid, {0})
    try:
        wait_until_ready()
        yield server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def wait_until_ready() -> None:
    import socket

    for _ in range(1000):
        try:
            socket.create_connection(("127.0.0.1", PORT)).close()
            return
        except OSError:
            time.sleep(0.02)


def phones(task: str, tables: list[Any], pid: int, **wanted: Any) -> Any:
    """Let phones do something on the second processor; return what they found."""
    import django

    django.setup()
    from games.services import tickets

    from games.models import User

    ids = dict(User.objects.values_list("username", "pk"))
    issued = {
        session: tickets.issue(table=table, user_id=ids[session.rstrip("-")])
        for table, sessions in tables
        for session in sessions
    }
    asked = {"url": f"ws://127.0.0.1:{PORT}", "tables": tables, "tickets": issued, "pid": pid, **wanted}
    client = subprocess.Popen(
        [sys.executable, "-m", "bench.crowd.phones", task],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    os.sched_setaffinity(client.pid, {1})
    said, _ = client.communicate(json.dumps(asked).encode())
    return json.loads(said)


if __name__ == "__main__":
    main()
