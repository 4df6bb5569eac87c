"""What formats take and return: a finished match, what it decides, and a pairing drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tournaments.state import EntryId, Team

from .next_round import Facts

Unplayed = Literal["", "bye", "sit_out", "walkover", "double_walkover", "not_needed"]
"""Why a pairing has no match: ``walkover`` where the other side cannot come any more."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, as ``games`` wrote it on the match, or what the games of a series come to.

    ``winner`` and ``advances`` are sides, counted from 0; ``last_scored_deal`` counts deals from 1;
    ``advances_by`` is what made it that side, where nobody won.
    """

    state: Literal["won", "drawn", "void"]
    winner: int | None
    advances: int | None
    by: str
    last_scored_deal: int | None
    advances_by: Literal["last_round", "last_game"] = "last_round"


@dataclass(frozen=True, slots=True)
class Decision:
    """What a match decides for its pairing.

    ``by`` is ``last_round`` where a level match was decided by the last scored deal, which is then
    named by ``deal``, ``last_game`` where the last game did so, and ``level`` where a draw stands;
    ``level_at`` says what ended it level.
    """

    outcome: Literal["won", "drawn"]
    advances: int | None
    by: str
    deal: int | None = None
    level_at: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pairing of a round: its number down the page, from 1, and who is there.

    :param sides: those who have come: all of them where a match is played, nobody while one is not known.
    :param place: its name in a bracket.
    :param group: the number of its group, from 1.
    :param why: values that explain why these meet.
    """

    number: int
    sides: tuple[Team, ...]
    unplayed: Unplayed = ""
    place: str = ""
    group: int = 1
    why: Facts = field(default_factory=dict)

    @property
    def is_played(self) -> bool:
        """Whether there is a match to play."""
        return not self.unplayed

    @property
    def entries(self) -> tuple[EntryId, ...]:
        """Who is there, in the order of their places: partners are as many places apart as sides meet."""
        return (
            tuple(team[at] for at in range(len(self.sides[0])) for team in self.sides) if self.sides else ()
        )


def teams(entries: Sequence[Any], *, sides: int) -> tuple[tuple[Any, ...], ...]:
    """Return the sides of a pairing from its entries in order of their places: what ``entries`` undoes."""
    return tuple(tuple(entries[side::sides]) for side in range(min(sides, len(entries))))
