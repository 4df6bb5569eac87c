"""``manage.py standings < state.json``: print the table of a stage as JSON. See docs/stages.md."""

from __future__ import annotations

import json
from typing import Any

from tournaments.formats.stages import table
from tournaments.management.stage_input import StageCommand, number
from tournaments.standings.ranking import Line
from tournaments.standings.tie_breaks import Value
from tournaments.state import State


class Command(StageCommand):
    """Print who stands where."""

    help = "Print the table of the stage on the standard input, with the working of every tie-break."

    def handle(self, **_: Any) -> None:
        """Print one JSON object; a stage that is wrong is named in one line and ends with 2."""
        self.stdout.write(json.dumps(self.answer(_told), ensure_ascii=False))


def _told(state: State) -> dict[str, Any]:
    return {"rows": [_row(line, state) for line in table(state)]}


def _row(line: Line, state: State) -> dict[str, Any]:
    codes = state.options.tie_breaks
    return {
        "id": line.entry,
        "rank": line.rank,
        "points": number(line.points),
        "tie_breaks": {code: _value(line.tie_breaks.get(code)) for code in codes},
    }


def _value(value: Value | None) -> dict[str, Any]:
    if value is None or value.value is None:
        return {"value": None, "terms": []}
    return {"value": number(value.value), "terms": [number(term) for term in value.terms]}
