"""What a director may type for a result, and what he is told when it is none."""

from __future__ import annotations

import pytest

from games.rules import Refusal, Side
from tournaments.quick_entry import QuickEntry, parse


@pytest.mark.parametrize(
    ("typed", "table", "totals", "last"),
    [
        ("7 41-29", 7, (41, 29), None),
        ("  12   31 - 20 ", 12, (31, 20), None),
        ("7 41:29", 7, (41, 29), None),
        ("7 41 29", 7, (41, 29), None),
        ("7 41–29", 7, (41, 29), None),
        ("٧ ٤١-٢٩", 7, (41, 29), None),
        ("۷ ۴۱-۲۹", 7, (41, 29), None),
        ("7 24-24 A", 7, (24, 24), Side(0)),
        ("7 24-24 b", 7, (24, 24), Side(1)),
        ("٧ ٢٤-٢٤ ب", 7, (24, 24), Side(1)),
        ("٧ ٢٤-٢٤ أ", 7, (24, 24), Side(0)),
        ("7 31--5", 7, (31, -5), None),
        ("7 31:-5", 7, (31, -5), None),
        ("\u200f٧ \u2067٤١\u2069-٢٩\u200f", 7, (41, 29), None),
        ("7 -5:31", 7, (-5, 31), None),
        ("7 -5 : −31", 7, (-5, -31), None),
        ("3 31-20-4-11", 3, (31, 20, 4, 11), None),
        ("3 31-20-31-11 c", 3, (31, 20, 31, 11), Side(2)),
    ],
)
def test_a_table_and_its_totals_are_read(
    typed: str, table: int, totals: tuple[int, ...], last: Side | None
) -> None:
    assert parse(typed) == QuickEntry(table, totals, last)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "7",
        "7 41",
        "41-29",
        "table 7 41-29",
        "7 41-29 E",
        "7 41-29 A B",
        "7 41.5-29",
        "7 1-2-3-4-5",
        "7 41²-29",
    ],
)
def test_anything_else_is_no_entry(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(typed)

    assert refused.value.code == "bad_quick_entry"


def test_a_minus_that_may_be_either_is_asked_about() -> None:
    with pytest.raises(Refusal) as refused:
        parse("7 31 -5")

    assert refused.value.code == "unclear_minus"
