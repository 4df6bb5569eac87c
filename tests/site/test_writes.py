"""Only services change rows: the wall around the interfaces sees who writes past them."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Table
from tests.cast import NOW
from tests.writes import ROOT, WrittenPastServices

WRITER = """
def write(model, now):
    return model.objects.create(public_id="planted", created_at=now)
"""


def written_from(path: str) -> Any:
    """Return a function that writes a table's row, as if it stood in that file."""
    found: dict[str, Any] = {}
    exec(compile(WRITER, f"{ROOT}/{path}", "exec"), found)
    return found["write"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["games/views/planted.py", "tournaments/api/planted.py", "games/consumers.py"]
)
def test_an_interface_that_writes_by_itself_is_caught(path: str) -> None:
    """Planted: a view, an API view and a socket that create a row without a service."""
    with pytest.raises(WrittenPastServices):
        written_from(path)(Table, NOW)


@pytest.mark.django_db
def test_a_service_may_write() -> None:
    written_from("games/services/planted.py")(Table, NOW)

    assert Table.objects.filter(public_id="planted").exists()
