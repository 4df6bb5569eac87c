"""A stage of any format: how many may play, its rounds, its draws and its table.

``next_round`` and ``table`` are what ``manage.py pair`` and ``standings`` print; ``drawn`` is a whole round
as it stands on the page, with those who do not play in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from games.rules import Refusal
from tournaments.standings.ranking import Line, ranking
from tournaments.state import EntryId, FormatKey, Options, State, shape_of

from . import knockouts, rotation, round_robin, swiss
from .bracket import Loser, Source, Winner, is_main
from .deciding import BRACKETS
from .draw import Drawn, Unplayed
from .next_round import NextRound

NEXT_ROUND: Mapping[FormatKey, Callable[[State], NextRound | None]] = {
    "swiss": swiss.next_round,
    "knockout": knockouts.next_round,
    "double-knockout": knockouts.next_round,
    "round-robin": round_robin.next_round,
    "individual": rotation.next_round,
    "solo-swiss": rotation.next_round,
}
ROUNDS: Mapping[FormatKey, Callable[[State], int]] = {
    "swiss": swiss.rounds_of,
    "knockout": knockouts.rounds_of,
    "double-knockout": knockouts.rounds_of,
    "round-robin": round_robin.rounds_of,
    "individual": rotation.rounds_of,
    "solo-swiss": rotation.rounds_of,
}
ENTRIES: Mapping[FormatKey, tuple[int, int]] = {
    "swiss": (2, 10_000),
    "knockout": (2, 1024),
    "double-knockout": (2, 1024),
    "round-robin": (2, 64),
    "individual": (4, 128),
    "solo-swiss": (4, 1024),
}
"""The fewest and the most entries of a format."""


class WrongNumberOfEntries(Refusal):
    """A format takes so many entries and no more."""

    code = "wrong_number_of_entries"


def check_entries(format_key: str, entries: int) -> None:
    """Demand a number of entries that the format can play.

    :raises WrongNumberOfEntries: naming the fewest and the most.
    """
    fewest, most = next(bounds for key, bounds in ENTRIES.items() if key == format_key)
    if not fewest <= entries <= most:
        raise WrongNumberOfEntries(entries=entries, fewest=fewest, most=most)


def rounds_of(state: State) -> int:
    """Return how many rounds a stage is laid out for."""
    return ROUNDS[state.format](state)


def layout(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the places of a bracket by round, which are known before anybody stands there."""
    return tuple(tuple(meeting.name for meeting in step) for step in knockouts.steps_of(state))


def sizes(state: State) -> tuple[int, ...]:
    """Return how many places of each round of a bracket lead to the final, by which rounds are called."""
    return tuple(sum(map(is_main, places)) for places in layout(state))


def outline(state: State) -> tuple[int, ...]:
    """Return how many pairings are played at most in each round, as far as is known before it is drawn."""
    sides, size = shape_of(state.format)
    most = len(state.entries) // (sides * size)
    places = map(len, layout(state)) if state.format in BRACKETS else [most] * rounds_of(state)
    return tuple(min(played, most) for played in places)


@dataclass(frozen=True, slots=True)
class Fed:
    """Where a side of a place comes from: ``by`` another place, as its winner or loser; ``""`` by a seed."""

    by: str
    as_winner: bool = True


def feeding(format_key: str, entries: int, options: Options) -> dict[str, tuple[Fed, Fed]]:
    """Return, for each place of a bracket, where its two sides come from."""
    return {
        meeting.name: (_fed(meeting.sides[0]), _fed(meeting.sides[1]))
        for meeting in knockouts.bracket(format_key, entries, options)
    }


def _fed(source: Source) -> Fed:
    match source:
        case Winner(of):
            return Fed(of)
        case Loser(of, _):
            return Fed(of, as_winner=False)
        case _:
            return Fed("")


def check_meetings(state: State) -> None:
    """Demand that a stage which somebody wrote has no match its bracket has no place for.

    :raises BadState: naming the match.
    """
    if state.format in BRACKETS:
        knockouts.check_meetings(state)


def next_round(state: State) -> NextRound | None:
    """Return the next round of a stage, or ``None`` when it is over.

    :raises BadState: when what is there does not let it be drawn.
    """
    return NEXT_ROUND[state.format](state)


def drawn(state: State, number: int) -> tuple[Drawn, ...] | None:
    """Return everybody's pairing in a round whose predecessors are decided, or ``None`` after the last.

    :raises BadState: when what is there does not let it be drawn.
    """
    if state.format in BRACKETS:
        return knockouts.drawn(state, number)
    found = next_round(state)
    if found is None:
        return None
    matches = [Drawn(at, match.sides, why=match.why) for at, match in enumerate(found.matches, start=1)]
    byes = [
        without_match(Drawn(at, ((entry,),)), state, number)
        for at, entry in enumerate(found.byes, start=len(matches) + 1)
    ]
    return (*matches, *byes)


def without_match(line: Drawn, state: State, number: int) -> Drawn:
    """Return the line of a round on which somebody has no match, with what that is and why."""
    (entry,) = line.entries
    given = {"given": True} if number in state.byes_of[entry] else {}
    return replace(line, unplayed=_why_alone(state, number, entry), why=given)


def _why_alone(state: State, number: int, entry: EntryId) -> Unplayed:
    if state.format == "swiss":
        return "sit_out" if state.asked_for_bye(entry, number) else "bye"
    is_bye = state.format == "round-robin" and round_robin.has_bye(state, number) == entry
    return "bye" if is_bye else "sit_out"


def table(state: State) -> tuple[Line, ...]:
    """Return the table of a stage, the best first. In a bracket the place is how far somebody came.

    :raises BadState: for a tie-break nobody knows.
    """
    lines = ranking(state)
    if state.format not in BRACKETS:
        return lines
    by_entry = {line.entry: line for line in lines}
    return tuple(replace(by_entry[entry], rank=place) for place, entry in knockouts.ranking(state))
