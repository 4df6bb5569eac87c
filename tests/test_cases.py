"""tests/cases.csv: what people reported of other programs, and the tests that it does not happen here.

A test that is about a case names it in its docstring, and the list names that test, or several. What a
page's script does is proven by tests in ``tests/js``, which one of Python's runs.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASE = re.compile(r"\b[KOS]-\d{2}\b")
with (ROOT / "tests" / "cases.csv").open(newline="") as file:
    ROWS = list(csv.DictReader(file))
SCRIPTS = "tests/site/test_table_script.py::test_the_pure_modules_of_the_script_pass_their_own_tests"


@cache
def named() -> dict[str, set[str]]:
    """Return the cases that tests name, each with those tests."""
    found = defaultdict(set)
    for path in (ROOT / "tests").rglob("test_*.py"):
        for test in _tests_in(path):
            for case in CASE.findall(ast.get_docstring(test) or ""):
                found[case].add(f"{path.relative_to(ROOT)}::{test.name}")
    return found


def _tests_in(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node


def test_each_case_stands_once_in_order_and_says_what_it_is_about() -> None:
    cases = [row["case"] for row in ROWS]

    assert cases == sorted(set(cases))
    assert [row["case"] for row in ROWS if not CASE.fullmatch(row["case"]) or row["about"][-1] != "."] == []


def test_each_case_is_proven_by_tests_that_name_it() -> None:
    for row in ROWS:
        tests = set(row["tests"].split())

        assert tests
        assert tests - {SCRIPTS} <= named()[row["case"]], row["case"]


def test_each_case_that_a_test_names_is_listed() -> None:
    assert named().keys() - {row["case"] for row in ROWS} == set()
