"""Every record of tests/records goes as it is written, and each rule of the sources has one.

``sentences.csv`` lists every sentence of the four sources by line and number, in our own words: a
``rule`` with the records that show it, or else what it is instead.
"""

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from games.rules import RULESETS, notation, records

FOLDER = Path(__file__).parent.parent / "records"
RECORDS = sorted(FOLDER.rglob("*.txt"))

# The lines of each source, and the sentences in them.
SOURCES = {
    "000-solo": (40, 48),
    "001-tarneb-41": (26, 47),
    "002-one-round": (45, 55),
    "004-levantine": (53, 106),
}
NO_RULES = {"heading", "advice", "talk", "question", "page"}


def name_of(path: Path) -> str:
    """Return a record's name: the rule set and what it shows."""
    return f"{path.parent.name}/{path.stem}"


def sentences() -> list[dict[str, str]]:
    """Return the lines of the list."""
    with (FOLDER / "sentences.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_a_match_goes_as_its_record_says(path: Path) -> None:
    record = notation.parse(path.read_text())

    records.run(record)


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_a_record_says_in_its_first_line_which_rule_it_shows(path: Path) -> None:
    first, *_ = path.read_text().splitlines()

    assert first.startswith("# ")
    assert first.endswith(".")


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_a_record_stands_with_those_of_its_rule_set(path: Path) -> None:
    assert notation.parse(path.read_text()).rules.key == path.parent.name


def test_every_rule_set_has_a_record() -> None:
    assert {path.parent.name for path in RECORDS} == set(RULESETS)


@pytest.mark.parametrize("source", SOURCES)
def test_no_sentence_of_a_source_is_left_out(source: str) -> None:
    found: dict[int, list[int]] = defaultdict(list)
    for row in sentences():
        if row["source"] == source:
            found[int(row["line"])].append(int(row["sentence"]))

    lines, count = SOURCES[source]

    assert list(found) == list(range(1, lines + 1))
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in found.values())
    assert sum(map(len, found.values())) == count


def test_every_rule_of_the_sources_has_a_record_that_shows_it() -> None:
    known = {name_of(path) for path in RECORDS}

    for row in sentences():
        named = row["records"].split()
        assert set(named) <= known, row
        assert bool(named) == (row["kind"] == "rule"), row
        assert row["kind"] in NO_RULES | {"rule"}, row
        assert row["says"] or row["kind"] == "heading", row
