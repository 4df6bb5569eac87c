"""The walls of the house, each with a planted violation that it must see."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import architecture
from tests.architecture import ROOT, Source, Wall

MEASURED = ("*.py", "*.js", "*.css", "*.html")


@pytest.mark.parametrize(
    "wall",
    [
        architecture.core_imports,
        architecture.moments,
        architecture.chance,
        architecture.questions,
        architecture.names,
    ],
)
def test_the_wall_stands(wall: Wall) -> None:
    broken = [line for source in architecture.sources() for line in wall(source)]

    assert not broken, "\n".join([str(wall.__doc__), *broken])


@pytest.mark.parametrize(
    ("wall", "path", "text"),
    [
        (architecture.core_imports, "games/rules/cards.py", "import random"),
        (architecture.core_imports, "games/bots/choose.py", "from django.db import models"),
        (architecture.core_imports, "games/bots/choose.py", "from games.store import commit"),
        (architecture.core_imports, "games/dealing/deals.py", "def f():\n    import os"),
        (architecture.moments, "games/services/play.py", "moment = timezone.now()"),
        (architecture.moments, "tournaments/models/round.py", "field(default=timezone.now)"),
        (architecture.moments, "games/rules/match.py", "date.today()"),
        (architecture.chance, "games/services/tables.py", "from secrets import token_hex"),
        (architecture.chance, "games/views/table.py", "import os\nos.urandom(8)"),
        (architecture.questions, "games/views/table.py", "Table.objects.get(pk=1)"),
        (architecture.questions, "tournaments/api/clubs.py", "get_object_or_404(Club.objects, pk=1)"),
        (architecture.names, "games/tables.py", "class TableManager: pass"),
        (architecture.names, "games/utils.py", ""),
        (architecture.length, "games/rules/match.py", "\n" * 301),
        (architecture.length, "games/store.py", "\n" * 401),
    ],
)
def test_the_wall_sees_a_planted_violation(wall: Wall, path: str, text: str) -> None:
    assert wall(Source(path, text))


@pytest.mark.parametrize(
    ("wall", "path", "text"),
    [
        (architecture.core_imports, "games/bots/choose.py", "from games.rules import Suit\nimport math"),
        (architecture.moments, "games/sweep.py", "timezone.now()"),
        (architecture.questions, "games/views/table.py", "Table.objects.for_user(user).get(pk=1)"),
        (architecture.length, "games/rules/match.py", "\n" * 300),
    ],
)
def test_the_wall_lets_through_what_is_right(wall: Wall, path: str, text: str) -> None:
    assert not wall(Source(path, text))


def test_no_file_is_longer_than_can_be_read_at_one_sitting() -> None:
    """Measured over what git knows, so that what is made or downloaded does not count."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *MEASURED]
    paths = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()

    files = [Source(path, (ROOT / path).read_text()) for path in paths if (ROOT / path).exists()]

    broken = [line for source in files for line in architecture.length(source)]
    assert not broken, "\n".join(broken)


def test_imports_go_down_only() -> None:
    """The contracts in pyproject.toml are kept.

    Planted one by one, and each seen to break its contract: ``import django`` in games/rules/cards,
    ``tournaments.models`` in games/hub, ``games.services.play`` in games/models/table,
    ``tournaments.formats.bracket`` in tournaments/standings/ranking, ``games.store`` in games/views/table,
    ``games.writer`` in tournaments/services/rounds, ``games.hub`` in tournaments/views/pages,
    ``games.models.sealed`` in games/services/tables, and a module games/extra in no layer.
    """
    linter = [Path(sys.executable).with_name("lint-imports")]
    done = subprocess.run(linter, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
