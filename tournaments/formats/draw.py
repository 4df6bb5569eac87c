"""What formats take and return: a finished match, what it decides, and a pairing drawn."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, as ``games`` wrote it on the match, or what the games of a series come to.

    ``winner`` and ``advances`` are sides, 0 or 1; ``last_scored_deal`` counts deals from 1;
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
    named by ``deal``, and ``last_game`` where the last game did so; ``level_at`` says what ended it level.
    """

    outcome: Literal["won", "drawn"]
    advances: int | None
    by: str
    deal: int | None = None
    level_at: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pairing of a round: its number down the page, from 1, and the entries of its two sides.

    A side is ``None`` when nobody comes: in a bye, and after a double walkover.
    """

    number: int
    sides: tuple[int | None, int | None]

    @property
    def is_played(self) -> bool:
        """Whether both sides have somebody, so that there is a match to play."""
        return None not in self.sides

    @property
    def goes_through(self) -> int | None:
        """The side that goes on without playing, if there is one."""
        present = [side for side, entry in enumerate(self.sides) if entry is not None]
        return present[0] if len(present) == 1 else None
