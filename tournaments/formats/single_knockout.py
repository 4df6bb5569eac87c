"""The knockout as a bracket that can be walked. Source: docs/formats.md#knockout."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .bracket import (
    CONSOLATION,
    CONSOLATION_FINAL,
    FINAL,
    THIRD_PLACE,
    Bracket,
    Loser,
    Meeting,
    Seed,
    Source,
    Winner,
)
from .seeding import bracket_order

FEWEST = 4
"""So many entries make a consolation: of fewer only one would be in it."""


@lru_cache(maxsize=64)
def bracket(entries: int, *, third_place: bool = False, consolation: bool = False) -> Bracket:
    """Return the bracket for so many entries, with what else is to be played.

    :param third_place: whether the losers of the semi-finals meet.
    :param consolation: whether who loses his first match plays on in a bracket of those; from four entries.
        Who plays for the third place does not.
    """
    rounds = upper_rounds(entries, "round")
    sources = _first_losers(rounds, entries, third_place=third_place) if consolation else []
    falls = {source.of: (0, 1) if source.only is None else (source.only,) for source in sources}
    meetings = [replace(one, falls=falls.get(one.name, ())) for round_ in rounds for one in round_]
    *before, last = meetings
    final = replace(last, name=FINAL)
    third = []
    if third_place and len(rounds) > 1:
        third = [Meeting(THIRD_PLACE, last.step, (Loser(before[-2].name), Loser(before[-1].name)))]
    return (*before, *third, final, *_consolation(rounds, sources))


def _first_losers(rounds: list[list[Meeting]], entries: int, *, third_place: bool) -> list[Loser]:
    """Return a source for each place of the first round: who loses there, or with a bye his next match.

    There is none where nobody loses his first match before those that the final and third place are of.
    """
    falling = rounds[: -2 if third_place else -1][:2]
    if entries < FEWEST or not falling:
        return []
    byes = [any(isinstance(one, Seed) and one.number > entries for one in first.sides) for first in rounds[0]]
    sources = [Loser(first.name) for first in rounds[0]]
    for at, second in enumerate(falling[1] if len(falling) > 1 else []):
        couple = slice(2 * at, 2 * at + 2)
        match byes[couple]:
            case [True, True]:  # one of the two loses, and the other side stays empty
                sources[2 * at] = Loser(second.name)
            case [True, False]:
                sources[2 * at] = Loser(second.name, 0)
            case [False, True]:
                sources[2 * at + 1] = Loser(second.name, 1)
    return sources


def _consolation(rounds: list[list[Meeting]], sources: list[Loser]) -> list[Meeting]:
    """Return the bracket of those who have lost their first match; no two of them have met before.

    It begins when all of them are known, a round later where some had a bye.
    """
    if not sources:
        return []
    names = {meeting.name for meeting in rounds[0]}
    begins = 2 if all(source.of in names for source in sources) else 3
    *before, last = [one for round_ in rounds_from([*sources], CONSOLATION, begins=begins) for one in round_]
    return [*before, replace(last, name=CONSOLATION_FINAL)]


def upper_rounds(entries: int, name: str) -> list[list[Meeting]]:
    """Return the rounds of a knockout: seeds that nobody has are byes for those they would meet."""
    sides: list[Source] = [Seed(number) for number in bracket_order(1 << (entries - 1).bit_length())]
    return rounds_from(sides, name)


def rounds_from(sides: list[Source], name: str, *, begins: int = 1) -> list[list[Meeting]]:
    """Return the rounds in which so many sides, a power of two, come down to one winner.

    :param begins: the step of the first of them.
    """
    rounds: list[list[Meeting]] = []
    while len(sides) > 1:
        number = len(rounds) + 1
        couples = enumerate(zip(sides[::2], sides[1::2], strict=True), start=1)
        rounds.append(
            [Meeting(f"{name}-{number}.{at}", number + begins - 1, couple) for at, couple in couples]
        )
        sides = [Winner(meeting.name) for meeting in rounds[-1]]
    return rounds
