"""Writing a drawn round: who sits on which side, and who goes through without playing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count

from games.models import claim
from games.rules import Refusal
from tournaments.formats import Drawn
from tournaments.models import Pairing, Round, Side

Draw = tuple[Drawn, ...]


class NextRoundMoved(Refusal):
    """The next round was changed while it was being drawn; try again."""

    code = "next_round_moved"


@dataclass(slots=True)
class Filled:
    """The rows of a drawn round before they are written."""

    laid_out: list[Pairing] = field(default_factory=list)
    new: list[Pairing] = field(default_factory=list)
    sides: list[Side] = field(default_factory=list)

    def write(self) -> None:
        """Write them, in the caller's transaction and few statements."""
        decided = [one for one in self.laid_out if one.state == Pairing.State.DECIDED]
        # One statement; bulk_update would spend more time on its CASEs than all the rest takes.
        Pairing.objects.bulk_create(
            decided,
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=["state", "advances", "decided_by"],
        )
        Pairing.objects.bulk_create(self.new)
        Side.objects.bulk_create(self.sides)


def fill(round_: Round, draw: Iterable[Drawn], planned: Mapping[int, Pairing]) -> Filled:
    """Return the rows of a draw: sides, and the pairings that were not laid out before.

    A pairing without a match is decided at once, for whoever is there; one to which somebody has yet to come
    stays empty.

    :param planned: the pairings of the round that are there already, by their numbers.
    """
    filled = Filled()
    for one in draw:
        pairing = planned.get(one.number)
        if pairing is None:
            pairing = Pairing(round=round_, number=one.number, place=one.place)
            filled.new.append(pairing)
        else:
            filled.laid_out.append(pairing)
        pairing.group, pairing.why = one.group, dict(one.why)
        if not one.is_played:
            pairing.state, pairing.decided_by = Pairing.State.DECIDED, one.unplayed
            pairing.advances = 0 if one.sides else None
        filled.sides += [
            Side(pairing=pairing, round=round_, number=number, entry_id=entry)
            for number, entry in enumerate(one.entries)
        ]
    return filled


def fill_round(round_: Round, draw: Iterable[Drawn]) -> None:
    """Write a round's draw, in the caller's transaction.

    Where somebody stands already, what was played there before a correction still holds.
    """
    lines = list(draw)
    laid_out = Pairing.objects.filter(round=round_).annotate(here=Count("sides"))
    in_bracket = any(one.place for one in lines)  # nowhere else is a pairing there before its sides
    planned = {pairing.number: pairing for pairing in laid_out} if in_bracket else {}
    holds = {number for number, pairing in planned.items() if pairing.here}
    fill(round_, (one for one in lines if one.number not in holds), planned).write()


def show(round_: Round, draw: Draw, *, starts_at: datetime | None) -> None:
    """Write the draw of a planned round, from when on everybody sees it, in the caller's transaction.

    :raises NextRoundMoved: when the round is not planned any more.
    """
    fill_round(round_, draw)
    claim(
        Round.objects.filter(pk=round_.pk, state=Round.State.PLANNED),
        refusal=NextRoundMoved(number=round_.number),
        state=Round.State.DRAWN,
        starts_at=starts_at,
        size=round_.size or sum(not one.place for one in draw),
    )
