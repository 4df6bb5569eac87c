"""The Swiss: everybody plays on against somebody with as many points, and meets nobody twice.

Source: docs/formats.md#swiss. ``field`` says where everybody stands, ``cost`` what is wrong with a
pairing; ``small``, ``slide`` and ``matching`` find a round, each where it is the quickest that is sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, log2
from typing import Any

from tournaments.formats.next_round import Facts, Match, NextRound
from tournaments.state import EntryId, State, Team

from .cost import Couple, Criteria, Field
from .field import Player, players_of
from .matching import SMALL, exact, sparse
from .slide import slide
from .small import SMALL as SMALLEST
from .small import smallest

__all__ = ["Criteria", "Field", "facts", "next_round", "pair", "players_of", "rounds_of"]


def next_round(state: State) -> NextRound | None:
    """Return the next round, or ``None`` when all are played or nobody is left to meet.

    Where no round without a rematch is left, it is the one with the fewest, the longest ago, and says so.

    :raises BadState: while a result is missing.
    """
    number = len(state.rounds) + 1
    later = rounds_of(state) - number
    given = tuple(entry for entry in state.active if number in state.byes_of[entry])
    players = [player for player in players_of(state) if player.entry not in given]
    if later < 0 or len(players) + len(given) < 2:
        return None
    fields = {bye: Field([one for one in players if one is not bye], number) for bye in _byes(players)}
    for bye, field in fields.items():
        couples = pair(field, later=later)
        if couples is not None:
            return _round(field, couples, bye, given)
    rounds = [(field, _whatever(field), bye) for bye, field in fields.items()]
    return _round(*min(rounds, key=lambda round_: round_[0].total(round_[1])[:2]), given)


def rounds_of(state: State) -> int:
    """Return how many rounds are played: as the options say, else enough to leave one unbeaten."""
    return state.options.rounds or ceil(log2(len(state.entries)))


def pair(field: Field, *, later: int = 0) -> list[Couple] | None:
    """Return the best round without a rematch, or ``None`` when there is none."""
    size = len(field.players)
    if size == 0:
        return []
    if size <= SMALLEST:
        return smallest(field, later=later)
    if size <= SMALL:
        return exact(field)
    return at_the_bound(field) or sparse(field)


def at_the_bound(field: Field) -> list[Couple] | None:
    """Return the best round, block by block, if it reaches the bound on the differences; else ``None``."""
    couples: list[Couple] = []
    begin = 0
    for block in field.blocks:
        found = slide(block) or _matched(block)
        if found is None:
            return None
        couples += [(begin + one, begin + other) for one, other in found]
        begin += len(block.players)
    return couples


def _matched(block: Field) -> list[Couple] | None:
    """Return the best round of a block in which the slide finds none, if it reaches the bound."""
    found = sparse(block)
    at_bound = found is not None and block.total(found).differences == block.lowest_differences
    return found if at_bound else None


def _whatever(field: Field) -> list[Couple]:
    """Return the round with the fewest rematches; who is kept apart meets only where nothing else is left."""
    couples = exact(field, allows=("rematches",)) or exact(field, allows=("rematches", "apart"))
    assert couples is not None  # everybody may meet everybody now
    return couples


def _byes(players: list[Player]) -> list[Player | None]:
    """Return who may get the bye, in the order to try: the lowest of those who have had the fewest.

    Nobody gets two running while somebody else can have it.
    """
    if len(players) % 2 == 0:
        return [None]
    worst_first = sorted(players, key=lambda player: (player.points, -player.seed))
    fewest = min((player.had_last_bye, player.byes) for player in players)
    return [player for player in worst_first if (player.had_last_bye, player.byes) == fewest]


def _round(field: Field, couples: list[Couple], bye: Player | None, given: tuple[EntryId, ...]) -> NextRound:
    found = field.total(couples)
    notes: list[Facts] = []
    if given and bye is not None:
        notes.append({"code": "another_bye", "given": len(given), "left": len(field.players) + 1})
    if found.rematches:
        again = sum(bool(field.criteria(*couple).rematches) for couple in couples)
        notes.append({"code": "rematches", "matches": again})
    if found.apart:
        notes.append({"code": "kept_apart", "matches": found.apart})
    return NextRound(
        number=field.round,
        matches=tuple(_match(field, couple) for couple in couples),
        byes=given if bye is None else (*given, bye.entry),
        notes=tuple(notes),
    )


def _match(field: Field, couple: Couple) -> Match:
    """Return a pairing with its reasons; who has been first less often is, else the better."""
    upper, lower = (field.players[at] for at in couple)
    sides = (lower, upper) if lower.first < upper.first else (upper, lower)
    return Match(tuple((player.entry,) for player in sides), _why(field, couple))


def _why(field: Field, couple: Couple) -> dict[str, Any]:
    upper, lower = (field.players[at] for at in couple)
    criteria = field.criteria(*couple)
    return {
        "ranks": [at + 1 for at in couple],
        "points": [_table_points(player.points, player.unit) for player in (upper, lower)],
        "difference": _table_points(upper.points - lower.points, upper.unit),
        "met_before": upper.met.get(lower.entry, 0),
        "floats_again": criteria.floats,
        "club_mates": bool(criteria.clubs),
        "from_slide": round(criteria.slide**0.5),
    }


def _table_points(points: int, unit: int) -> float:
    """Return points of the field's unit as the table has them: whole where they are whole."""
    whole, rest = divmod(points, unit)
    return whole + rest / unit if rest else whole


def facts(state: State, meetings: Iterable[Sequence[Team]]) -> list[dict[str, Any]]:
    """Return, for pairings that somebody else has made, what explains those of a draw."""
    field = Field(players_of(state), len(state.rounds) + 1)
    places = {player.entry: at for at, player in enumerate(field.players)}
    couples = (sorted(places[side[0]] for side in sides) for sides in meetings)
    return [_why(field, (upper, lower)) for upper, lower in couples]
