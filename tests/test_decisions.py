"""docs/rules/decisions.csv: every decision about the rules is there, in the code, and proven by a test."""

from __future__ import annotations

import ast
import csv
import pkgutil
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
with (ROOT / "docs" / "rules" / "decisions.csv").open(newline="") as file:
    ROWS = list(csv.DictReader(file))

# M: what the sources say of each thing. A: auction. B: contract and score. C: king of hearts.
# D: the end of a match. E: play, clock and flow. F: what simulated matches teach.
NUMBERED = {"M": 36, "A": 11, "B": 8, "C": 13, "D": 15, "E": 9}
LETTERED = ("Fa", "Fb", "Fc")


def test_no_decision_is_missing_and_they_stand_in_order() -> None:
    numbered = [f"{part}{number}" for part, last in NUMBERED.items() for number in range(1, last + 1)]

    assert [row["id"] for row in ROWS] == [*numbered, *LETTERED]


def test_each_says_what_it_is_about_and_what_was_decided() -> None:
    assert all(list(row) == ["id", "subject", "decision", "where", "test"] for row in ROWS)
    assert [row["id"] for row in ROWS if not all(row.values()) or row["decision"][-1] != "."] == []


def test_each_is_found_in_the_code_where_it_says() -> None:
    for row in ROWS:
        pkgutil.resolve_name(row["where"])


def test_each_is_proven_by_tests_that_exist() -> None:
    named = {test for row in ROWS for test in row["test"].split()}

    assert sorted(test for test in named if not _exists(*test.split("::"))) == []


def _exists(path: str, name: str) -> bool:
    return (ROOT / path).is_file() and name in _tests_in(ROOT / path)


@cache
def _tests_in(path: Path) -> frozenset[str]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(
        node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, functions)
    )
