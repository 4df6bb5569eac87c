"""Writes down how good swisspair's rounds are on small random fields, for tests/formats to compare with.

A field is the points of its players, the best first, who has met whom by their places in it, and the sum of
squared differences of the round that swisspair draws. Once, with the environment of ``make bench``:
``python bench/oracles/swisspair_facts.py > tests/formats/oracles/swisspair.json``
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from bench.swiss.events import before_round
from bench.swiss.peers import differences
from tournaments.formats.swiss import players_of

FIELDS = 30


def main() -> None:
    """Print the facts, a line a field."""
    print("[\n" + ",\n".join(json.dumps(fact(number)) for number in range(FIELDS)) + "\n]")


def fact(number: int) -> dict[str, object]:
    """Return a field of 8 to 66 players in round 3, 4 or 5, and how good the peer's round is."""
    state = before_round(3 + number % 3, 8 + 2 * number, number)
    players = players_of(state)
    at = {player.entry: place for place, player in enumerate(players)}
    met = {
        (min(at[one.entry], at[other]), max(at[one.entry], at[other])) for one in players for other in one.met
    }
    return {
        "points": [player.points for player in players],
        "met": sorted(met),
        "differences": differences(state),
    }


if __name__ == "__main__":
    main()
