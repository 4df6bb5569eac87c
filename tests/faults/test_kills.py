"""The web process is killed at random moments under forty tables: what it acknowledged is there, once.

``KILLS=20`` is the long form, which ``make soak`` runs.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from tarneeb_site.env import ROOT
from tests.faults.conftest import Apart
from tests.live import Player, until

log = logging.getLogger(__name__)
KILLS = int(os.environ.get("KILLS", "3"))
WRITTEN = "SELECT table_id, seat, client_id, seq, at FROM games_event WHERE client_id IS NOT NULL"


async def test_a_web_process_that_is_killed_again_and_again_loses_and_repeats_nothing(apart: Apart) -> None:
    seed = int(os.environ.get("SEED", random.SystemRandom().randrange(10**6)))
    chance = random.Random(seed)
    apart.start("web")
    tables = (await asyncio.to_thread(apart.scene, "crowd"))["tables"]
    phones = {
        table["table_id"]: [
            Player(apart.address, table["table"], session, pace=0.05) for session in table["sessions"]
        ]
        for table in tables
    }
    everybody = [phone for four in phones.values() for phone in four]
    running = [asyncio.create_task(phone.run()) for phone in everybody]
    await until(lambda: all(phone.have is not None for phone in everybody), seconds=40)

    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        await kill(apart, everybody)

    for phone in everybody:
        phone.plays = False
    await until(lambda: not any(phone.waiting for phone in everybody), seconds=40)
    for task in running:
        task.cancel()
    rows = apart.rows(WRITTEN)
    written = {(table, seat, name): seq for table, seat, name, seq, _ in rows}
    report(seed, everybody, absorbed(rows, phones))
    assert len(written) == len(rows)
    for table, four in phones.items():
        for phone in four:
            for name, seq in phone.acked.items():
                assert written.get((table, phone.seat, name)) == seq, seed
    assert verified(apart) == {"tables": len(tables), "differences": []}


async def kill(apart: Apart, everybody: Sequence[Player]) -> None:
    """Kill the web process and start it; return when everybody is back at his table."""
    lines = [phone.opened for phone in everybody]
    apart.kill("web")  # in this thread: a process ends with the thread that started it
    apart.start("web")
    await until(
        lambda: all(phone.opened > before for phone, before in zip(everybody, lines, strict=True)), seconds=40
    )


def absorbed(rows: Sequence[tuple[Any, ...]], phones: dict[int, list[Player]]) -> int:
    """Return how many acts came again that had been written: none of them was written twice."""
    resent = {
        (table, phone.seat, name): at
        for table, four in phones.items()
        for phone in four
        for name, at in phone.resent.items()
    }
    return sum(
        datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp() < resent[key]
        for table, seat, name, _, at in rows
        if (key := (table, seat, name)) in resent
    )


def report(seed: int, everybody: Sequence[Player], replays: int) -> None:
    """Write down what was measured, for whoever runs this with ``-o log_cli=true``."""
    acks = sum(len(phone.acked) for phone in everybody)
    sent = sum(len(phone.resent) for phone in everybody)
    log.info(
        "seed %d, %d kills: %d acts acknowledged, %d sent again, %d of them had been written",
        seed,
        KILLS,
        acks,
        sent,
        replays,
    )


def verified(apart: Apart) -> Any:
    """Return what ``verify_tables`` says."""
    command = [sys.executable, "manage.py", "verify_tables", "--json"]
    environment = {**os.environ, **apart.environment}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)
