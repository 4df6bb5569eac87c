"""The documents say what is true: their links, files and names exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text())

    missing = [target for target in targets if not (page.parent / target).exists()]

    assert missing == []


def test_the_reading_path_is_seven_files_that_exist_in_the_order_promised() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    path = text.split("## Read this code in thirty minutes")[1].split("## ")[0]

    files = re.findall(r"^\d\. \[`([^`]+)`\]", path, flags=re.MULTILINE)

    assert [Path(name).stem for name in files] == [
        "cards",
        "auction",
        "match",
        "play",
        "writing",
        "bracket",
        "rounds",
    ]
    assert all((ROOT / name).is_file() for name in files)


def test_every_step_of_the_two_walks_names_a_file_and_what_is_in_it() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    walks = [line for line in text.splitlines() if re.match(r"(games|tournaments)/\S+\.(py|js)\s", line)]

    steps = [(line.split()[0], line.split()[-1].split(".")[-1]) for line in walks]

    assert len(steps) >= 14
    for name, promised in steps:
        assert (ROOT / name).is_file(), name
        if re.search(rf"(def|class) {promised}\b", (ROOT / name).read_text()) is None:
            assert name.endswith(".js") or promised == "lost", (name, promised)


def test_the_examples_for_scripts_say_what_they_print() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)

    assert tried >= 20
    assert failed == 0
