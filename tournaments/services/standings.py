"""The standings of a stage, computed from its results each time they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats import BRACKETS, table
from tournaments.models import Round, Slot, Stage
from tournaments.standings import Line

from .stage_states import groups_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings of a group.

    :param state: in a bracket ``in`` or ``out``; ``champion`` for who has won a stage that is over.
    """

    entry: int
    group: int
    line: Line
    state: str


def standings(
    stage: Stage, slots: Sequence[Slot], rounds: Iterable[Round], *, is_over: bool
) -> tuple[Standing, ...]:
    """Return the tables of a stage, group by group; makes no query where the pairings were fetched along.

    In a bracket a place is known the moment somebody goes out. Elsewhere a round counts when it is closed,
    so that a tie-break never rests on half of one.

    :param rounds: with ``pairings__sides`` prefetched.
    :param is_over: whether the stage has been played to its end.
    """
    is_bracket = stage.format in BRACKETS
    counted = (Round.State.OPEN, Round.State.CLOSED) if is_bracket else (Round.State.CLOSED,)
    groups = groups_of(stage, slots, [row for row in rounds if row.state in counted])
    return tuple(
        Standing(int(line.entry), group, line, _state(line, is_bracket=is_bracket, is_over=is_over))
        for group, state in groups.items()
        for line in table(state)
    )


def _state(line: Line, *, is_bracket: bool, is_over: bool) -> str:
    if line.rank == 1 and (is_over or is_bracket):
        return "champion"
    return ("in" if line.rank is None else "out") if is_bracket else ""


def champions(standings: Iterable[Standing]) -> Iterator[int]:
    """Yield who has won the stage."""
    return (standing.entry for standing in standings if standing.state == "champion")
