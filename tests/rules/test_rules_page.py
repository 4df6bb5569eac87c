"""The rules as prose: what the code cites of the documentation is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
CITED = re.compile(r"docs/rules/([a-z-]+)\.md#([a-z-]+)")


def test_every_heading_the_code_cites_exists() -> None:
    for path in sorted((ROOT / "games").rglob("*.py")):
        for page, cited in CITED.findall(path.read_text()):
            text = (PAGES / f"{page}.md").read_text()
            headings = {heading.lower() for heading in re.findall(r"^## (.+)$", text, re.MULTILINE)}
            assert cited in headings, path.name


def test_the_code_cites_the_page() -> None:
    texts = [path.read_text() for path in (ROOT / "games" / "rules").glob("*.py")]

    assert len({cited for text in texts for _page, cited in CITED.findall(text)}) >= 7
