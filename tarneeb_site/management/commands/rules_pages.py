"""``manage.py rules_pages``: write the rules of every set that is shipped, for the documentation."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from games.rule_book import markdown, rule_book
from games.rules import RULESETS, RuleSet

FOLDER = Path(settings.BASE_DIR) / "docs" / "rules"
HEAD = """# {title}

How the rule set `{key}` (version {version}) is played here. The code cites the headings of this page.
It is made from the rule set by `python manage.py rules_pages`; a test compares.

"""


def pages() -> dict[str, str]:
    """Return the text of each page by the name of its file, in English."""
    with translation.override("en"):
        return {f"{key}.md": page(rules) for key, rules in RULESETS.items()}


def page(rules: RuleSet) -> str:
    """Return the page of a rule set."""
    book = rule_book(rules)
    return HEAD.format(title=book.title, key=rules.key, version=rules.version) + markdown(book)


class Command(BaseCommand):
    """Write the pages into docs/rules."""

    help = "Write docs/rules/<key>.md for every rule set."

    def handle(self, **_options: object) -> None:
        """Write the pages."""
        for name, text in pages().items():
            (FOLDER / name).write_text(text, encoding="utf-8")
