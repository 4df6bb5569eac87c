"""From a ``State`` to JSON, as ``read_state`` takes it back. What is as it usually is is left out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .stage import ALONE, Entry, Options, Pairing, State, Team, shape_of


def write_state(state: State) -> str:
    """Return a stage as one line of JSON; the same stage always gives the same text."""
    written: dict[str, Any] = {
        "format": state.format,
        "options": _options(state.options),
        "entries": [_entry(one) for one in state.entries],
        "rounds": [{"pairings": [_pairing(one, state) for one in round_]} for round_ in state.rounds],
        "withdrawn": [entry for entry in state.seeded if entry in state.withdrawn],
        "forbidden": sorted(
            (sorted(couple, key=state.seed_of.__getitem__) for couple in state.forbidden),
            key=lambda couple: [state.seed_of[entry] for entry in couple],
        ),
    }
    return json.dumps(written, ensure_ascii=False)


def _entry(entry: Entry) -> dict[str, Any]:
    club = {"club": entry.club} if entry.club else {}
    byes = {"byes": list(entry.byes)} if entry.byes else {}
    out = {"sits_out": list(entry.sits_out)} if entry.sits_out else {}
    late = {"joins": entry.joins, "points": entry.points} if entry.joins > 1 else {}
    had = {"had_byes": entry.had_byes} if entry.had_byes else {}
    lot = {"lot": entry.lot} if entry.lot else {}
    return {"id": entry.id, "seed": entry.seed} | club | byes | out | had | late | lot


def _options(options: Options) -> dict[str, Any]:
    written = _unusual(asdict(options), asdict(Options()))
    points = _unusual(asdict(options.points), asdict(Options().points))
    return written | ({"points": points} if points else {})


def _unusual(values: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value != usual[name]}


def _pairing(pairing: Pairing, state: State) -> dict[str, Any]:
    _, players = shape_of(state.format)
    alone = pairing.kind in ALONE

    def side(team: Team | None) -> Any:
        if team is None or players == 1 or alone:
            return None if team is None else team[0]
        return list(team)

    written = {
        "sides": [side(team) for team in pairing.sides],
        "scores": list(pairing.scores),
        "winner": side(pairing.winner),
        "kind": pairing.kind,
    }
    return written | ({"advances": side(pairing.advances)} if pairing.advances is not None else {})
