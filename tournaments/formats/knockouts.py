"""The next round of a knockout, single or double. Source: docs/formats.md#knockout."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.state import EntryId, State

from . import double_knockout, single_knockout
from .bracket import Bracket, Loser, Nobody, Seed, Source, Stood, Winner, places, walk
from .next_round import Match, NextRound


def bracket_of(state: State) -> Bracket:
    """Return the bracket a stage is played in."""
    entries, options = len(state.entries), state.options
    if state.format == "knockout":
        return single_knockout.bracket(entries, third_place=options.third_place)
    return double_knockout.bracket(entries, second_final=options.second_final)


def next_round(state: State) -> NextRound | None:
    """Return what is to be played now, or ``None`` when the bracket is decided.

    That is everything of the earliest step: two with byes wait for the round after. A match that
    ended level without saying who goes on is there again: it has to be settled.
    """
    stood = list(walk(bracket_of(state), state).values())
    step = min((at.meeting.step for at in stood if at.is_open), default=None)
    if step is None:
        return None
    now = [at for at in stood if at.meeting.step == step]
    return NextRound(
        number=len(state.rounds) + 1,
        matches=tuple(_match(at) for at in now if at.is_open),
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
        case Loser(of):
            return f"loser of {of}"


def ranking(state: State) -> Sequence[tuple[int | None, EntryId]]:
    """Return everybody with his place, the best first; who is still in has none and comes first."""
    bracket = bracket_of(state)
    placed = places(bracket, walk(bracket, state), state.seeded)
    return sorted(((placed[entry], entry) for entry in state.seeded), key=lambda line: line[0] or 0)
