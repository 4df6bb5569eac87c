"""``manage.py pair`` and ``standings``: a stage in, JSON out, and one line when it is wrong."""

from __future__ import annotations

import io
import json
import re
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.formats.stages import played, stage
from tournaments.state import FORMAT_KEYS, FormatKey, write_state

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "stages.md").read_text()
EXAMPLE, ROUND, FINISHED, TABLE = re.findall(r"```json\n(.*?)```", DOCUMENT, flags=re.DOTALL)


def ran(monkeypatch: pytest.MonkeyPatch, command: str, state: str | bytes) -> Any:
    """Return what a command prints for a stage."""
    content = state if isinstance(state, bytes) else state.encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    out = io.StringIO()
    call_command(command, stdout=out)
    return json.loads(out.getvalue())


def test_the_example_of_the_page_is_paired_as_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = ran(monkeypatch, "pair", EXAMPLE)

    assert sorted(printed) == sorted(json.loads(ROUND))
    assert sorted(map(sorted, printed["pairings"])) == sorted(map(sorted, json.loads(ROUND)["pairings"]))
    assert set(printed["reasons"]) == {" v ".join(sides) for sides in printed["pairings"]}


def test_the_example_is_ranked_in_the_shape_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ran(monkeypatch, "standings", EXAMPLE)["rows"][0]

    (shown,) = json.loads(TABLE)["rows"]
    assert sorted(row) == sorted(shown)
    assert (row["id"], row["rank"], row["points"]) == ("A", 1, 2)
    assert row["tie_breaks"]["direct"] == {"value": 0, "terms": []}


def test_a_stage_that_is_over_prints_its_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    state = json.loads(EXAMPLE) | {"options": {"rounds": 1, "tie_breaks": ["seed"]}}

    printed = ran(monkeypatch, "pair", json.dumps(state))

    assert printed == {"finished": True, "ranking": ["A", "B", "D", "C"]}
    assert sorted(printed) == sorted(json.loads(FINISHED))


def test_partners_are_printed_as_two(monkeypatch: pytest.MonkeyPatch) -> None:
    state = {"format": "individual", "entries": [{"id": n, "seed": n} for n in range(1, 6)]}

    printed = ran(monkeypatch, "pair", json.dumps(state))

    assert [len(side) for sides in printed["pairings"] for side in sides] == [2, 2]
    assert len(printed["byes"]) == 1


@pytest.mark.parametrize("command", ["pair", "standings"])
@pytest.mark.parametrize(
    ("state", "named"),
    [
        ('{"format": "swiss", "x": 1}', "state: has an unknown key 'x'"),
        ('{"format": "swiss"}', "state: has no 'entries'"),
        (EXAMPLE.replace("buchholz_cut1", "elo"), "options.tie_breaks[0]: is 'elo', which is none of"),
        (b"\xff\xfe", "state: is no UTF-8 text"),
        ("", "state: is no JSON"),
    ],
)
def test_a_stage_that_is_wrong_ends_with_two_and_one_line(
    monkeypatch: pytest.MonkeyPatch, command: str, state: str | bytes, named: str
) -> None:
    with pytest.raises(CommandError) as refused:
        ran(monkeypatch, command, state)

    assert refused.value.returncode == 2
    assert str(refused.value).startswith(named)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("command", ["pair", "standings"])
@pytest.mark.parametrize("format_", FORMAT_KEYS)
def test_the_order_in_which_a_stage_is_written_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, format_: FormatKey, command: str
) -> None:
    (_, _), (state, _) = islice(played(stage(format_, 9, rounds=3, tie_breaks=("buchholz", "diff"))), 2)
    said = json.loads(write_state(state))
    other_way = {key: said[key] for key in reversed(said)} | {"entries": said["entries"][::-1]}
    other_way["rounds"] = [{"pairings": round_["pairings"][::-1]} for round_ in said["rounds"]]

    printed = ran(monkeypatch, command, json.dumps(other_way))

    assert json.dumps(printed) == json.dumps(ran(monkeypatch, command, json.dumps(said)))


@pytest.mark.parametrize("command", ["pair", "standings"])
@pytest.mark.parametrize(
    ("format_", "rounds"),
    [
        ("knockout", [["A", "B"], ["C", "D"]]),
        ("knockout", [["A", "D"], ["B", "C"], ["A", "D"]]),
        ("double-knockout", [["A", "D"], ["B", "C"], ["A", "C"]]),
    ],
)
def test_a_match_no_place_of_the_bracket_is_for_is_named(
    monkeypatch: pytest.MonkeyPatch, command: str, format_: str, rounds: list[list[str]]
) -> None:
    """Else its result would be passed over in silence."""
    state = {
        "format": format_,
        "entries": [{"id": name, "seed": seed} for seed, name in enumerate("ABCD", start=1)],
        "rounds": [
            {"pairings": [{"sides": sides, "scores": [31, 20], "winner": sides[0]}]} for sides in rounds
        ],
    }

    with pytest.raises(
        CommandError, match=r"^rounds\[\d\]\.pairings\[0\]\.sides: are .*do not meet"
    ) as refused:
        ran(monkeypatch, command, json.dumps(state))

    assert refused.value.returncode == 2


def test_names_in_arabic_come_out_as_they_went_in(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [{"id": "النسور", "seed": 1}, {"id": "الأرز", "seed": 2}]

    printed = ran(monkeypatch, "pair", json.dumps({"format": "knockout", "entries": entries}))

    assert printed["pairings"] == [["النسور", "الأرز"]]
