"""A draft as it is kept: its pairings as JSON, which of them are locked, and what it was drawn from."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

from tournaments.formats import Drawn
from tournaments.models import Draft, Round
from tournaments.state import write_state

from .filling import Draw
from .stage_states import Groups


def draft_of(round_: Round, draw: Draw, groups: Groups) -> Draft:
    """Return a draft that is not stored yet."""
    return Draft(round=round_, lines=written(draw), drawn_from=digest(groups))


def digest(groups: Groups) -> str:
    """Return a text that is another as soon as a draw would be made from something else."""
    whole = "\n".join(write_state(state) for _, state in sorted(groups.items()))
    return hashlib.sha256(whole.encode()).hexdigest()


def written(draw: Draw, locked: Collection[int] = ()) -> list[dict[str, Any]]:
    """Return a draw as JSON, with the numbers of its locked pairings."""
    return [
        {
            "number": line.number,
            "sides": [list(team) for team in line.sides],
            "unplayed": line.unplayed,
            "place": line.place,
            "group": line.group,
            "why": dict(line.why),
            "locked": line.number in locked,
        }
        for line in draw
    ]


def read(draft: Draft) -> Draw:
    """Return the pairings of a draft."""
    return tuple(_read(line) for line in draft.lines)


def _read(line: Mapping[str, Any]) -> Drawn:
    values = {name: line[name] for name in ("number", "unplayed", "place", "group", "why")}
    return Drawn(sides=tuple(map(tuple, line["sides"])), **values)


def locked(draft: Draft) -> frozenset[int]:
    """Return the numbers of the pairings that are to stay as they are."""
    return frozenset(line["number"] for line in draft.lines if line["locked"])
