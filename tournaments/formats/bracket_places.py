"""Where who goes out of a bracket is placed, and where a match is played at all.

Source: docs/formats.md#places-in-a-knockout and #consolation.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from math import inf

from tournaments.state import EntryId

from .bracket import (
    CONSOLATION_FINAL,
    FINAL,
    SECOND_FINAL,
    THIRD_PLACE,
    Bracket,
    Loser,
    Meeting,
    Nobody,
    Seed,
    Source,
    Stood,
    Winner,
    is_consolation,
    lower_won,
)

Level = tuple[bool, float]
"""How far somebody has come who goes out: whether in the main bracket, and at which step."""
WON_CONSOLATION: Level = (False, inf)


def places(
    bracket: Bracket, stood: Mapping[str, Stood], entries: Sequence[EntryId]
) -> dict[EntryId, int | None]:
    """Return the place of each entry; ``None`` while it is still in.

    Who goes out at the same step share a place, which counts those who can still do better. Who goes out
    where no match was to be played goes out in his next.
    """
    levels = _levels(bracket, stood, len(entries))
    out: dict[EntryId, int | None] = dict.fromkeys(entries)
    for at in stood.values():
        for entry, level in _leaving(at, stood):
            at_least = levels[bisect_left(levels, level) :]
            out[entry] = 2 + len(at_least) - at_least.count(at_least[0]) if at_least else 2
    champion = _champion(stood)
    consoled = stood[CONSOLATION_FINAL].winner if CONSOLATION_FINAL in stood else Nobody.EVER
    if not isinstance(consoled, Nobody):
        out[consoled] = 2 + len(levels) - bisect_right(levels, WON_CONSOLATION)
    return out | _third(stood, out) | ({} if champion is None else {champion: 1})


def _levels(bracket: Bracket, stood: Mapping[str, Stood], entries: int) -> list[Level]:
    """Return where all but the champion go out, the worst first: who wins the consolation above its final."""
    real = real_meetings(bracket, entries, stood)
    leaving = [one for one in real if one.name != THIRD_PLACE and not _falls(one, stood)]
    levels: list[Level] = [(not is_consolation(one.name), one.step) for one in leaving]
    return sorted([*levels, *([WON_CONSOLATION] if CONSOLATION_FINAL in stood else [])])


def _falls(meeting: Meeting, stood: Mapping[str, Stood]) -> bool:
    """Return whether who loses at a place goes on at another; until it is known, where that rests on who."""
    return any(not _has_won(stood[meeting.name], side) for side in meeting.falls)


def _has_won(at: Stood, side: int) -> bool:
    return not isinstance(at.winner, Nobody) and at.winner == at.sides[side]


def real_meetings(bracket: Bracket, entries: int, stood: Mapping[str, Stood] | None = None) -> list[Meeting]:
    """Return the places where a match is played if everybody comes: no byes, and no second final.

    :param stood: how far it has come, which says of some whether anybody can come there.
    """
    empty: dict[Source, bool] = {}
    real = []
    for meeting in bracket:
        nobody = [empty.get(side, isinstance(side, Seed) and side.number > entries) for side in meeting.sides]
        empty[Winner(meeting.name)] = all(nobody)
        empty[Loser(meeting.name)] = any(nobody)
        for side in meeting.falls:
            has_won = stood is not None and _has_won(stood[meeting.name], side)
            empty[Loser(meeting.name, side)] = any(nobody) or has_won
        if meeting.only_if_lower_won is None and not any(nobody):
            real.append(meeting)
    return real


def _leaving(at: Stood, stood: Mapping[str, Stood]) -> list[tuple[EntryId, Level]]:
    """Return who goes out at a place, and where that is."""
    if at.meeting.name == THIRD_PLACE:  # both were out before
        return []
    return [(entry, _level(at, entry, stood)) for entry in _out(at, stood)]


def _level(at: Stood, entry: EntryId, stood: Mapping[str, Stood]) -> Level:
    """Return how far somebody has come; who never came to a match he could lose is below the consolation."""
    falls = CONSOLATION_FINAL in stood and at.came.index(entry) in at.meeting.falls
    return not is_consolation(at.meeting.name) and not falls, at.meeting.step


def _out(at: Stood, stood: Mapping[str, Stood]) -> list[EntryId]:
    """Return who goes out at a place: its loser, or both when neither came, and who left before it."""
    if at.winner is Nobody.EVER:
        return [*at.left, *(side for side in at.sides if not isinstance(side, Nobody))]
    has_another = at.meeting.name == FINAL and SECOND_FINAL in stood and lower_won(at)
    if isinstance(at.loser, Nobody) or has_another or at.sides.index(at.loser) in at.meeting.falls:
        return [*at.left]
    return [at.loser]


def _champion(stood: Mapping[str, Stood]) -> EntryId | None:
    last = stood.get(SECOND_FINAL)
    at = last if last is not None and last.winner is not Nobody.EVER else stood[FINAL]
    return None if isinstance(at.winner, Nobody) else at.winner


def _third(stood: Mapping[str, Stood], out: Mapping[EntryId, int | None]) -> dict[EntryId, int | None]:
    """Return the places of those who went out before the final, where there is a match for the third."""
    at = stood.get(THIRD_PLACE)
    third: dict[EntryId, int | None] = {}
    if at is not None and at.is_open:
        third.update({side: None for side in at.sides if not isinstance(side, Nobody)})
    elif at is not None and not isinstance(at.winner, Nobody):
        last = min(4, len(out))  # of three, two are third where one has left before his first match
        third.update({entry: last for entry, place in out.items() if place == 3})
        third[at.winner] = 3
    return third
