"""What tables are called where people read of them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Table


def table_name(table: Table) -> str:
    """Return what a table is called: its tournament and number, else how people came to it."""
    if table.title and table.number:
        return _("%(title)s, table %(number)s") % {"title": table.title, "number": table.number}
    return table.title or kind_name(table)


def kind_name(table: Table) -> str:
    """Return what a table of no tournament is called."""
    if table.is_quick:
        return _("Quick play")
    if table.policy.get("bots_after") == 0:
        return _("Practice with bots")
    return _("Open table") if table.is_public else _("Private table")
