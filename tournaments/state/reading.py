"""From JSON to a ``State``: an unknown key, a name nobody has, a result that cannot be is refused."""

from __future__ import annotations

import json
from typing import Any

from .parts import Reader, an_object, each, entry_id, known, one_of, some_points, text, truth, whole
from .rounds import RoundReader
from .stage import (
    FORMAT_KEYS,
    TIE_BREAK_CODES,
    BadState,
    Entry,
    EntryId,
    FormatKey,
    Options,
    State,
    TablePoints,
    TieBreakCode,
    shape_of,
)

MOST_ENTRIES = 10_000
MOST_ROUNDS = 100
LATE_FORMATS: tuple[FormatKey, ...] = ("swiss", "individual", "solo-swiss")
"""The formats in which somebody can join after a round has been played."""


def read_state(text: str) -> State:
    """Return the stage that a text describes.

    :raises BadState: naming what is wrong and where.
    """
    try:
        found = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as fault:
        raise BadState(where="state", what=f"is no JSON: {fault}") from fault
    keys = ("format", "options", "entries", "rounds", "withdrawn", "forbidden")
    fields = an_object(found, "state", keys, needed=("format", "entries"))
    format_ = one_of(fields["format"], "format", FORMAT_KEYS)
    entries = tuple(each(fields["entries"], "entries", _entry))
    sides, players = shape_of(format_)
    _check_entries(entries, fewest=sides * players)
    _check_byes(entries, format_)
    ids = frozenset(entry.id for entry in entries)
    rounds = RoundReader(ids, sides=sides, players=players)
    return State(
        format=format_,
        entries=entries,
        options=read_options(fields.get("options", {})),
        rounds=tuple(each(fields.get("rounds", []), "rounds", rounds.read)),
        withdrawn=frozenset(each(fields.get("withdrawn", []), "withdrawn", known(ids))),
        forbidden=frozenset(each(fields.get("forbidden", []), "forbidden", _couple(ids))),
    )


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key is there twice")
    return fields


def _couple(ids: frozenset[EntryId]) -> Reader[frozenset[EntryId]]:
    def read_one(found: Any, where: str) -> frozenset[EntryId]:
        two = frozenset(each(found, where, known(ids)))
        if len(two) != 2:
            raise BadState(where=where, what="does not name two entries")
        return two

    return read_one


def _entry(found: Any, where: str) -> Entry:
    fields = an_object(found, where, Entry.__slots__, needed=("id", "seed"))
    return Entry(
        entry_id(fields["id"], f"{where}.id"),
        whole(fields["seed"], f"{where}.seed", 1),
        text("" if fields.get("club") is None else fields["club"], f"{where}.club"),
        tuple(each(fields.get("byes", []), f"{where}.byes", _round_number)),
        _round_number(fields.get("joins", 1), f"{where}.joins"),
        some_points(fields.get("points", 0), f"{where}.points"),
        whole(fields.get("had_byes", 0), f"{where}.had_byes", 0, MOST_ROUNDS),
        text(fields.get("lot", ""), f"{where}.lot"),
        tuple(each(fields.get("sits_out", []), f"{where}.sits_out", _round_number)),
    )


def _round_number(found: Any, where: str) -> int:
    return whole(found, where, 1, MOST_ROUNDS)


def _check_entries(entries: tuple[Entry, ...], *, fewest: int) -> None:
    if not fewest <= len(entries) <= MOST_ENTRIES:
        raise BadState(where="entries", what=f"are {len(entries)}, not {fewest} to {MOST_ENTRIES}")
    for name in ("id", "seed"):
        seen: set[EntryId] = set()
        for at, entry in enumerate(entries):
            value = getattr(entry, name)
            if value in seen:
                raise BadState(where=f"entries[{at}].{name}", what=f"is {value!r}, which is there twice")
            seen.add(value)


def _check_byes(entries: tuple[Entry, ...], format_: FormatKey) -> None:
    for at, entry in enumerate(entries):
        if entry.points and entry.joins == 1:
            raise BadState(where=f"entries[{at}].points", what="are given, and no round was missed")
        if entry.joins > 1 and format_ not in LATE_FORMATS:
            raise BadState(
                where=f"entries[{at}].joins", what="is given, and nobody comes late into this format"
            )
        if (entry.byes or entry.sits_out or entry.had_byes) and format_ != "swiss":
            raise BadState(where=f"entries[{at}].byes", what="are given, and only a Swiss has them")
        if twice := {*entry.byes} & {*entry.sits_out}:
            raise BadState(where=f"entries[{at}].sits_out", what=f"names round {min(twice)}, as byes does")


def read_options(found: Any) -> Options:
    """Return the options that JSON values say.

    :raises BadState: naming what is wrong.
    """
    fields = an_object(found, "options", Options.__slots__)
    readers: dict[str, Reader[Any]] = {
        "rounds": lambda value, where: whole(value, where, 1, MOST_ROUNDS),
        "points": _points,
        "tie_breaks": _codes,
        "withdrawn": lambda value, where: one_of(value, where, ("annul", "forfeit")),
        "diff_cap": lambda value, where: whole(value, where, 1),
        "lot_secret": text,
        "third_place": truth,
        "consolation": truth,
        "second_final": truth,
    }
    given = {key: value for key, value in fields.items() if value is not None}
    return Options(**{key: readers[key](value, f"options.{key}") for key, value in given.items()})


def _points(found: Any, where: str) -> TablePoints:
    fields = an_object(found, where, TablePoints.__slots__)
    return TablePoints(**{key: some_points(value, f"{where}.{key}") for key, value in fields.items()})


def _codes(found: Any, where: str) -> tuple[TieBreakCode, ...]:
    codes = each(found, where, lambda one, at: one_of(one, at, TIE_BREAK_CODES))
    if len(set(codes)) < len(codes):
        raise BadState(where=where, what="names one twice")
    return tuple(codes)
