"""How fast the Swiss draws round 5, beside three peers on the same fields, and whether it draws well.

Every figure is the median of the states, in milliseconds of processor time. ``draw`` is the whole way from
a stage as data to the round with its reasons; ``pair`` is what the peers do as well: who meets whom in a
field that is known. ``proved`` is the share of states whose round reaches the bound no round can be below.
A peer draws as many of the states as it can in 30 s; who draws none is not run on larger fields.
The peers are in the dependency group ``bench``; those that are not installed are left out.
``python bench/pairing.py [--short] [--json]``
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.swiss.events import Faults, before_round, moments, watched
from bench.swiss.peers import LONGEST, PEERS, differences, installed, timed
from tournaments.formats import swiss
from tournaments.formats.swiss import Field, pair, players_of
from tournaments.state import State

ROUND = 5
SIZES = (50, 200, 1000, 5000, 9998)
STATES = 20
WATCHED = [*range(4, 65), 80, 81, 99, 100, 127, 128, 200, 201, 333, 500]
COMPARED = 300
SHORT = {"sizes": (50, 200), "states": 1, "watched": [8, 9, 40], "events": 1, "compared": 5}
WHOLE = {"sizes": SIZES, "states": STATES, "watched": WATCHED, "events": 2, "compared": COMPARED}


def main() -> None:
    """Measure and print a line a size, or everything as one line of JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--short", action="store_true", help="two small sizes in two seconds, for a look")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args()
    how: dict[str, Any] = SHORT if options.short else WHOLE
    slow: set[str] = set()
    found: dict[str, Any] = {}
    for size in how["sizes"]:
        found[str(size)] = line = measured(size, how["states"], slow)
        if not options.json:
            print(f"{size:>6}  {told(line)}", flush=True)
    found["events"] = faults(how["watched"], how["events"])
    found["beside_swisspair"] = worse(how["compared"])
    if options.json:
        print(json.dumps(found))
        return
    for name in ("events", "beside_swisspair"):
        print(f"{name}  {told(found[name])}")


def told(line: dict[str, Any]) -> str:
    """Return figures as they are printed."""
    short = {name: round(value, 2) if isinstance(value, float) else value for name, value in line.items()}
    return "  ".join(f"{name} {value}" for name, value in short.items())


def measured(size: int, count: int, slow: set[str]) -> dict[str, Any]:
    """Return the figures of a size; peers that have become too slow are added to ``slow``."""
    states = [before_round(ROUND, size, seed) for seed in range(count)]
    ours = [seconds(paired(state)) for state in states]
    proved = [is_proved(state) for state in states]
    line: dict[str, Any] = {
        "draw_ms": 1000 * median(seconds(lambda state=state: swiss.next_round(state)) for state in states),
        "pair_ms": 1000 * median(ours),
        "proved": sum(proved) / count,
    }
    for name in PEERS:
        if name in slow or name not in installed():
            continue
        its = timed(name, states)
        line |= beside(name, ours, its, proved)
        if not its:
            slow.add(name)
    return line


def paired(state: State) -> Callable[[], object]:
    """Return the draw of a field that is known."""
    field = Field(players_of(state), ROUND)
    return lambda: pair(field)


def is_proved(state: State) -> bool:
    """Return whether a state's round is at the bound, with nobody floating again and no club-mates."""
    field = Field(players_of(state), ROUND)
    found = field.total(pair(field) or [])
    return found.differences == field.lowest_differences and not (found.floats or found.clubs)


def seconds(act: Callable[[], object]) -> float:
    """Return the processor seconds something takes."""
    begun = time.process_time()
    act()
    return time.process_time() - begun


def beside(name: str, ours: Sequence[float], its: Sequence[float], proved: Sequence[bool]) -> dict[str, Any]:
    """Return a peer's time, and how many times faster we are: in all, where it is proved, and elsewhere."""
    if not its:
        return {f"{name}_ms": f"over {LONGEST} s"}
    line: dict[str, Any] = {f"{name}_ms": 1000 * median(its), f"{name}_states": len(its)}
    for where, here in (("", (True, False)), ("_proved", (True,)), ("_elsewhere", (False,))):
        kept = [(one, other) for one, other, sure in zip(ours, its, proved, strict=False) if sure in here]
        if kept:
            mine, theirs = zip(*kept, strict=True)
            line[f"{name}{where}_times"] = median(theirs) / median(mine)
    return line


def faults(sizes: Sequence[int], events: int) -> dict[str, int]:
    """Return what went wrong in whole events of up to seven rounds, in which nobody need meet twice."""
    seen = Faults()
    for size in sizes:
        for seed in range(events):
            watched(size, min(7, size // 2), seed, seen)
    return vars(seen)


def worse(count: int) -> dict[str, int]:
    """Return on how many random states of 6 to 600 our round has a larger sum of squared differences."""
    if "swisspair" not in installed():
        return {}
    found = {"states": 0, "worse": 0, "better": 0}
    for number in range(count):
        size = 6 + number * 594 // count
        state = next(state for state, now in moments(size, 7, number) if now.number == 2 + number % 4)
        round_ = swiss.next_round(state)
        points = {player.entry: player.points for player in players_of(state)}
        assert round_ is not None
        ours = sum((points[one.sides[0][0]] - points[one.sides[1][0]]) ** 2 for one in round_.matches)
        its = differences(state)
        found["states"] += 1
        found["worse"] += ours > its
        found["better"] += ours < its
    return found


if __name__ == "__main__":
    main()
