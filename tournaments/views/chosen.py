"""What somebody at a desk looks at: some of the tables, and of those the ones in a state."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from tournaments.services.board import Tables, tables_of


class TableRow(Protocol):
    """A pairing in a list, with the page's word for how it stands."""

    @property
    def id(self) -> int:
        """Which pairing it is."""

    @property
    def state(self) -> str:
        """How it stands: decided, void, or something that is still played."""


Row = TypeVar("Row", bound=TableRow)
SHOWN: Final = ("all", "playing", "needs", "done")
DESKS: Final = {
    "direct": "tournaments:direct",
    "results": "tournaments:results",
    "postponed": "tournaments:postponed",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What an address asks for; the page and whatever is sent from it keep it."""

    tables: Tables
    show: str = "all"

    def query(self, **more: str) -> str:
        """Return it as the end of an address; nothing where all tables are shown."""
        kept = {"show": "" if self.show == "all" else self.show, "tables": str(self.tables), **more}
        asked = urlencode({name: value for name, value in kept.items() if value})
        return f"?{asked}" if asked else ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A state that can be asked for: how many of the tables are in it, and the end of its address."""

    show: str
    count: int
    query: str
    is_chosen: bool


def chosen(asked: QueryDict) -> Chosen:
    """Return what an address or a form asks for; what cannot be read is as if it were not there."""
    show = asked.get("show", "")
    return Chosen(tables_of(asked.get("tables", "")), show if show in SHOWN else "all")


def choices(
    wanted: Chosen, rows: Iterable[Row], *, disputed: Collection[int]
) -> tuple[list[Choice], list[Row]]:
    """Return what can be asked of these rows, and the rows that were asked for.

    :param disputed: the pairings whose sides contradict each other.
    """
    found = {show: [row for row in rows if _fits(row, show, disputed)] for show in SHOWN}
    offered = [
        Choice(show, len(some), Chosen(wanted.tables, show).query(), is_chosen=show == wanted.show)
        for show, some in found.items()
    ]
    return offered, found[wanted.show]


def _fits(row: TableRow, show: str, disputed: Collection[int]) -> bool:
    fits = {
        "playing": row.state not in ("decided", "void"),
        "needs": row.state == "void" or row.id in disputed,
        "done": row.state == "decided",
    }
    return fits.get(show, True)


def way_back(form: QueryDict, usual: str, slug: str, **more: str) -> str:
    """Return the address of the page a form was sent from, showing what it showed.

    :param usual: the name of the page where the form does not say.
    """
    page = DESKS.get(form.get("from", ""), usual)
    return reverse(page, args=[slug]) + chosen(form).query(**more)
