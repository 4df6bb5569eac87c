"""An evening whose parts fail: nobody waits for one that is gone, and when it is back nothing was lost."""

from __future__ import annotations

import asyncio
import re

from tests.faults.conftest import Apart, Scene, Up
from tests.live import until

DECIDED = "SELECT count(*) FROM tournaments_pairing WHERE state = 'decided'"
OF_A_CUP = """
JOIN tournaments_round AS round ON round.id = pairing.round_id
JOIN tournaments_stage AS stage ON stage.id = round.stage_id AND stage.tournament_id = ?
"""
MATCHES = f"""
SELECT played.state, played.advances, played.decided_by, played.deals, json_extract(score.text, '$.made')
FROM games_match AS played
JOIN games_event AS score ON score.match_id = played.id AND score.kind = 'score'
     AND json_extract(score.text, '$.deal') = played.last_scored_deal
JOIN tournaments_pairing AS pairing ON pairing.table_id = played.table_id {OF_A_CUP}
ORDER BY pairing.number
"""
BOOKS = f"""
SELECT pairing.outcome, pairing.advances, pairing.decided_by, pairing.deal
FROM tournaments_pairing AS pairing {OF_A_CUP} AND pairing.state = 'decided'
ORDER BY pairing.number
"""
FINALISTS = f"""
SELECT earlier.number, played.number
FROM tournaments_side AS side
JOIN tournaments_pairing AS pairing ON pairing.id = side.pairing_id {OF_A_CUP} AND round.number = 2
JOIN tournaments_side AS played ON played.entry_id = side.entry_id AND played.id <> side.id
JOIN tournaments_pairing AS earlier ON earlier.id = played.pairing_id
ORDER BY earlier.number
"""
LEVEL = {"made": ("cap", 2, True), "set": ("cap", 2, False), "passed": ("clock", 4, True)}
"""What ended the matches of a cup, after how many deals, and whether the last contract was made."""


async def test_level_matches_wait_for_the_worker_and_then_the_right_sides_go_on(apart: Apart) -> None:
    """Side 1 gained in the last scored deal of a cup's first match, side 0 in that of the second.

    It did so by a contract it made, by one it set, and before two more deals in which everybody passed.
    """
    await asyncio.to_thread(apart.start, "valkey", "web")
    cups = await asyncio.to_thread(apart.scene, "level")
    for name, (by, deals, made) in LEVEL.items():
        assert apart.rows(MATCHES, cups[name]) == [("drawn", side, by, deals, made) for side in (1, 0)]
    await asyncio.sleep(2)
    assert apart.value(DECIDED) == 0
    assert not any(apart.rows(FINALISTS, cup) for cup in cups.values())

    await asyncio.to_thread(apart.start, "worker")
    took = await until(lambda: all(len(apart.rows(FINALISTS, cup)) == 2 for cup in cups.values()), seconds=10)

    assert took < 5
    for cup in cups.values():
        assert apart.rows(FINALISTS, cup) == [(1, 1), (2, 0)]
        assert apart.rows(BOOKS, cup) == [("drawn", side, "last_round", 2) for side in (1, 0)]
    task = re.compile(r"Task tournaments\.tasks\.\w+\[.*succeeded")
    await until(lambda: task.search(apart.told("worker")), seconds=5)


ENTRIES = """
SELECT round.number, count(side.entry_id), count(DISTINCT side.entry_id)
FROM tournaments_side AS side
JOIN tournaments_pairing AS pairing ON pairing.id = side.pairing_id
JOIN tournaments_round AS round ON round.id = pairing.round_id
WHERE side.entry_id IS NOT NULL GROUP BY round.number ORDER BY round.number
"""
OPEN_MATCHES = """
SELECT count(*) FROM games_match AS played
JOIN tournaments_pairing AS pairing ON pairing.table_id = played.table_id
JOIN tournaments_round AS round ON round.id = pairing.round_id
WHERE round.number = ? AND played.state = 'open'
"""
TABLES = """
SELECT count(pairing.table_id) FROM tournaments_pairing AS pairing
JOIN tournaments_round AS round ON round.id = pairing.round_id WHERE round.number = ?
"""


async def test_a_worker_that_is_killed_while_rounds_close_leaves_each_entry_in_one_next_pairing(
    up: Up,
) -> None:
    await asyncio.to_thread(up.scene, "bots")

    for number, pairings in ((1, 8), (2, 4)):
        await until(lambda: played(up, number, pairings), seconds=40, every=0.005)  # noqa: B023
        up.kill("worker")
    await until(lambda: finished(up), seconds=50, every=0.1)

    assert up.rows(ENTRIES) == [(1, 16, 16), (2, 8, 8), (3, 4, 4), (4, 2, 2)]
    assert up.rows(WRONGLY_THERE) == []
    assert up.value("SELECT count(*) FROM tournaments_report") == 15
    assert up.value("SELECT count(*) FROM games_match") == 15


#: Whoever is in a round and did not go on from the one before.
WRONGLY_THERE = """
SELECT side.id FROM tournaments_side AS side
JOIN tournaments_round AS round ON round.id = side.round_id
WHERE round.number > 1 AND side.entry_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM tournaments_side AS played
    JOIN tournaments_pairing AS pairing ON pairing.id = played.pairing_id
    JOIN tournaments_round AS earlier ON earlier.id = played.round_id
    WHERE earlier.stage_id = round.stage_id AND earlier.number = round.number - 1
      AND played.entry_id = side.entry_id AND pairing.advances = played.number
)
"""


def played(site: Scene, number: int, pairings: int) -> bool:
    """Return whether every match of a round has ended."""
    return bool(site.value(TABLES, number) == pairings and site.value(OPEN_MATCHES, number) == 0)


def finished(site: Scene) -> bool:
    """Return whether there is a champion."""
    return bool(site.value("SELECT state FROM tournaments_tournament") == "finished")
