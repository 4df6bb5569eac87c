"""A stage of any format: its next round and its table. What ``manage.py pair`` and ``standings`` print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tournaments.standings.ranking import Line, ranking
from tournaments.state import FormatKey, State

from . import knockouts, rotation, round_robin, swiss
from .next_round import NextRound

NEXT_ROUND: Mapping[FormatKey, Callable[[State], NextRound | None]] = {
    "swiss": swiss.next_round,
    "knockout": knockouts.next_round,
    "double-knockout": knockouts.next_round,
    "round-robin": round_robin.next_round,
    "individual": rotation.next_round,
    "solo-swiss": rotation.next_round,
}
BRACKETS: tuple[FormatKey, ...] = ("knockout", "double-knockout")


def next_round(state: State) -> NextRound | None:
    """Return the next round of a stage, or ``None`` when it is over.

    :raises BadState: when what is there does not let it be drawn.
    """
    return NEXT_ROUND[state.format](state)


def table(state: State) -> tuple[Line, ...]:
    """Return the table of a stage, the best first. In a bracket the place is how far somebody came.

    :raises BadState: for a tie-break nobody knows.
    """
    lines = ranking(state)
    if state.format not in BRACKETS:
        return lines
    by_entry = {line.entry: line for line in lines}
    return tuple(replace(by_entry[entry], rank=place) for place, entry in knockouts.ranking(state))
