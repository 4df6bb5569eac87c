"""Where everybody plays in the round that is on, by table, by name or by a few letters of a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.models import skeleton

from .shapes import Board, PairingView, RoundView, SideView


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A player and his table in a round; ``table`` is nothing for who has a bye or no table yet."""

    player: str
    partners: tuple[str, ...]
    opponents: tuple[SideView, ...]
    pairing: PairingView

    @property
    def table(self) -> int | None:
        """The number of the table."""
        return self.pairing.table


def round_to_find(seen: Board) -> RoundView | None:
    """Return the round people look for their tables in: the one in play, else the one drawn."""
    return seen.current or seen.next_round


def whereabouts(round_: RoundView, letters: str = "") -> tuple[Whereabouts, ...]:
    """Return where the players of a round are, by name; of those with the letters in it, if there are any.

    Letters are compared as names are: without case, marks and spaces, and every alef as one.
    """
    wanted = skeleton(letters)
    found = (one for pairing in round_.pairings for one in _of(pairing))
    return tuple(
        sorted(
            (one for one in found if wanted in skeleton(one.player)),
            key=lambda one: (skeleton(one.player), one.player),
        )
    )


def _of(pairing: PairingView) -> Iterator[Whereabouts]:
    for here, side in enumerate(pairing.sides):
        others = tuple(one for at, one in enumerate(pairing.sides) if at != here)
        for player in side.players:
            partners = tuple(one for one in side.players if one != player)
            yield Whereabouts(player, partners, others, pairing)
