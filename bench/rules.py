"""How fast the rules are: random legal deals, every step checked, beside two bridge engines driven alike.

Each engine plays deals of random legal actions, drawn by Python's ``random`` from the list of legal
actions it gives; the engines take turns of a tenth of a second, so that a busy machine slows them
all. OpenSpiel's bridge is C++ underneath, RLCard's is Python; both are in the dependency group
``bench`` (``make bench`` installs it), and without them our own figures are printed alone.
``python bench/rules.py [--seconds 10] [--rules levantine] [--json]``
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.rules import PACK, RULESETS, SEATS, Auction, Hand, Play, RuleSet, score_deal, trumps

SLICE = 0.1
Player = Callable[[], int]
"""Plays one deal at random; returns how many actions it took."""


def main() -> None:
    """Measure and print a line an engine, or everything as one line of JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each engine is measured")
    parser.add_argument("--rules", choices=sorted(RULESETS), default="levantine")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args()
    players = {"tarneeb": tarneeb(RULESETS[options.rules], random.Random(1)), **others()}
    told = figures(measured(players, options.seconds))
    if options.json:
        print(json.dumps(told))
        return
    for name, value in told.items():
        print(f"{name:<20}{'-' if value is None else f'{value:>12.2f}'}")


def measured(players: dict[str, Player], seconds: float) -> dict[str, tuple[float, float]]:
    """Return deals and actions a second of processor time of each engine."""
    played = dict.fromkeys(players, (0, 0, 0.0))
    for player in players.values():
        player()
    for _ in range(max(1, round(seconds / SLICE))):
        for name, player in players.items():
            deals, actions, spent = played[name]
            more = slice_of(player)
            played[name] = (deals + more[0], actions + more[1], spent + more[2])
    return {name: (deals / spent, actions / spent) for name, (deals, actions, spent) in played.items()}


def slice_of(player: Player) -> tuple[int, int, float]:
    """Return the deals and actions an engine manages in a slice, and the processor time it took."""
    deals, actions, begun = 0, 0, time.process_time()
    while (spent := time.process_time() - begun) < SLICE:
        actions += player()
        deals += 1
    return deals, actions, spent


def figures(speeds: dict[str, tuple[float, float]]) -> dict[str, float | None]:
    """Return what is printed; ``None`` for an engine that is not installed."""
    deals, actions = speeds["tarneeb"]
    told: dict[str, float | None] = {"deals_per_s": round(deals), "actions_per_s": round(actions)}
    for name in ("openspiel", "rlcard"):
        told[f"{name}_per_s"] = round(speeds[name][0]) if name in speeds else None
    for name in ("openspiel", "rlcard"):
        told[f"ratio_{name}"] = round(deals / speeds[name][0], 2) if name in speeds else None
    return told


def tarneeb(rules: RuleSet, chance: random.Random) -> Player:
    """Return what deals, calls, names trump, plays and scores a deal by our rules, each step checked."""

    def play() -> int:
        auction = Auction.open(rules)
        hands = shuffled(chance)
        while auction.outcome is None:
            assert auction.turn is not None
            auction = auction.call(auction.turn, chance.choice(auction.legal_calls()))
        if auction.outcome[0] != "won":
            return 1 + len(auction.calls)
        _, declarer, bid = auction.outcome
        cards = Play(hands, declarer, chance.choice(trumps(rules)))
        while len(cards.tricks) < 13:
            cards = cards.lay(cards.turn, chance.choice(cards.legal()))
        score_deal(rules, declarer=declarer, bid=bid, tricks=cards.tricks_won)
        return 2 + len(auction.calls) + 52

    return play


def shuffled(chance: random.Random) -> tuple[Hand, ...]:
    """Return the hands of a deal at random."""
    pack = list(PACK)
    chance.shuffle(pack)
    return tuple(tuple(sorted(pack[seat::4])) for seat in SEATS)


def others() -> dict[str, Player]:
    """Return the other engines that are installed."""
    made = {"openspiel": ("pyspiel", openspiel), "rlcard": ("rlcard", rlcard)}
    return {name: make(random.Random(1)) for name, (package, make) in made.items() if installed(package)}


def installed(package: str) -> bool:
    """Return whether a package can be imported."""
    return importlib.util.find_spec(package) is not None


def openspiel(chance: random.Random) -> Player:
    """Return what plays a deal of OpenSpiel's bridge, without its double-dummy analysis."""
    import pyspiel  # noqa: PLC0415 - in the group `bench` only

    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")

    def play() -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            actions += 1
        return actions

    return play


def rlcard(chance: random.Random) -> Player:
    """Return what plays a deal of RLCard's bridge: its game alone, without its environment."""
    from rlcard.games.bridge import Game  # noqa: PLC0415 - in the group `bench` only

    def play() -> int:
        game, actions = Game(), 0
        game.init_game()
        while not game.is_over():
            game.step(chance.choice(game.judger.get_legal_actions()))
            actions += 1
        return actions

    return play


if __name__ == "__main__":
    main()
