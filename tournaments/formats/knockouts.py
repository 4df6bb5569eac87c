"""The next round of a knockout, single or double. Source: docs/formats.md#knockout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tournaments.state import BadState, EntryId, Options, State

from . import double_knockout, single_knockout
from .bracket import (
    SECOND_FINAL,
    THIRD_PLACE,
    UNKNOWN,
    Bracket,
    Loser,
    Meeting,
    Nobody,
    Seed,
    Source,
    Stood,
    Winner,
    is_consolation,
    walk,
)
from .bracket_places import places, real_meetings
from .draw import Drawn, Unplayed
from .next_round import Match, NextRound

Steps = tuple[tuple[Meeting, ...], ...]


def bracket_of(state: State) -> Bracket:
    """Return the bracket a stage is played in."""
    return bracket(state.format, len(state.entries), state.options)


def bracket(format_key: str, entries: int, options: Options) -> Bracket:
    """Return the bracket of a format for so many entries."""
    if format_key == "knockout":
        return single_knockout.bracket(
            entries, third_place=options.third_place, consolation=options.consolation
        )
    return double_knockout.bracket(entries, second_final=options.second_final)


@lru_cache(maxsize=64)
def steps(bracket: Bracket, entries: int) -> Steps:
    """Return the places that have a line on the page, by the step they are played in.

    That is where a match is played if everybody comes, the second final, and the byes of the first step.
    The final stands before the match for the third place, and the consolation at the end.
    """
    shown = {meeting.name for meeting in real_meetings(bracket, entries)} | {SECOND_FINAL}
    lines = [meeting for meeting in bracket if meeting.name in shown or meeting.step == 1]
    last = max(meeting.step for meeting in lines)
    return tuple(
        tuple(sorted((one for one in lines if one.step == step), key=_line)) for step in range(1, last + 1)
    )


def _line(meeting: Meeting) -> tuple[bool, bool]:
    return is_consolation(meeting.name), meeting.name == THIRD_PLACE


def steps_of(state: State) -> Steps:
    """Return the places of a stage's bracket by the step they are played in."""
    return steps(bracket_of(state), len(state.entries))


def rounds_of(state: State) -> int:
    """Return how many steps the bracket has, the second final included."""
    return len(steps_of(state))


def drawn(state: State, number: int) -> tuple[Drawn, ...] | None:
    """Return who stands where in a step of the bracket, or ``None`` after the last.

    Where somebody has no opponent he is alone: by a bye, or because nobody can come there any more. Nobody
    stands where it is not decided yet who comes, because a match before was postponed.
    """
    bracket, planned = bracket_of(state), steps_of(state)
    if number > len(planned):
        return None
    stood = walk(bracket, state)
    byes = {meeting.name for meeting in bracket} - {
        meeting.name for meeting in real_meetings(bracket, len(state.entries), stood)
    }
    return tuple(
        _drawn(at, stood[meeting.name], is_bye=meeting.name in byes)
        for at, meeting in enumerate(planned[number - 1], start=1)
    )


def _drawn(number: int, at: Stood, *, is_bye: bool) -> Drawn:
    is_known = Nobody.YET not in at.sides
    here = tuple((side,) for side in at.sides if is_known and not isinstance(side, Nobody))
    return Drawn(number, here, _unplayed(at, len(here), is_bye=is_bye), at.meeting.name)


def _unplayed(at: Stood, here: int, *, is_bye: bool) -> Unplayed:
    if here == 2 or Nobody.YET in at.sides:
        return ""
    if at.meeting.only_if_lower_won and here == 0:
        return "not_needed"
    if here == 0:
        return "double_walkover"
    return "bye" if is_bye else "walkover"


def next_round(state: State) -> NextRound | None:
    """Return what is to be played now, or ``None`` when the bracket is decided.

    That is everything of the earliest step: two with byes wait for the round after. A match that
    ended level without saying who goes on is there again: it has to be settled. One that was postponed
    is there when no other can be played.
    """
    stood = list(walk(bracket_of(state), state).values())
    left = [at for at in stood if at.is_open]
    postponed = {frozenset(pairing.sides) for pairing in state.pairings() if pairing.kind == "postponed"}
    playing = [at for at in left if frozenset((side,) for side in at.sides) not in postponed] or left
    if not playing:
        return None
    step = min(at.meeting.step for at in playing)
    now = [at for at in stood if at.meeting.step == step]
    return NextRound(
        number=len(state.rounds) + 1,
        matches=tuple(_match(at) for at in playing if at.meeting.step == step),
        byes=tuple(at.goes_through for at in now if at.goes_through is not None),
    )


def _match(at: Stood) -> Match:
    one, other = at.sides
    assert not isinstance(one, Nobody) and not isinstance(other, Nobody)  # noqa: PT018 - both are known: it is open
    return Match(
        ((one,), (other,)), {"place": at.meeting.name, "from": [_fed(side) for side in at.meeting.sides]}
    )


def _fed(source: Source) -> str:
    match source:
        case Seed(number):
            return f"seed {number}"
        case Winner(of):
            return f"winner of {of}"
        case Loser(of, _):
            return f"loser of {of}"


def check_meetings(state: State) -> None:
    """Demand that all whose matches are there meet in the bracket, as the results have it.

    :raises BadState: naming the first match that no place of the bracket is for.
    """
    places = Counter(frozenset(at.sides) for at in walk(bracket_of(state), state).values())
    for number, round_ in enumerate(state.rounds):
        for at, pairing in enumerate(round_):
            couple = frozenset(side[0] for side in pairing.sides)
            if len(couple) < 2 or pairing.kind in UNKNOWN:
                continue
            if not places[couple]:
                names = " and ".join(str(side[0]) for side in pairing.sides)
                raise BadState(
                    where=f"rounds[{number}].pairings[{at}].sides",
                    what=f"are {names}, who do not meet there: no place of the bracket is left for it",
                )
            places[couple] -= not pairing.is_pending


def ranking(state: State) -> Sequence[tuple[int | None, EntryId]]:
    """Return everybody with his place, the best first; who is still in has none and comes first."""
    bracket = bracket_of(state)
    placed = places(bracket, walk(bracket, state), state.seeded)
    return sorted(((placed[entry], entry) for entry in state.seeded), key=lambda line: line[0] or 0)
