"""An entry's own page: what it has played, why it met whom, and how its place comes about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.permissions import Visitor
from tournaments.models import EntryPlayer

from .reasons import reasons
from .shapes import (
    Board,
    PairingView,
    RoundView,
    SideView,
    StageView,
    StandingRow,
    TieBreakColumn,
    TieBreakView,
)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """What an entry did in a round. ``result`` is won, lost, drawn, bye or, until it is known, nothing.

    :param sides: those of the pairing, its own first.
    """

    round: RoundView
    pairing: PairingView
    sides: tuple[SideView, ...]
    partners: tuple[str, ...]
    result: str
    why: tuple[str, ...]

    @property
    def opponents(self) -> tuple[SideView, ...]:
        """The other sides."""
        return self.sides[1:]


@dataclass(frozen=True, slots=True)
class EntryStage:
    """An entry in a stage: its row of the table, and its rounds, the newest first."""

    stage: StageView
    row: StandingRow
    lines: tuple[EntryLine, ...]

    @property
    def tie_breaks(self) -> list[tuple[TieBreakColumn, TieBreakView]]:
        """Each tie-break with its value and its working."""
        return list(zip(self.stage.tie_breaks, self.row.tie_breaks, strict=True))


def is_mine(entry: int, visitor: Visitor) -> bool:
    """Return whether this visitor plays for an entry."""
    if not visitor.is_authenticated:
        return False
    return EntryPlayer.objects.filter(entry=entry, player__user=visitor.pk).exists()


def entry_stages(seen: Board, entry: int) -> tuple[EntryStage, ...]:
    """Return the stages an entry plays in, the newest first; makes no query."""
    found = (
        EntryStage(stage, row, tuple(_lines(stage, row))[::-1])
        for stage in reversed(seen.stages)
        for table in stage.tables
        for row in table.rows
        if row.entry == entry
    )
    return tuple(found)


def _lines(stage: StageView, row: StandingRow) -> Iterator[EntryLine]:
    for round_ in stage.rounds:
        for pairing in round_.pairings:
            if row.entry in pairing.entries:
                yield _line(stage, round_, pairing, row)


def _line(stage: StageView, round_: RoundView, pairing: PairingView, row: StandingRow) -> EntryLine:
    here = pairing.entries.index(row.entry) % len(pairing.sides)
    own = pairing.sides[here]
    alone = pairing.decided_by if pairing.state == "bye" else ""
    return EntryLine(
        round=round_.of(pairing),
        pairing=pairing,
        sides=(own, *(side for at, side in enumerate(pairing.sides) if at != here)),
        partners=tuple(player for player in own.players if player not in row.players),
        result=_result(pairing, own),
        why=reasons(stage.format, pairing.why, alone=alone),
    )


def _result(pairing: PairingView, own: SideView) -> str:
    if pairing.state == "bye":
        return "bye"
    if pairing.state != "decided":
        return ""
    return "won" if own.won else "lost" if own.lost else "drawn"
