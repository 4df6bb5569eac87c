"""Standings and pairings as lists for a spreadsheet; their columns have the same names in every language."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from tournaments.services.entry_list import FORMULA

from .shapes import Board, PairingView, StageView

MARK = "\ufeff"
"""What spreadsheets know UTF-8 by."""
MOST_SIDES = 4
STANDINGS = ("stage", "group", "rank", "entry", "points", "played", "won", "drawn", "lost", "difference")
PAIRINGS = ("stage", "round", "number", "table", "state", "decided_by")


def standings_list(seen: Board) -> str:
    """Return the tables of all stages as CSV; makes no query."""
    codes = list(dict.fromkeys(one.code for stage in seen.stages for one in stage.tie_breaks))
    return _written((*STANDINGS, *codes), (row for stage in seen.stages for row in _standings(stage)))


def _standings(stage: StageView) -> Iterable[dict[str, Any]]:
    for table in stage.tables:
        for row in table.rows:
            values = {name: getattr(row, name, "") for name in STANDINGS}
            place = {"stage": stage.position, "group": table.group or "", "entry": row.name}
            yield values | place | {one.code: one.value.replace("−", "-") for one in row.tie_breaks}


def pairings_list(seen: Board) -> str:
    """Return the pairings of all rounds that are shown as CSV; makes no query."""
    columns = [f"{name}_{side}" for side in range(1, MOST_SIDES + 1) for name in ("entry", "score")]
    rows = (
        _pairing(one, stage.position, round_.number)
        for stage in seen.stages
        for round_ in stage.rounds
        for one in round_.pairings
    )
    return _written((*PAIRINGS, *columns), rows)


def _pairing(pairing: PairingView, stage: int, round_: int) -> dict[str, Any]:
    values = {name: getattr(pairing, name, "") for name in PAIRINGS} | {"stage": stage, "round": round_}
    for number, side in enumerate(pairing.sides, start=1):
        values |= {f"entry_{number}": side.name, f"score_{number}": side.score}
    return values


def _written(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    written = csv.DictWriter(text, list(columns), restval="")
    written.writeheader()
    written.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    return MARK + text.getvalue()


def _harmless(value: Any) -> Any:
    """Return a value that no spreadsheet takes for a formula; numbers below zero are none."""
    if isinstance(value, str) and value.startswith((*FORMULA, "\t", "\r")) and not _is_number(value):
        return f"'{value}"
    return value


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdecimal()


LISTS: Final[Mapping[str, Callable[[Board], str]]] = {
    "standings": standings_list,
    "pairings": pairings_list,
}
"""The lists by the names of their files."""
