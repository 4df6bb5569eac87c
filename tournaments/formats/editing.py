"""A drawn round before it is published: entries change places, some pairings stay, the rest is drawn anew.

In a bracket and in a round robin the places decide who meets in every round to come, so there two entries
exchange their seeds instead (``PLACES``). Source: docs/formats.md#checking-a-draw.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from games.rules import Refusal
from tournaments.state import ALONE, EntryId, State

from . import swiss
from .deciding import BRACKETS
from .draw import Drawn
from .stages import drawn, without_match

PLACES = (*BRACKETS, "round-robin")
"""The formats in which a round follows from the seeds."""

Draw = tuple[Drawn, ...]


class NotInDraw(Refusal):
    """This entry, or this table, is not in the draw."""

    code = "not_in_draw"


class LockedInDraw(Refusal):
    """A pairing that is locked stays as it is."""

    code = "locked_in_draw"


def swapped(draw: Draw, one: EntryId, other: EntryId) -> Draw:
    """Return a draw in which two entries have changed places.

    :raises NotInDraw: when one of them is not in it.
    """
    here = {entry for line in draw for entry in line.entries}
    if one == other or not {one, other} <= here:
        raise NotInDraw()
    places = {one: other, other: one}
    return tuple(
        replace(
            line,
            sides=tuple(tuple(places.get(entry, entry) for entry in team) for team in line.sides),
            why={"by_hand": True} if {one, other} & set(line.entries) else line.why,
        )
        for line in draw
    )


def moved(draw: Draw, number: int, to: int) -> Draw:
    """Return a draw in which two pairings have exchanged their numbers, and so their tables.

    :raises NotInDraw: when there is no match of one of the numbers.
    """
    numbers = {line.number for line in draw if line.is_played}
    if number == to or not {number, to} <= numbers:
        raise NotInDraw()
    places = {number: to, to: number}
    changed = (replace(line, number=places.get(line.number, line.number)) for line in draw)
    return tuple(sorted(changed, key=lambda line: line.number))


def redrawn(state: State, number: int, draw: Draw, locked: Container[int]) -> Draw:
    """Return a draw of a group in which some pairings stay, and all the others are drawn anew.

    :param locked: the numbers of those that stay; the others follow them, in the numbers that are free.
    """
    stay = [line for line in draw if line.number in locked]
    out = {entry for line in stay for entry in line.entries}
    found = drawn(replace(state, withdrawn=state.withdrawn | out), number) or ()
    rest = [line for line in found if line.sides]
    taken = {line.number for line in stay}
    free = (at for at in range(1, len(stay) + len(rest) + 1) if at not in taken)
    new = [replace(line, number=at, group=_group(draw)) for line, at in zip(rest, free, strict=False)]
    return tuple(sorted([*stay, *new], key=lambda line: line.number))


def _group(draw: Draw) -> int:
    return draw[0].group if draw else 1


def without(draw: Draw, gone: Container[EntryId]) -> Draw:
    """Return a draw in which whoever has gone stands nowhere; whom he would have met goes through.

    Only where two sides of one entry meet: a table of four is not played by three.
    """
    kept = []
    for line in draw:
        sides = tuple(team for team in line.sides if not any(entry in gone for entry in team))
        if sides == line.sides:
            kept.append(line)
        elif sides:
            kept.append(replace(line, sides=sides, unplayed="walkover"))
    return tuple(kept)


def explained(state: State, draw: Draw) -> Draw:
    """Return a draw with the reasons of each pairing as the whole field has them, those made by hand too.

    Who has no match in a Swiss has a bye, unless he is one who has asked to sit out.
    """
    if state.format != "swiss":
        return draw
    number = len(state.rounds) + 1
    draw = tuple(without_match(line, state, number) if line.unplayed in ALONE else line for line in draw)
    active = set(state.active)
    known = [line for line in draw if len(line.sides) == 2 and active.issuperset(line.entries)]
    facts = swiss.facts(state, [line.sides for line in known])
    found = {line.number: why | _by_hand(line) for line, why in zip(known, facts, strict=True)}
    return tuple(replace(line, why=found.get(line.number, line.why)) for line in draw)


def _by_hand(line: Drawn) -> dict[str, bool]:
    return {"by_hand": True} if "by_hand" in line.why else {}


Faults = Mapping[int, tuple[str, ...]]


def faults(state: State, draw: Draw) -> Faults:
    """Return what is out of the ordinary in a group's pairings, by their numbers.

    Each is ``rematch``, ``kept_apart`` or ``club_mates``.
    """
    met = {
        frozenset(map(frozenset, pairing.sides))
        for pairing in state.pairings()
        if pairing.kind in ("played", "adjudicated")
    }
    clubs = {entry.id: entry.club for entry in state.entries}
    return {line.number: tuple(_faults(line, state, met, clubs)) for line in draw if len(line.sides) > 1}


Met = Container[frozenset[frozenset[EntryId]]]


def _faults(line: Drawn, state: State, met: Met, clubs: Mapping[EntryId, str]) -> Iterator[str]:
    against = _against(line)
    if frozenset(map(frozenset, line.sides)) in met:
        yield "rematch"
    if any(couple in state.forbidden for couple in against):
        yield "kept_apart"
    names = ({clubs[entry] for entry in couple} for couple in against)
    if any(len(of_one) == 1 and of_one != {""} for of_one in names):
        yield "club_mates"


def _against(line: Drawn) -> list[frozenset[EntryId]]:
    """Return the couples who play against each other in a pairing."""
    return [
        frozenset((one, other))
        for at, team in enumerate(line.sides)
        for later in line.sides[at + 1 :]
        for one in team
        for other in later
    ]
