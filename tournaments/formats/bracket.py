"""Any bracket as data, and how far it has come: a walk over it from the seeds through the results.

A bracket is a list of places where two meet, each after those that feed it. ``walk`` says who stands
where; nothing is stored of it, so a corrected result changes all that follows by itself.
Source: docs/formats.md#knockout and #double-knockout.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from tournaments.state import EntryId, Pairing, State

UNKNOWN = ("void", "postponed")
"""The kinds of what is there and says nothing of who goes on."""
FINAL, SECOND_FINAL, THIRD_PLACE = "final", "second-final", "third-place"
CONSOLATION, CONSOLATION_FINAL = "consolation", "consolation-final"
"""The names that places of a bracket are found by; those of the consolation begin with its own."""


def is_consolation(place: str) -> bool:
    """Return whether a place is one of the consolation, where nobody can win the bracket any more."""
    return place.startswith(CONSOLATION)


def is_main(place: str) -> bool:
    """Return whether a place leads to the final, by which its round is called."""
    return place != THIRD_PLACE and not is_consolation(place)


class Nobody(Enum):
    """What a side is when no entry stands there."""

    YET = "yet"
    """Who comes is not decided."""
    EVER = "ever"
    """Nobody comes: the other side goes on without playing."""


Stands = EntryId | Nobody


@dataclass(frozen=True, slots=True)
class Seed:
    """A side for the entry of this seed, counted from 1 in order of strength."""

    number: int


@dataclass(frozen=True, slots=True)
class Winner:
    """A side for the winner at another place."""

    of: str


@dataclass(frozen=True, slots=True)
class Loser:
    """A side for the loser at another place; with ``only`` if he is who stood at that side of it."""

    of: str
    only: int | None = None


Source = Seed | Winner | Loser


@dataclass(frozen=True, slots=True)
class Meeting:
    """A place of a bracket. ``step`` counts from 1: what can be played at the same time.

    :param falls: the sides whose loser has another place to go to, but for the third place.
    :param only_if_lower_won: a final after which this one is played only if its second side won.
    """

    name: str
    step: int
    sides: tuple[Source, Source]
    falls: tuple[int, ...] = ()
    only_if_lower_won: str | None = None


Bracket = tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Stood:
    """Where a walk has come to at a place: who stands there, and who has gone on or out.

    ``came`` are the sides as they would stand there, had nobody withdrawn before.
    """

    meeting: Meeting
    sides: tuple[Stands, Stands]
    winner: Stands
    loser: Stands
    came: tuple[Stands, Stands]

    @property
    def left(self) -> tuple[EntryId, ...]:
        """Who would stand there, had he not withdrawn before."""
        return tuple(one for one in self.came if not isinstance(one, Nobody) and one not in self.sides)

    @property
    def is_open(self) -> bool:
        """Whether both are known and have still to play."""
        return self.winner is Nobody.YET and not any(isinstance(side, Nobody) for side in self.sides)

    @property
    def goes_through(self) -> EntryId | None:
        """Who goes on because nobody comes to meet him."""
        alone = Nobody.EVER in self.sides and not isinstance(self.winner, Nobody)
        return self.winner if alone and not isinstance(self.winner, Nobody) else None


@dataclass
class _Results:
    """What two have played against one another, handed out in order: they may meet twice."""

    waiting: dict[frozenset[EntryId], deque[Pairing]] = field(default_factory=lambda: defaultdict(deque))
    to_come: Counter[EntryId] = field(default_factory=Counter)

    @classmethod
    def of(cls, state: State) -> _Results:
        results = cls()
        for pairing in state.pairings():
            if len(pairing.sides) == 2 and pairing.kind not in UNKNOWN and not pairing.is_pending:
                couple = frozenset(side[0] for side in pairing.sides)
                results.waiting[couple].append(pairing)
                results.to_come.update(couple)
        return results

    def next(self, one: EntryId, other: EntryId) -> Pairing | None:
        waiting = self.waiting.get(frozenset((one, other)))
        if not waiting:
            return None
        self.to_come.subtract((one, other))
        return waiting.popleft()


def walk(bracket: Bracket, state: State) -> dict[str, Stood]:
    """Return who stands where, by place: the results as they are, the rest open."""
    results = _Results.of(state)
    stood: dict[str, Stood] = {}
    for meeting in bracket:
        sides = (_stands(meeting.sides[0], stood, state), _stands(meeting.sides[1], stood, state))
        if meeting.only_if_lower_won:
            sides = _if_needed(stood[meeting.only_if_lower_won], sides)
        stood[meeting.name] = _outcome(meeting, sides, state, results)
    return stood


def _if_needed(final: Stood, sides: tuple[Stands, Stands]) -> tuple[Stands, Stands]:
    """Return who stands in the second final: until the first is decided nobody knows whether it is needed."""
    if final.winner is Nobody.YET:
        return Nobody.YET, Nobody.YET
    return sides if lower_won(final) else (Nobody.EVER, Nobody.EVER)


def lower_won(final: Stood) -> bool:
    """Return whether the one from below has won a final."""
    return final.winner is not Nobody.YET and final.winner == final.sides[1]


def _stands(source: Source, stood: Mapping[str, Stood], state: State) -> Stands:
    match source:
        case Seed(number):
            return state.seeded[number - 1] if number <= len(state.seeded) else Nobody.EVER
        case Winner(of):
            return stood[of].winner
        case Loser(of, only):
            return stood[of].loser if only is None else _fallen(stood[of], only)


def _fallen(at: Stood, side: int) -> Stands:
    """Return the loser at a place if he is who stood at this side of it."""
    return at.loser if at.loser in (Nobody.YET, at.sides[side]) else Nobody.EVER


def _outcome(meeting: Meeting, sides: tuple[Stands, Stands], state: State, results: _Results) -> Stood:
    one, other = sides
    if not isinstance(one, Nobody) and not isinstance(other, Nobody):
        played = results.next(one, other)
        if played is not None:
            return _played(meeting, (one, other), played)
    here = _here(one, state, results), _here(other, state, results)
    if Nobody.YET in here or Nobody.EVER not in here:
        return Stood(meeting, here, Nobody.YET, Nobody.YET, sides)
    alone = here[1] if here[0] is Nobody.EVER else here[0]
    return Stood(meeting, here, alone, Nobody.EVER, sides)


def _here(side: Stands, state: State, results: _Results) -> Stands:
    """Return who stands there: nobody any more, when he has withdrawn and all he played is behind him."""
    if isinstance(side, Nobody) or side not in state.withdrawn or results.to_come[side]:
        return side
    return Nobody.EVER


def _played(meeting: Meeting, sides: tuple[EntryId, EntryId], played: Pairing) -> Stood:
    team = played.goes_on
    if team is None and played.kind == "double_walkover":
        return Stood(meeting, sides, Nobody.EVER, Nobody.EVER, sides)
    if team is None:  # level, and nobody said who goes on: the director settles it
        return Stood(meeting, sides, Nobody.YET, Nobody.YET, sides)
    winner = team[0]
    return Stood(meeting, sides, winner, sides[1] if winner == sides[0] else sides[0], sides)
