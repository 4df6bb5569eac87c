"""The rules as prose: what the code cites is there, and what it says is so."""

import re
from pathlib import Path

from tests.rules.presets import LEVANTINE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules" / "levantine.md").read_text()
CITED = re.compile(r"docs/rules/levantine\.md#([a-z-]+)")


def test_every_heading_the_code_cites_exists() -> None:
    headings = {heading.lower() for heading in re.findall(r"^## (.+)$", PAGE, re.MULTILINE)}

    for path in sorted((ROOT / "games").rglob("*.py")):
        for cited in CITED.findall(path.read_text()):
            assert cited in headings, path.name


def test_the_code_cites_the_page() -> None:
    texts = [path.read_text() for path in (ROOT / "games" / "rules").glob("*.py")]

    assert len({cited for text in texts for cited in CITED.findall(text)}) >= 6


def test_the_figures_on_the_page_are_those_of_the_rule_set() -> None:
    assert f"(version {LEVANTINE.version})" in PAGE
    assert f"tricks, {LEVANTINE.bid_min} to {LEVANTINE.bid_max}" in PAGE
    assert f"reached {LEVANTINE.target} points" in PAGE
    assert f"Have {LEVANTINE.round_cap} deals been scored" in PAGE
    assert LEVANTINE.all_pass_limit == 8
    assert "Have eight deals in a row been passed" in PAGE
