"""``manage.py pair < state.json``: print the next round of a stage as JSON. See docs/stages.md."""

from __future__ import annotations

import json
from typing import Any

from tournaments.formats.next_round import Match, NextRound
from tournaments.formats.stages import next_round, table
from tournaments.management.stage_input import StageCommand
from tournaments.state import EntryId, State, Team


class Command(StageCommand):
    """Print who meets whom."""

    help = "Print the next round of the stage on the standard input, or its ranking when it is over."

    def handle(self, **_: Any) -> None:
        """Print one JSON object; a stage that is wrong is named in one line and ends with 2."""
        self.stdout.write(json.dumps(self.answer(_told), ensure_ascii=False))


def _told(state: State) -> dict[str, Any]:
    found = next_round(state)
    if found is None:
        return {"finished": True, "ranking": [line.entry for line in table(state)]}
    return _round(found, state)


def _round(found: NextRound, state: State) -> dict[str, Any]:
    return {
        "round": found.number,
        "pairings": [[_side(side, state) for side in match.sides] for match in found.matches],
        "byes": list(found.byes),
        "reasons": {_name(match): dict(match.why) for match in found.matches},
        "notes": [dict(note) for note in found.notes],
    }


def _side(side: Team, state: State) -> EntryId | list[EntryId]:
    """Return a side: one id, or in an individual the ids of two partners."""
    return list(side) if state.format == "individual" else side[0]


def _name(match: Match) -> str:
    """Return what a pairing is called under ``reasons``."""
    return " v ".join(" & ".join(map(str, side)) for side in match.sides)
