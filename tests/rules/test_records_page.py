"""docs/records.md says what a record may hold: its example is one, and its tables leave nothing out."""

import re
from pathlib import Path
from typing import Any

from games.rules import RULESETS, SEATS, Adjust, Retire, Side, Suit, TimeUp, notation, records, story
from games.rules.actions import Event
from games.rules.checks import CHECKS, owed
from games.rules.heading import MATCH, NEXT
from tests.rules.playing import log, match

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
EXAMPLES = re.findall(r"^```record\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
SIDE, OTHER_SIDE = Side(0), Side(1)
MOVING = RULESETS["moving-trump"]


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the tables below a heading, each a list of its cells."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def named(cells: list[str]) -> list[str]:
    """Return the names in the first cell of a row."""
    return re.findall(r"`([^`]+)`", cells[0])


def test_the_example_is_a_record() -> None:
    (example,) = EXAMPLES

    records.run(notation.parse(example))


def test_every_field_of_the_header_is_described_in_its_order() -> None:
    fields = [name for row in rows("The header") for name in named(row)]
    fields = [name for name in fields if name != "seat 3"]

    assert fields == [name for name in NEXT if name not in ("", MATCH, "seat 1", "seat 2", "seat 3")]


def test_every_check_is_described_and_no_other() -> None:
    described = [named(row)[0] for row in rows("Checks")]

    assert len(described) == len(CHECKS)
    assert set(described) == set(CHECKS)


def test_the_checks_that_have_to_follow_are_those_of_the_page() -> None:
    described = {named(row)[0] for row in rows("Checks") if len(row) > 2 and row[2].strip("| ")}
    kinds = ("deal", "contract", "trump", "all_pass", "score", "time_up", "adjust")

    due = {name for kind in kinds for name in owed([Event(kind, None, {})])}
    due |= set(owed([Event("card", SEATS[0], {"won": 0})]))

    assert described == due


def test_the_keys_of_the_json_are_those_of_the_page() -> None:
    told: Any = story.told(records.record_of(log(match(MOVING, 1, 3))))
    whole, deal = rows("As JSON")[:7], rows("As JSON")[7:]

    assert [name for row in whole for name in named(row)] == [
        *("rules", "target", "cap", "event", "table", "begun", "ended", "seats"),
        *("time_up", "adjustments", "deals", "result"),
    ]
    assert set(told) == {name for row in whole for name in named(row)}
    assert list(told["deals"][-1]) == [name for row in deal for name in named(row)]
    for key, values in (("rules", told["rules"]), ("result", told["result"])):
        (cells,) = [row for row in whole if named(row) == [key]]
        assert re.findall(r"`([^`]+)`", cells[1]) == list(values)
    for key in ("contract", "score"):
        (cells,) = [row for row in deal if named(row) == [key]]
        assert re.findall(r"`([^`]+)`", cells[1]) == list(told["deals"][-1][key])
    (cells,) = [row for row in deal if named(row) == ["tricks"]]
    assert re.findall(r"`([^`]+)`", cells[1]) == list(told["deals"][-1]["tricks"][0])


def test_every_action_is_described() -> None:
    text = " ".join(row[0] for row in rows("Actions"))

    for word in ("deal", "P", f"trump {Suit.SPADES.letter}", "AS", "ready"):
        assert word in text
    for action in (TimeUp(), Adjust(SIDE, -5), Retire(OTHER_SIDE)):
        assert notation.action_text(action) in text
