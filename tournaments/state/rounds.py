"""The rounds of a stage as data: who met, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .parts import an_object, each, known, one_of, whole
from .stage import ALONE, KINDS, BadState, EntryId, Kind, Pairing, Team

HIGHEST_SCORE = 10_000
NOBODY_WINS: tuple[Kind, ...] = ("double_walkover", "void", "postponed")
UNPLAYED: tuple[Kind, ...] = ("walkover", *NOBODY_WINS)


@dataclass(frozen=True, slots=True)
class RoundReader:
    """Reads rounds in which so many sides of so many players meet."""

    ids: frozenset[EntryId]
    sides: int
    players: int

    def read(self, found: Any, where: str) -> tuple[Pairing, ...]:
        """Return the pairings of a round; nobody is in two of them.

        :raises BadState: naming what is wrong and where.
        """
        fields = an_object(found, where, ("pairings",), needed=("pairings",))
        where = f"{where}.pairings"
        pairings = each(fields["pairings"], where, self._pairing)
        seen: set[EntryId] = set()
        for at, pairing in enumerate(pairings):
            for entry in (entry for side in pairing.sides for entry in side):
                if entry in seen:
                    raise BadState(where=f"{where}[{at}]", what=f"has {entry!r} again in this round")
                seen.add(entry)
        return tuple(pairings)

    def _pairing(self, found: Any, where: str) -> Pairing:
        keys = ("sides", "scores", "winner", "advances", "kind")
        fields = an_object(found, where, keys, needed=("sides",))
        kind = one_of(fields.get("kind", "played"), f"{where}.kind", KINDS)
        sides = self._sides(fields["sides"], f"{where}.sides", kind)
        pairing = Pairing(
            sides=sides,
            scores=tuple(each(fields.get("scores", []), f"{where}.scores", _score)),
            winner=self._one_of(sides, fields.get("winner"), f"{where}.winner"),
            advances=self._one_of(sides, fields.get("advances"), f"{where}.advances"),
            kind=kind,
        )
        _check(pairing, where)
        return pairing

    def _sides(self, found: Any, where: str, kind: Kind) -> tuple[Team, ...]:
        sides = tuple(each(found, where, self._team if kind not in ALONE else self._lonely))
        wanted = 1 if kind in ALONE else self.sides
        if len(sides) != wanted:
            raise BadState(where=where, what=f"are {len(sides)}, not {wanted}")
        return sides

    def _team(self, found: Any, where: str) -> Team:
        if self.players == 1:
            return (known(self.ids)(found, where),)
        team = tuple(each(found, where, known(self.ids)))
        if len(set(team)) != self.players:
            raise BadState(where=where, what=f"does not name {self.players} players")
        return team

    def _lonely(self, found: Any, where: str) -> Team:
        """Return who has a bye or sits out: one, also where others play as two."""
        if self.players == 1 or not isinstance(found, list):
            return (known(self.ids)(found, where),)
        team = tuple(each(found, where, known(self.ids)))
        if not 1 <= len(team) <= self.players:
            raise BadState(where=where, what=f"names {len(team)} players, not 1 to {self.players}")
        return team

    def _one_of(self, sides: tuple[Team, ...], found: Any, where: str) -> Team | None:
        if found is None:
            return None
        team = self._team(found, where) if len(sides) > 1 else self._lonely(found, where)
        for side in sides:
            if set(side) == set(team):
                return side
        raise BadState(where=where, what="is none of the sides")


def _score(found: Any, where: str) -> int:
    return whole(found, where, -HIGHEST_SCORE, HIGHEST_SCORE)


def _check(pairing: Pairing, where: str) -> None:
    """Demand what the kind of a pairing goes with."""
    kind, scores = pairing.kind, len(pairing.scores)
    unplayed = kind in (*ALONE, *UNPLAYED)
    if scores not in ((0,) if kind in ALONE else (0, len(pairing.sides))):
        raise BadState(where=f"{where}.scores", what=f"are {scores}, not {len(pairing.sides)}")
    if kind == "walkover" and pairing.winner is None:
        raise BadState(where=f"{where}.winner", what="is missing: a walkover goes to one of the sides")
    if kind in NOBODY_WINS and pairing.goes_on is not None:
        raise BadState(where=f"{where}.winner", what=f"is given, but a {kind} has none")
    if not unplayed and pairing.is_pending and pairing.goes_on is not None:
        raise BadState(where=f"{where}.scores", what="are missing")
    _check_winner(pairing, where)
    if None not in (pairing.winner, pairing.advances) and pairing.winner != pairing.advances:
        raise BadState(where=f"{where}.advances", what="is another than the winner")


def _check_winner(pairing: Pairing, where: str) -> None:
    """Demand that who won a match has the most points, and who advances was level at the top."""
    if pairing.kind != "played" or not pairing.scores:
        return
    top = max(pairing.scores)
    for name, team in (("winner", pairing.winner), ("advances", pairing.advances)):
        if team is not None and pairing.scores[pairing.sides.index(team)] != top:
            raise BadState(where=f"{where}.{name}", what="had fewer points: such a result is adjudicated")
    if pairing.winner is None and pairing.scores.count(top) == 1:
        raise BadState(where=f"{where}.winner", what="is missing: one side has the most points")
    if pairing.winner is not None and pairing.scores.count(top) > 1:
        raise BadState(where=f"{where}.winner", what="is given, but the match ended level: say who advances")
