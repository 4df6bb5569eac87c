"""Every record of tests/records goes as it is written: a rule's first test is a record."""

from pathlib import Path

import pytest

from games.rules import notation, records

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_match_goes_as_its_record_says(path: Path) -> None:
    record = notation.parse(path.read_text())

    records.run(record)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_says_in_its_first_line_which_rule_it_shows(path: Path) -> None:
    first, *_ = path.read_text().splitlines()

    assert first.startswith("# ")
    assert first.endswith(".")


def test_there_are_records() -> None:
    assert len(RECORDS) >= 25
