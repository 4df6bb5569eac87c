"""What is killed at a table comes back as it was: same cards, same turn, nothing acknowledged is missing."""

from __future__ import annotations

import asyncio

from tests.faults.conftest import Up
from tests.live import Player, until


async def test_a_web_process_that_is_killed_in_mid_deal_loses_nothing_it_acknowledged(up: Up) -> None:
    scene = await asyncio.to_thread(up.scene, "long")
    phones = [Player(up.address, scene["table"], session, pace=0.02) for session in scene["sessions"]]
    running = [asyncio.create_task(phone.run()) for phone in phones]
    await until(lambda: acts(phones) >= 20)

    up.kill("serve")
    before = acts(phones)
    await until(lambda: all(phone.opened >= 2 for phone in phones), seconds=30)
    await until(lambda: acts(phones) >= before + 12)

    for phone in phones:
        phone.plays = False
    await until(lambda: not any(phone.waiting for phone in phones))
    await until(lambda: len({phone.have for phone in phones}) == 1)
    new = [Player(up.address, scene["table"], session, plays=False) for session in scene["sessions"]]
    running += [asyncio.create_task(phone.run()) for phone in new]
    await until(lambda: all(phone.have is not None for phone in new))
    for task in running:
        task.cancel()

    for phone, fresh in zip(phones, new, strict=True):
        assert sorted(phone.hand) == sorted(fresh.hand)
        assert (phone.have, phone.view["turn"]) == (fresh.have, fresh.view["turn"])
        assert phone.numbers == list(range(phone.numbers[0], phone.numbers[-1] + 1))
        assert phone.states == 1, "it came back by what it had missed, not by starting anew"
    assert_written(up, scene["table_id"], phones)


def acts(phones: list[Player]) -> int:
    """Return how many acts were acknowledged."""
    return sum(len(phone.acked) for phone in phones)


def assert_written(up: Up, table_id: int, phones: list[Player]) -> None:
    """Every acknowledged act is in the log, once, by its seat and with the number it was told."""
    rows = up.rows(
        "SELECT seat, client_id, seq FROM games_event WHERE table_id = ? AND client_id IS NOT NULL", table_id
    )
    written = {(seat, name): seq for seat, name, seq in rows}
    assert len(written) == len(rows)
    for phone in phones:
        assert phone.acked
        for name, seq in phone.acked.items():
            assert written[phone.seat, name] == seq
    numbers = [
        seq for (seq,) in up.rows("SELECT seq FROM games_event WHERE table_id = ? ORDER BY seq", table_id)
    ]
    assert numbers == list(range(1, len(numbers) + 1))
