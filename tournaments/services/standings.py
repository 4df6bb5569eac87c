"""The standings of a stage, computed from its results; nothing of them is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache

from tournaments.formats import BRACKETS, table
from tournaments.models import Round, Slot, Stage
from tournaments.standings import Line

from .stage_states import Meeting, groups_of, read_meetings

KEPT_SECONDS = 3600
"""How long a table is kept for a version; what it is kept under never means another table."""


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
    stage: Stage,
    slots: Sequence[Slot],
    rounds: Iterable[tuple[Round, Sequence[Meeting]]],
    *,
    is_over: bool,
) -> tuple[Standing, ...]:
    """Return the tables of a stage, group by group; makes no query.

    In a bracket a place is known the moment somebody goes out. Elsewhere a round counts when it is closed,
    so that a tie-break never rests on half of one.

    :param rounds: each with its pairings, in order.
    :param is_over: whether the stage has been played to its end.
    """
    is_bracket = stage.format in BRACKETS
    counted = (Round.State.OPEN, Round.State.CLOSED) if is_bracket else (Round.State.CLOSED,)
    groups = groups_of(stage, slots, [played for row, played in rounds if row.state in counted])
    return tuple(
        Standing(int(line.entry), group, line, _state(line, is_bracket=is_bracket, is_over=is_over))
        for group, state in groups.items()
        for line in table(state)
    )


def read_standings(
    stage: Stage,
    slots: Sequence[Slot],
    rows: Sequence[Round],
    *,
    version: int,
    read: Callable[[], Mapping[int, Sequence[Meeting]]] | None = None,
) -> tuple[Standing, ...]:
    """Return the tables of a stage; computed once for each version of its tournament.

    :param rows: its rounds in order.
    :param read: returns their pairings by their numbers, where who asks has read them.
    """
    key = f"standings:{stage.pk}:{version}"
    found: tuple[Standing, ...] | None = cache.get(key)
    if found is None:
        played = read_meetings(stage) if read is None else read()
        is_over = bool(rows) and all(row.state == Round.State.CLOSED for row in rows)
        found = standings(stage, slots, [(row, played[row.number]) for row in rows], is_over=is_over)
        cache.set(key, found, timeout=KEPT_SECONDS)
    return found


def _state(line: Line, *, is_bracket: bool, is_over: bool) -> str:
    if line.rank == 1 and (is_over or is_bracket):
        return "champion"
    return ("in" if line.rank is None else "out") if is_bracket else ""
