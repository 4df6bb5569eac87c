"""The table of a knockout: places, with everyone who went out in a round level.

Source: docs/formats.md#places-in-a-knockout.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Meeting:
    """A decided pairing: who met, who goes on, and the points if it was played.

    :param size: how many pairings its round has; the final has 1.
    :param winner: the entry that won the match, ``None`` for a draw and where none was played.
    """

    size: int
    entries: tuple[int, ...]
    advances: int | None
    points: tuple[int, int] | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. ``rank`` is ``None`` while an entry is still in."""

    entry: int
    rank: int | None
    state: Literal["in", "out", "champion"]
    played: int
    won: int
    lost: int
    difference: int


def knockout_table(seeded: Sequence[int], meetings: Iterable[Meeting]) -> tuple[Standing, ...]:
    """Return the table: the champion, who is still in, then the others by the round they left in.

    :param seeded: the entries from seed 1 down; it orders lines that are level, nothing else.
    """
    decided = tuple(meetings)
    lines = [_standing(entry, decided) for entry in seeded]
    return tuple(sorted(lines, key=lambda line: 0 if line.rank is None else line.rank))


def _standing(entry: int, decided: tuple[Meeting, ...]) -> Standing:
    mine = [meeting for meeting in decided if entry in meeting.entries]
    played = [meeting for meeting in mine if meeting.points is not None]
    rank, state = _place(entry, mine)
    return Standing(
        entry=entry,
        rank=rank,
        state=state,
        played=len(played),
        won=sum(meeting.winner == entry for meeting in played),
        lost=sum(meeting.winner not in (None, entry) for meeting in played),
        difference=sum(_difference(entry, meeting) for meeting in played),
    )


def _place(entry: int, mine: list[Meeting]) -> tuple[int | None, Literal["in", "out", "champion"]]:
    """Return the place: as many go on from a round as it has pairings, the next place is lost."""
    for meeting in mine:
        if meeting.advances != entry:
            return meeting.size + 1, "out"
        if meeting.size == 1:
            return 1, "champion"
    return None, "in"


def _difference(entry: int, meeting: Meeting) -> int:
    if meeting.points is None:
        return 0
    own, others = meeting.points
    return own - others if meeting.entries[0] == entry else others - own
