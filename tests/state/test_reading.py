"""A stage as data is read strictly: whatever cannot be is refused in one line that names the place."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tournaments.state import BadState, Entry, Pairing, read_state

GOOD: dict[str, Any] = {
    "format": "swiss",
    "options": {"rounds": 3, "tie_breaks": ["buchholz"], "points": {"win": 3}},
    "entries": [
        {"id": "A", "seed": 1, "club": "Cedars"},
        {"id": "B", "seed": 2},
        {"id": "C", "seed": 3},
        {"id": 4, "seed": 4},
        {"id": "E", "seed": 5},
    ],
    "rounds": [
        {
            "pairings": [
                {"sides": ["A", "C"], "scores": [31, 20], "winner": "A", "kind": "played"},
                {"sides": ["B", 4], "scores": [24, 24], "winner": None, "advances": 4},
                {"sides": ["E"], "scores": [], "kind": "bye"},
            ]
        }
    ],
    "withdrawn": ["C"],
    "forbidden": [["A", "B"]],
}


def changed(path: str, value: object) -> str:
    """Return the good state with one value changed, as text; ``...`` takes it away."""
    state = copy.deepcopy(GOOD)
    *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    at: Any = state
    for part in way:
        at = at[part]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return json.dumps(state)


def test_a_stage_is_read_with_all_that_is_in_it() -> None:
    state = read_state(json.dumps(GOOD))

    assert state.entries[0] == Entry("A", 1, "Cedars")
    assert state.rounds[0][1] == Pairing((("B",), (4,)), (24, 24), None, (4,))
    assert (state.options.rounds, state.options.points.win, state.options.points.bye) == (3, 3, 2)
    assert state.active == ("A", "B", 4, "E")
    assert state.forbidden == {frozenset(["A", "B"])}


def test_byes_before_the_draw_are_read_in_a_swiss_and_refused_elsewhere() -> None:
    stage = {"format": "swiss", "entries": [{"id": 1, "seed": 1, "byes": [1, 3]}, {"id": 2, "seed": 2}]}

    assert read_state(json.dumps(stage)).byes_of == {1: (1, 3), 2: ()}
    with pytest.raises(BadState, match=r"entries\[0\]\.byes"):
        read_state(json.dumps(stage | {"format": "knockout"}))


def test_partners_are_read_in_either_order() -> None:
    state = read_state(
        json.dumps(
            {
                "format": "individual",
                "entries": [{"id": n, "seed": n} for n in range(1, 6)],
                "rounds": [
                    {
                        "pairings": [
                            {"sides": [[1, 2], [3, 4]], "scores": [31, 3], "winner": [2, 1]},
                            {"sides": [5], "kind": "sit_out"},
                        ]
                    }
                ],
            }
        )
    )

    assert state.rounds[0][0].winner == (1, 2)
    assert state.rounds[0][1].sides == ((5,),)


def test_four_play_alone_in_solo() -> None:
    sides = {"sides": [1, 2, 3, 4], "scores": [31, 4, 31, 0], "winner": None}
    entries = [{"id": n, "seed": n} for n in range(1, 5)]
    text = json.dumps({"format": "solo-swiss", "entries": entries, "rounds": [{"pairings": [sides]}]})

    assert read_state(text).rounds[0][0].sides == ((1,), (2,), (3,), (4,))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("format", "arena", "format"),
        ("format", ..., "state"),
        ("x", 1, "state"),
        ("entries", {}, "entries"),
        ("entries", [], "entries"),
        ("entries.0.id", True, "entries[0].id"),
        ("entries.0.id", "", "entries[0].id"),
        ("entries.0.id", "\ud800", "entries[0].id"),
        ("entries.0.id", "B", "entries[1].id"),
        ("entries.0.seed", 0, "entries[0].seed"),
        ("entries.0.seed", 1.5, "entries[0].seed"),
        ("entries.0.seed", 2, "entries[1].seed"),
        ("entries.0.seed", ..., "entries[0]"),
        ("entries.0.club", 7, "entries[0].club"),
        ("entries.0.club", 0, "entries[0].club"),
        ("entries.0.byes", 1, "entries[0].byes"),
        ("entries.0.byes", [0], "entries[0].byes[0]"),
        ("entries.0.elo", 7, "entries[0]"),
        ("options.rounds", 0, "options.rounds"),
        ("options.points", {"win": -1}, "options.points.win"),
        ("options.points", {"win": True}, "options.points.win"),
        ("options.points", {"win": 0.001}, "options.points.win"),
        ("options.points", {"won": 1}, "options.points"),
        ("options.tie_breaks", ["sb", "elo"], "options.tie_breaks[1]"),
        ("options.tie_breaks", ["sb", "sb"], "options.tie_breaks"),
        ("options.tie_breaks", "sb", "options.tie_breaks"),
        ("options.withdrawn", "keep", "options.withdrawn"),
        ("options.third_place", 1, "options.third_place"),
        ("options.lot_secret", 1, "options.lot_secret"),
        ("options.colour", 1, "options"),
        ("rounds.0.table", 1, "rounds[0]"),
        ("rounds.0.pairings.0.sides", ["A"], "rounds[0].pairings[0].sides"),
        ("rounds.0.pairings.0.sides", ["A", "Z"], "rounds[0].pairings[0].sides[1]"),
        ("rounds.0.pairings.0.sides", ["A", "A"], "rounds[0].pairings[0]"),
        ("rounds.0.pairings.0.sides", ["A", "B"], "rounds[0].pairings[1]"),
        ("rounds.0.pairings.0.scores", [31], "rounds[0].pairings[0].scores"),
        ("rounds.0.pairings.0.scores", [31, "20"], "rounds[0].pairings[0].scores[1]"),
        ("rounds.0.pairings.0.scores", [], "rounds[0].pairings[0].scores"),
        ("rounds.0.pairings.0.winner", "B", "rounds[0].pairings[0].winner"),
        ("rounds.0.pairings.0.winner", "C", "rounds[0].pairings[0].winner"),
        ("rounds.0.pairings.0.winner", None, "rounds[0].pairings[0].winner"),
        ("rounds.0.pairings.0.kind", "abandoned", "rounds[0].pairings[0].kind"),
        ("rounds.0.pairings.0.kind", "void", "rounds[0].pairings[0].winner"),
        ("rounds.0.pairings.0.kind", "bye", "rounds[0].pairings[0].sides"),
        ("rounds.0.pairings.1.winner", "B", "rounds[0].pairings[1].winner"),
        (
            "rounds.0.pairings.1",
            {"sides": ["B", 4], "winner": "B", "advances": 4, "kind": "walkover"},
            "rounds[0].pairings[1].advances",
        ),
        ("rounds.0.pairings.2.scores", [31], "rounds[0].pairings[2].scores"),
        ("rounds.0.pairings.2.sides", [[]], "rounds[0].pairings[2].sides[0]"),
        ("rounds.0.pairings.2.sides", [["E"]], "rounds[0].pairings[2].sides[0]"),
        ("withdrawn", ["Z"], "withdrawn[0]"),
        ("forbidden", [["A", "A"]], "forbidden[0]"),
        ("forbidden", [["A"]], "forbidden[0]"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(path: str, value: object, where: str) -> None:
    """Case S-09 is among them: one who is named twice, and one who is not in this match."""
    with pytest.raises(BadState) as refused:
        read_state(changed(path, value))

    assert refused.value.params["where"] == where
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("format_", "fewest"), [("swiss", 2), ("individual", 4), ("solo-swiss", 4)])
def test_a_stage_that_fills_no_table_is_refused(format_: str, fewest: int) -> None:
    entries = [{"id": n, "seed": n} for n in range(1, fewest + 1)]

    assert read_state(json.dumps({"format": format_, "entries": entries})).active
    with pytest.raises(BadState, match=rf"^entries: are {fewest - 1}, not {fewest} to"):
        read_state(json.dumps({"format": format_, "entries": entries[1:]}))


@pytest.mark.parametrize("side", [[], [1, 2, 3]])
def test_who_sits_out_an_individual_is_one_or_two_who_would_have_been_partners(side: list[int]) -> None:
    entries = [{"id": n, "seed": n} for n in range(1, 8)]
    rounds = [{"pairings": [{"sides": [side], "kind": "sit_out"}]}]

    with pytest.raises(BadState, match=r"sides\[0\]: names \d players, not 1 to 2"):
        read_state(json.dumps({"format": "individual", "entries": entries, "rounds": rounds}))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"format": NaN}', '{"format": "swiss", "format": "swiss"}', "[" * 100_000],
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(BadState, match=r"^state: "):
        read_state(text)


def test_a_walkover_names_who_was_there() -> None:
    text = changed("rounds.0.pairings.1", {"sides": ["B", 4], "kind": "walkover"})

    with pytest.raises(BadState, match="a walkover goes to one of the sides"):
        read_state(text)
