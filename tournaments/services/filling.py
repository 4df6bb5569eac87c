"""Filling a draw in: who sits on which side, and who goes through without playing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.formats import Drawn
from tournaments.models import Pairing, Round, Side


def fill_round(round_: Round, drawn: Iterable[Drawn]) -> None:
    """Write the entries of a round's pairings, in the caller's transaction."""
    sides = list(Side.objects.filter(round=round_).select_related("pairing"))
    decided = fill(drawn, sides)
    # One statement each; bulk_update would spend more time on its CASEs than all the rest takes.
    Side.objects.bulk_create(sides, update_conflicts=True, unique_fields=["pk"], update_fields=["entry"])
    Pairing.objects.bulk_create(
        decided,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["state", "advances", "decided_by"],
    )


def fill(drawn: Iterable[Drawn], sides: Sequence[Side]) -> list[Pairing]:
    """Let entries sit on sides; return the pairings that are thereby decided.

    A pairing with one entry or none is decided at once: by a bye where the bracket has no other
    side, by walkover where the other side stays empty, by nobody where both do.
    """
    decided = []
    for one in drawn:
        mine = [side for side in sides if side.pairing.number == one.number]
        for side in mine:
            side.entry_id = one.sides[side.number]
        if not one.is_played:
            _decide_unplayed(one, mine)
            decided.append(mine[0].pairing)
    return decided


def _decide_unplayed(one: Drawn, sides: Sequence[Side]) -> None:
    pairing = sides[0].pairing
    pairing.state, pairing.advances = Pairing.State.DECIDED, one.goes_through
    if one.goes_through is None:
        pairing.decided_by = Pairing.DecidedBy.DOUBLE_WALKOVER
    else:
        alone = len(sides) == 1
        pairing.decided_by = Pairing.DecidedBy.BYE if alone else Pairing.DecidedBy.WALKOVER
