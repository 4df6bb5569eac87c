"""A stage as data: who takes part, what was played, by which options. Source: docs/stages.md.

Everything that draws a round or ranks a field reads a ``State`` and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from games.rules import Refusal

EntryId = str | int
Team = tuple[EntryId, ...]
"""Who plays as one side of a pairing: one entry, or two players who are partners for a round."""

FormatKey = Literal["swiss", "knockout", "double-knockout", "round-robin", "individual", "solo-swiss"]
Kind = Literal["played", "bye", "walkover", "double_walkover", "adjudicated", "void", "sit_out", "postponed"]
Withdrawn = Literal["annul", "forfeit"]
TieBreakCode = Literal[
    "direct", "mini_diff", "diff", "wins", "buchholz", "buchholz_cut1", "median", "sb", "omw", "seed", "lot"
]
FORMAT_KEYS: tuple[FormatKey, ...] = get_args(FormatKey)
KINDS: tuple[Kind, ...] = get_args(Kind)
TIE_BREAK_CODES: tuple[TieBreakCode, ...] = get_args(TieBreakCode)
ALONE: tuple[Kind, ...] = ("bye", "sit_out")


ALONE_FORMATS: tuple[FormatKey, ...] = ("individual", "solo-swiss")
"""The formats in which an entry is one player."""


def shape_of(format_key: str) -> tuple[int, int]:
    """Return how many sides meet in a format, and how many entries play as one of them."""
    return {"individual": (2, 2), "solo-swiss": (4, 1)}.get(format_key, (2, 1))


class BadState(Refusal):
    """A stage as data cannot be read: ``where`` it is wrong, and ``what``."""

    code = "bad_state"

    def __str__(self) -> str:
        """Return both in one line."""
        return f"{self.params['where']}: {self.params['what']}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One who takes part: a pair, or a player. Seed 1 is the strongest.

    ``byes`` are the rounds of a Swiss in which it has a bye before the draw: earned, or by the director;
    ``sits_out`` those in which it has asked for one.
    ``had_byes`` are those of stages before, which count for who gets the next.
    ``joins`` is the first round it takes part in, ``points`` what it is given for those it missed before.
    ``lot`` is what its lot is drawn from, its id where empty: ids are other ones on another site.
    """

    id: EntryId
    seed: int
    club: str = ""
    byes: tuple[int, ...] = ()
    joins: int = 1
    points: float = 0
    had_byes: int = 0
    lot: str = ""
    sits_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePoints:
    """What a result is worth in the table, in hundredths at the finest; ``exactly`` adds them up.

    Who wins by ``walkover`` has what a win is worth where nothing else is said; who loses so ``forfeit``.

    Source: docs/formats.md#table-points.
    """

    win: float = 2
    draw: float = 1
    loss: float = 0
    bye: float = 2
    walkover: float | None = None
    forfeit: float = 0
    sit_out: float = 0
    missed: float = 0


@dataclass(frozen=True, slots=True)
class Options:
    """How the stage is played and ranked; ``None`` where the format has a usual way of its own.

    ``withdrawn`` says what becomes of who leaves a round robin; ``diff_cap`` limits what one match adds
    to a difference; ``lot_secret`` was committed to before the draw.
    """

    rounds: int | None = None
    points: TablePoints = TablePoints()
    tie_breaks: tuple[TieBreakCode, ...] = ()
    withdrawn: Withdrawn | None = None
    diff_cap: int | None = None
    lot_secret: str = ""
    third_place: bool = False
    consolation: bool = False
    second_final: bool = True


@dataclass(frozen=True, slots=True)
class Pairing:
    """What happened between two sides, four in Solo, or to one that had a bye or sat out.

    ``scores`` are in the order of ``sides``, and empty where nothing was played. ``advances`` is who goes
    on from a match that ended level. A match that is ``postponed`` counts for nobody until it is played, and
    nothing waits for it but who would have gone on from it.
    """

    sides: tuple[Team, ...]
    scores: tuple[int, ...] = ()
    winner: Team | None = None
    advances: Team | None = None
    kind: Kind = "played"

    @property
    def is_pending(self) -> bool:
        """Whether its result is waited for."""
        return self.kind == "played" and not self.scores

    @property
    def goes_on(self) -> Team | None:
        """Who goes on from it in a bracket, when it says so."""
        return self.winner if self.winner is not None else self.advances


@dataclass(frozen=True)
class State:
    """A stage before its next round."""

    format: FormatKey
    entries: tuple[Entry, ...]
    options: Options = Options()
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    withdrawn: frozenset[EntryId] = frozenset()
    forbidden: frozenset[frozenset[EntryId]] = field(default=frozenset())

    @cached_property
    def seeded(self) -> tuple[EntryId, ...]:
        """The entries from seed 1 down."""
        return tuple(entry.id for entry in sorted(self.entries, key=lambda entry: entry.seed))

    @cached_property
    def active(self) -> tuple[EntryId, ...]:
        """Who can be in the next round, from the best seed down: not who has withdrawn, or joins later."""
        later = {entry.id for entry in self.entries if entry.joins > len(self.rounds) + 1}
        return tuple(entry for entry in self.seeded if entry not in self.withdrawn | later)

    @cached_property
    def seed_of(self) -> dict[EntryId, int]:
        """The seed of each entry."""
        return {entry.id: entry.seed for entry in self.entries}

    @cached_property
    def lot_of(self) -> dict[EntryId, str]:
        """What the lot of each entry is drawn from."""
        return {entry.id: entry.lot or str(entry.id) for entry in self.entries}

    @cached_property
    def byes_of(self) -> dict[EntryId, tuple[int, ...]]:
        """The rounds in which each entry has a bye before the draw, asked for or not."""
        return {entry.id: (*entry.byes, *entry.sits_out) for entry in self.entries}

    def asked_for_bye(self, entry: EntryId, number: int) -> bool:
        """Return whether an entry has asked to sit out a round."""
        return any(one.id == entry and number in one.sits_out for one in self.entries)

    @cached_property
    def had_byes(self) -> dict[EntryId, int]:
        """How many byes each entry has had in stages before this."""
        return {entry.id: entry.had_byes for entry in self.entries}

    @cached_property
    def given(self) -> dict[EntryId, tuple[int, float]]:
        """Of those who came late, the last round they missed and the points stated for all they missed."""
        late = (entry for entry in self.entries if entry.joins > 1)
        return {entry.id: (entry.joins - 1, entry.points) for entry in late}

    def pairings(self) -> Iterator[Pairing]:
        """Yield all that happened, round by round."""
        for round_ in self.rounds:
            yield from round_
