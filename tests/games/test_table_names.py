"""What tables are called: nobody is told an address where he expects a name."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.models import User
from games.services import reports
from games.services.clocks import TablePolicy
from games.table_names import kind_name, table_name
from tests.cast import NOW, client_of
from tests.games.scene import opened

PEOPLE = TablePolicy.people(bots_after=60)


@pytest.mark.parametrize(
    ("details", "name"),
    [
        ({"policy": TablePolicy.practice()}, "Practice with bots"),
        ({"policy": PEOPLE, "is_quick": True}, "Quick play"),
        ({"policy": PEOPLE}, "Open table"),
        ({"policy": PEOPLE, "is_public": False}, "Private table"),
        ({"policy": PEOPLE, "title": "Cedar Cup", "number": 3}, "Cedar Cup, table 3"),
        ({"policy": PEOPLE, "title": "Cedar Cup"}, "Cedar Cup"),
    ],
)
def test_a_table_is_called_by_its_tournament_or_by_how_people_came_to_it(
    four: list[User], details: dict[str, Any], name: str
) -> None:
    table = opened(four, **details)

    assert table_name(table) == name
    page = client_of(four[0]).get(reverse("games:table", args=[table.public_id])).content.decode()
    assert (table.title or kind_name(table)) in page


def test_lists_and_reports_name_a_table_and_not_its_address(four: list[User], charlie: User) -> None:
    table = opened(four, policy=PEOPLE)
    reports.report(table_id=table.pk, user=four[0], number=1, reason="words", now=NOW)
    charlie.is_staff = True
    charlie.save()

    for page in ("watch", "reports"):
        shown = client_of(charlie).get(reverse(f"games:{page}")).content.decode()
        assert "Open table" in shown
        assert f">{table.public_id}" not in shown
        assert f"Table {table.public_id}" not in shown
