"""Stages to play through: fields by number, and every round's results as chance has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from games.dealing import Stream
from tournaments.formats.next_round import Match, NextRound
from tournaments.formats.stages import next_round
from tournaments.state import Entry, EntryId, FormatKey, Options, Pairing, State, Team

Decide = Callable[[Match, Stream], Pairing]


def stage(format_: FormatKey, entries: int, *, clubs: int = 0, **options: object) -> State:
    """Return a stage of entries 1, 2, 3 and so on, seeded in that order, before its first round."""
    field = tuple(Entry(n, n, f"club {n % clubs}" if clubs else "") for n in range(1, entries + 1))
    return State(format_, field, Options(**options))  # type: ignore[arg-type]


def won(winner: EntryId | Team, loser: EntryId | Team, *, by: int = 11) -> Pairing:
    """Return a match that the first has won."""
    one, other = (side if isinstance(side, tuple) else (side,) for side in (winner, loser))
    return Pairing((one, other), (31, 31 - by), one)


def level(one: EntryId, other: EntryId, *, advances: EntryId | None = None) -> Pairing:
    """Return a match that ended level."""
    return Pairing(((one,), (other,)), (24, 24), None, None if advances is None else (advances,))


def bye(entry: EntryId) -> Pairing:
    """Return a bye."""
    return Pairing(((entry,),), kind="bye")


def by_chance(match: Match, chance: Stream) -> Pairing:
    """Let chance decide, and now and then nobody win; in a bracket somebody goes on all the same."""
    scores = tuple(chance.below(6) for _ in match.sides)
    top = max(scores)
    best = [side for side, score in zip(match.sides, scores, strict=True) if score == top]
    if len(best) == 1:
        return Pairing(match.sides, scores, best[0])
    return Pairing(match.sides, scores, None, chance.choice(best))


def by_seed(match: Match, _: Stream) -> Pairing:
    """Let the better seed win."""
    one, other = match.sides
    winner = min(one, other)
    return Pairing(match.sides, (31, 20) if winner == one else (20, 31), winner)


def after(state: State, *rounds: Iterable[Pairing]) -> State:
    """Return the stage after these rounds as well."""
    return replace(state, rounds=(*state.rounds, *(tuple(round_) for round_ in rounds)))


def played(state: State, *, seed: int = 1, decide: Decide = by_chance) -> Iterator[tuple[State, NextRound]]:
    """Yield each state of a stage with the round that follows, until it is over."""
    chance = Stream(f"stage {seed}".encode())
    while (found := next_round(state)) is not None:
        yield state, found
        results = [decide(match, chance) for match in found.matches]
        state = after(state, [*results, *(bye(entry) for entry in found.byes)])


def final(state: State, *, seed: int = 1, decide: Decide = by_chance) -> State:
    """Return a stage played to its end."""
    chance = Stream(f"stage {seed}".encode())
    while (found := next_round(state)) is not None:
        results = [decide(match, chance) for match in found.matches]
        state = after(state, [*results, *(bye(entry) for entry in found.byes)])
    return state


def entries_in(found: NextRound) -> list[EntryId]:
    """Return everybody who is in a round, with a bye or in a match."""
    return [*found.byes, *(entry for match in found.matches for side in match.sides for entry in side)]


def meetings(state: State) -> list[frozenset[EntryId]]:
    """Return who has met whom, as often as they have."""
    met = [pairing for pairing in state.pairings() if len(pairing.sides) == 2]
    return [frozenset(side[0] for side in pairing.sides) for pairing in met]
