"""What a changed result of a bracket does to the rounds after it: who ought to stand elsewhere now.

``Books`` are the pairings of a bracket by round and number. Source: docs/formats.md#corrections.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tournaments.state import EntryId, Pairing, State, Team

from . import knockouts
from .bracket import walk
from .draw import Drawn

Books = Mapping[int, Mapping[int, Pairing | None]]
"""By round and number; ``None`` where nobody stands, or nothing is played."""


def with_books(state: State, books: Books) -> State:
    """Return the stage with these results and no others."""
    rounds = (books[number].values() for number in sorted(books))
    return replace(state, rounds=tuple(tuple(one for one in round_ if one is not None) for round_ in rounds))


def consequences(state: State, books: Books, *, after: int) -> tuple[Books, dict[int, tuple[Drawn, ...]]]:
    """Return the books without what does not hold any more, and by round where others stand now.

    A pairing that is named with fewer sides than meet is open again: who comes there has yet to be played.

    :param after: the round in which a result was changed; those after it are looked at.
    """
    now = {number: dict(pairings) for number, pairings in books.items()}
    moved: dict[int, tuple[Drawn, ...]] = {}
    for number in sorted(now):
        if number <= after:
            continue
        if found := _moved(state, now, number):
            moved[number] = tuple(found[at] for at in sorted(found))
    return now, moved


def _moved(state: State, now: dict[int, dict[int, Pairing | None]], number: int) -> dict[int, Drawn]:
    """Return where in a round others stand now; ``now`` says so afterwards.

    It is looked at again until nothing moves: a result that does not hold any more was the last of somebody
    who has left, and then he does not come there either.
    """
    found: dict[int, Drawn] = {}
    while True:
        so_far = {one: pairings for one, pairings in now.items() if one <= number}
        drawn = {one.number: one for one in knockouts.drawn(with_books(state, so_far), number) or ()}
        again = {at: one for at, one in drawn.items() if found.get(at, one) != one}
        again |= {
            at: one
            for at, one in drawn.items()
            if at not in found and not _stands(now[number].get(at), one, state.withdrawn)
        }
        if not again:
            return found
        found |= again
        now[number] |= {at: _open(one) for at, one in again.items()}


def _stands(there: Pairing | None, ought: Drawn, withdrawn: frozenset[EntryId]) -> bool:
    """Return whether those stand there who ought to, or one who went through before he left."""
    here = there.sides if there is not None else ()
    if len(here) == 1 and not ought.sides and is_known(ought):
        return here[0][0] in withdrawn
    return here == (ought.sides if is_known(ought) else ())


def is_known(ought: Drawn) -> bool:
    """Return whether all are known who come there, or that nobody else does."""
    return not ought.is_played or len(ought.sides) == 2


def _open(ought: Drawn) -> Pairing | None:
    return Pairing(ought.sides) if ought.is_played and is_known(ought) else None


def exchanged(books: Books, one: EntryId, other: EntryId, *, after: int) -> Books:
    """Return the books with two entries in each other's place in all later rounds; results stay."""
    return {
        number: {at: _exchanged(pairing, one, other) for at, pairing in pairings.items()}
        if number > after
        else pairings
        for number, pairings in books.items()
    }


def _exchanged(pairing: Pairing | None, one: EntryId, other: EntryId) -> Pairing | None:
    if pairing is None:
        return None

    def team(was: Team | None) -> Team | None:
        return was and tuple({one: other, other: one}.get(entry, entry) for entry in was)

    return replace(
        pairing,
        sides=tuple(team(side) or () for side in pairing.sides),
        winner=team(pairing.winner),
        advances=team(pairing.advances),
    )


def places_changed(before: State, after: State) -> tuple[str, ...]:
    """Return the places of a bracket at which something is not as it was: who stands there, or goes on."""
    was = walk(knockouts.bracket_of(before), before)
    now = walk(knockouts.bracket_of(after), after)
    shown = {meeting.name for step in knockouts.steps_of(after) for meeting in step}
    return tuple(name for name, at in now.items() if name in shown and at != was[name])
