"""Writing a draw into a round: who sits on which side, and who goes through without playing."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.formats import Drawn
from tournaments.models import Pairing, Round, Side


def fill_round(round_: Round, drawn: Iterable[Drawn]) -> None:
    """Write the entries of a round's pairings, in the caller's transaction.

    A pairing with one entry or none is decided at once: by a bye where the bracket has no other
    side, by walkover where the other side stays empty, by nobody where both do.
    """
    sides = list(Side.objects.filter(round=round_).select_related("pairing"))
    by_number = {one.number: one for one in drawn}
    for side in sides:
        side.entry_id = by_number[side.pairing.number].sides[side.number]
    Side.objects.bulk_update(sides, ["entry"])
    for one in by_number.values():
        if not one.is_played:
            _decide_unplayed(round_, one, [s for s in sides if s.pairing.number == one.number])


def _decide_unplayed(round_: Round, one: Drawn, sides: list[Side]) -> None:
    if one.goes_through is None:
        by = Pairing.DecidedBy.DOUBLE_WALKOVER
    else:
        by = Pairing.DecidedBy.BYE if len(sides) == 1 else Pairing.DecidedBy.WALKOVER
    Pairing.objects.filter(round=round_, number=one.number, state=Pairing.State.WAITING).update(
        state=Pairing.State.DECIDED, advances=one.goes_through, decided_by=by
    )
