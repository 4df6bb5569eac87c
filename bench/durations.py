"""How long matches are: whole matches of four club bots under each rule set shipped.

The figures stand in ``games/rules/presets.py``; a schedule and the rules pages begin from them. The
same number of matches gives the same figures on every machine. ``--seconds`` stops early, for a look.
``python bench/durations.py [--matches 400] [--rules levantine] [--seconds 60] [--json]``
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.bots import choose
from games.dealing import Stream
from games.rules import PACK, RULESETS, SEATS, Deal, Duration, Phase, Position, Ready, RuleSet, apply, view

Length = tuple[int, int]
"""The deals of a match, those everyone passed included, and its calls, trumps named and cards."""


def main() -> None:
    """Measure and print a line a rule set, or everything as one line of JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=400, help="how many of each rule set are played")
    parser.add_argument("--rules", choices=sorted(RULESETS), help="one rule set; all of them without it")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after about so long")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args()
    keys = [options.rules] if options.rules else list(RULESETS)
    found = {key: measured(RULESETS[key], options.matches, options.seconds / len(keys)) for key in keys}
    if options.json:
        print(json.dumps({key: asdict(duration) for key, duration in found.items()}))
        return
    for key, duration in found.items():
        print(f"{key}: {duration}")


def measured(rules: RuleSet, matches: int, seconds: float) -> Duration:
    """Return how long so many matches were, or as many of them as there was time for, one at least."""
    until = time.monotonic() + seconds
    lengths: list[Length] = []
    for number in range(matches):
        lengths.append(length(rules, Stream(f"match {number}".encode())))
        if time.monotonic() > until:
            break
    deals = [deals for deals, _ in lengths]
    actions = [actions for _, actions in lengths]
    return Duration(
        mean_deals=round(sum(deals) / len(deals), 1),
        most_deals=max(deals),
        mean_actions=round(sum(actions) / len(actions)),
    )


def length(rules: RuleSet, stream: Stream) -> Length:
    """Play a match and return how long it was."""
    position = Position.begin(rules, dealer=stream.choice(SEATS))
    actions = 0
    while position.phase is not Phase.OVER:
        actions += position.turn is not None
        position = next_position(position, stream)
    return len(position.deals), actions


def next_position(position: Position, stream: Stream) -> Position:
    """Return the match after whatever comes next: a move of a bot, a deal, or a seat that is ready."""
    turn = position.turn
    if turn is not None:
        return apply(position, turn, choose(view(position, turn), stream, position.rules))[0]
    if position.phase is Phase.RESULT:
        return apply(position, SEATS[len(position.ready)], Ready())[0]
    pack = stream.shuffled(PACK)
    return apply(position, None, Deal(tuple(tuple(sorted(pack[seat::4])) for seat in SEATS)))[0]


if __name__ == "__main__":
    main()
