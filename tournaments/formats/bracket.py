"""Any bracket as data, and how far it has come: a walk over it from the seeds through the results.

A bracket is a list of places where two meet, each after those that feed it. ``walk`` says who stands
where; nothing is stored of it, so a corrected result changes all that follows by itself.
Source: docs/formats.md#knockout and #double-knockout.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tournaments.state import EntryId, Pairing, State

UNKNOWN = ("void", "postponed")
"""The kinds of what is there and says nothing of who goes on."""


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
    """A side for the loser at another place."""

    of: str


Source = Seed | Winner | Loser


@dataclass(frozen=True, slots=True)
class Meeting:
    """A place of a bracket. ``step`` counts from 1: what can be played at the same time.

    :param loser_is_out: whether the loser has no other place to go to, but for the third place.
    :param only_if_lower_won: a final after which this one is played only if its second side won.
    """

    name: str
    step: int
    sides: tuple[Source, Source]
    loser_is_out: bool = True
    only_if_lower_won: str | None = None


Bracket = tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Stood:
    """Where a walk has come to at a place: who stands there, and who has gone on or out.

    ``left`` are those who would stand there, had they not withdrawn before.
    """

    meeting: Meeting
    sides: tuple[Stands, Stands]
    winner: Stands
    loser: Stands
    left: tuple[EntryId, ...] = ()

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
    return sides if _lower_won(final) else (Nobody.EVER, Nobody.EVER)


def _lower_won(final: Stood) -> bool:
    return final.winner is not Nobody.YET and final.winner == final.sides[1]


def _stands(source: Source, stood: Mapping[str, Stood], state: State) -> Stands:
    match source:
        case Seed(number):
            return state.seeded[number - 1] if number <= len(state.seeded) else Nobody.EVER
        case Winner(of):
            return stood[of].winner
        case Loser(of):
            return stood[of].loser


def _outcome(meeting: Meeting, sides: tuple[Stands, Stands], state: State, results: _Results) -> Stood:
    one, other = sides
    if not isinstance(one, Nobody) and not isinstance(other, Nobody):
        played = results.next(one, other)
        if played is not None:
            return _played(meeting, (one, other), played)
    here = _here(one, state, results), _here(other, state, results)
    left = tuple(side for side in sides if not isinstance(side, Nobody) and side not in here)
    if Nobody.YET in here or Nobody.EVER not in here:
        return Stood(meeting, here, Nobody.YET, Nobody.YET, left)
    alone = here[1] if here[0] is Nobody.EVER else here[0]
    return Stood(meeting, here, alone, Nobody.EVER, left)


def _here(side: Stands, state: State, results: _Results) -> Stands:
    """Return who stands there: nobody any more, when he has withdrawn and all he played is behind him."""
    if isinstance(side, Nobody) or side not in state.withdrawn or results.to_come[side]:
        return side
    return Nobody.EVER


def _played(meeting: Meeting, sides: tuple[EntryId, EntryId], played: Pairing) -> Stood:
    team = played.goes_on
    if team is None and played.kind == "double_walkover":
        return Stood(meeting, sides, Nobody.EVER, Nobody.EVER)
    if team is None:  # level, and nobody said who goes on: the director settles it
        return Stood(meeting, sides, Nobody.YET, Nobody.YET)
    winner = team[0]
    return Stood(meeting, sides, winner, sides[1] if winner == sides[0] else sides[0])


# ---- places


FINAL, SECOND_FINAL, THIRD_PLACE = "final", "second-final", "third-place"
"""The names that places of a bracket are found by."""


def places(
    bracket: Bracket, stood: Mapping[str, Stood], entries: Sequence[EntryId]
) -> dict[EntryId, int | None]:
    """Return the place of each entry; ``None`` while it is still in.

    Who goes out at the same step share a place, which counts those who can still do better.
    """
    leaving_at = [one.step for one in real_meetings(bracket, len(entries)) if one.name != THIRD_PLACE]
    out: dict[EntryId, int | None] = dict.fromkeys(entries)
    for at in stood.values():
        for entry in _leaving(at, stood):
            out[entry] = 2 + sum(step > at.meeting.step for step in leaving_at)
    champion = _champion(stood)
    return out | _third(stood, out) | ({} if champion is None else {champion: 1})


def real_meetings(bracket: Bracket, entries: int, *, out_only: bool = True) -> list[Meeting]:
    """Return the places where a match is played if everybody comes: no byes, and no second final.

    :param out_only: only those whose loser is out.
    """
    empty: dict[Source, bool] = {}
    real = []
    for meeting in bracket:
        nobody = [empty.get(side, isinstance(side, Seed) and side.number > entries) for side in meeting.sides]
        empty[Winner(meeting.name)] = all(nobody)
        empty[Loser(meeting.name)] = any(nobody)
        if (meeting.loser_is_out or not out_only) and meeting.only_if_lower_won is None and not any(nobody):
            real.append(meeting)
    return real


def _leaving(at: Stood, stood: Mapping[str, Stood]) -> list[EntryId]:
    """Return who goes out at a place: its loser, or both when neither came, and who left before it."""
    if at.meeting.name == THIRD_PLACE:  # both were out before
        return []
    if at.winner is Nobody.EVER:
        return [*at.left, *(side for side in at.sides if not isinstance(side, Nobody))]
    has_another = at.meeting.name == FINAL and SECOND_FINAL in stood and _lower_won(at)
    if not at.meeting.loser_is_out or has_another or isinstance(at.loser, Nobody):
        return [*at.left]
    return [at.loser]


def _champion(stood: Mapping[str, Stood]) -> EntryId | None:
    last = stood.get(SECOND_FINAL)
    at = last if last is not None and last.winner is not Nobody.EVER else stood[FINAL]
    return None if isinstance(at.winner, Nobody) else at.winner


def _third(stood: Mapping[str, Stood], out: Mapping[EntryId, int | None]) -> dict[EntryId, int | None]:
    """Return the places of those who went out before the final, where there is a match for the third."""
    at = stood.get(THIRD_PLACE)
    third: dict[EntryId, int | None] = {}
    if at is not None and at.is_open:
        third.update({side: None for side in at.sides if not isinstance(side, Nobody)})
    elif at is not None and not isinstance(at.winner, Nobody):
        third.update({entry: 4 for entry, place in out.items() if place == 3})
        third[at.winner] = 3
    return third
