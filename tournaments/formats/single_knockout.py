"""The knockout as a bracket that can be walked. Source: docs/formats.md#knockout."""

from __future__ import annotations

from functools import lru_cache

from .bracket import FINAL, THIRD_PLACE, Bracket, Loser, Meeting, Seed, Source, Winner
from .seeding import bracket_order


@lru_cache(maxsize=64)
def bracket(entries: int, *, third_place: bool = False) -> Bracket:
    """Return the bracket for so many entries, with a match for the third place if that is wanted."""
    rounds = upper_rounds(entries, "round")
    (last,) = rounds[-1]
    final = Meeting(FINAL, last.step, last.sides)
    meetings = [meeting for round_ in rounds[:-1] for meeting in round_]
    if third_place and len(rounds) > 1:
        losers = (Loser(rounds[-2][0].name), Loser(rounds[-2][1].name))
        meetings.append(Meeting(THIRD_PLACE, last.step, losers))
    return (*meetings, final)


def upper_rounds(entries: int, name: str) -> list[list[Meeting]]:
    """Return the rounds of a knockout: seeds that nobody has are byes for those they would meet."""
    sides: list[Source] = [Seed(number) for number in bracket_order(1 << (entries - 1).bit_length())]
    rounds: list[list[Meeting]] = []
    while len(sides) > 1:
        step = len(rounds) + 1
        couples = enumerate(zip(sides[::2], sides[1::2], strict=True), start=1)
        rounds.append([Meeting(f"{name}-{step}.{at}", step, couple) for at, couple in couples])
        sides = [Winner(meeting.name) for meeting in rounds[-1]]
    return rounds
