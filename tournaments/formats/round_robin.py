"""The round robin: everybody meets everybody once. Source: docs/formats.md#round-robin.

The rounds are those of the Berger tables: in round r meet those whose seeds add up to r + 1, counted
round the circle of all seeds but the last, and who is left over in it meets the last one.
"""

from __future__ import annotations

from tournaments.state import EntryId, State

from .next_round import Match, NextRound


def next_round(state: State) -> NextRound | None:
    """Return the next round, or ``None`` after the last.

    Who has withdrawn is met by nobody: his opponent has a bye in the draw, and what becomes of the
    results is for the table. A note says where rounds before were others, so that some meet again.
    """
    number = len(state.rounds) + 1
    if number > rounds_of(state):
        return None
    byes: list[EntryId] = []
    matches = []
    for one, other in berger_round(state.seeded, number):
        here = [entry for entry in (one, other) if entry is not None and entry not in state.withdrawn]
        if len(here) == 2:
            seeds = [state.seed_of[entry] for entry in here]
            matches.append(Match(((here[0],), (here[1],)), {"seeds": seeds}))
        else:
            byes += here
    met = {frozenset(pairing.sides) for pairing in state.pairings() if pairing.kind != "void"}
    again = sum(frozenset(match.sides) in met for match in matches)
    notes = ({"code": "rematches", "matches": again},) if again else ()
    return NextRound(number, tuple(matches), tuple(byes), notes)


def rounds_of(state: State) -> int:
    """Return how many rounds are played: all of them, or as many as the options say."""
    entries = len(state.seeded)
    return min(state.options.rounds or entries, entries - 1 + entries % 2)


def has_bye(state: State, number: int) -> EntryId | None:
    """Return who meets nobody in a round because the field is odd, not because somebody has left."""
    alone = [couple for couple in berger_round(state.seeded, number) if None in couple]
    return next((entry for couple in alone for entry in couple if entry is not None), None)


def berger_round(seeded: tuple[EntryId, ...], number: int) -> list[tuple[EntryId | None, EntryId | None]]:
    """Return who meets in a round of the Berger tables; with an odd field one meets ``None``.

    Whose seeds are both odd or both even lets the weaker begin, so that everybody begins about as often.
    """
    field: list[EntryId | None] = [*seeded]
    if len(field) % 2:
        field.append(None)
    circle = len(field) - 1
    couples = []
    for seed in range(1, circle + 1):
        partner = (number + 1 - seed - 1) % circle + 1
        if partner == seed:
            partner = circle + 1
        if seed < partner:
            couples.append((seed, partner))
    return [(field[first - 1], field[second - 1]) for first, second in map(_in_order, couples)]


def _in_order(couple: tuple[int, int]) -> tuple[int, int]:
    strong, weak = couple
    return (weak, strong) if (strong + weak) % 2 == 0 else (strong, weak)
