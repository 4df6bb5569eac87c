"""What a format says comes next: who meets whom, who does not play, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.state import EntryId, Team

Facts = Mapping[str, Any]
"""Values that explain, each under its name; all of them JSON."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two sides that are to meet, four in Solo, and the facts that explain why these."""

    sides: tuple[Team, ...]
    why: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round that can be played: its number from 1, its matches, and who has a bye in it.

    ``notes`` say what is out of the ordinary, each by its code with values.
    """

    number: int
    matches: tuple[Match, ...]
    byes: tuple[EntryId, ...] = ()
    notes: tuple[Facts, ...] = ()
