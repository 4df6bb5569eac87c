"""A page of rules as a reader sees it, and its numbers compared with what is scored.

``RulesPage`` reads the tables of a page, cell by cell, with what each says it was made from;
``check_the_numbers`` works all of it out again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from games.rules import ALL_TRICKS, SEATS, Bid, RuleSet, Side, score_deal

MARKS = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


@dataclass
class Field:
    """A cell of a table: what it shows, and what it says it was made from."""

    facts: dict[str, str]
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All that is shown."""
        return "".join(self.texts).translate(MARKS)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers shown, in their order."""
        shown = self.text.replace("\u2212", "-").split("\u00b7")
        return tuple(int(number) for number in shown)


@dataclass
class Table:
    """A table: its rows of cells, without the heads of the columns."""

    rows: list[list[Field]] = field(default_factory=list)


class RulesPage(HTMLParser):
    """Reads the tables of a page."""

    def __init__(self, html: str) -> None:
        """Read the page."""
        super().__init__()
        self.tables: list[Table] = []
        self._cell: Field | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row of its body or a cell."""
        if tag == "table":
            self.tables.append(Table())
        elif tag == "tr":
            self.tables[-1].rows.append([])
        elif tag in {"td", "th"}:
            facts = {name.removeprefix("data-"): str(value) for name, value in attributes}
            self._cell = Field(facts)
            self.tables[-1].rows[-1].append(self._cell)

    def handle_data(self, data: str) -> None:
        """Keep what a cell shows."""
        if self._cell is not None:
            self._cell.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        """End a cell."""
        if tag in {"td", "th"}:
            self._cell = None

    def cells(self, *names: str) -> list[tuple[list[Field], Field]]:
        """Return the cells made from facts of these names, each with its row."""
        return [
            (row, cell)
            for table in self.tables
            for row in table.rows
            for cell in row
            if {*names} <= {*cell.facts}
        ]


def check_the_numbers(rules: RuleSet, page: RulesPage) -> None:
    """Compare all that a page of rules counts with the score."""
    assert check_the_points(rules, page) >= 3
    check_the_rows(rules, page)
    check_the_bids(rules, page)
    check_the_score_table(rules, page)


def check_the_points(rules: RuleSet, page: RulesPage) -> int:
    """Compare every cell that shows points with the score of the deal it was made from."""
    cells = page.cells("bid", "tricks", "bonus")
    for _row, cell in cells:
        points = scored(rules, cell)
        together = (points[0], sum(points[1:]))
        assert cell.text in (shown(points), shown(together)), cell
    return len(cells)


def shown(points: tuple[int, ...]) -> str:
    """Return points as a page shows them: the sign before each number, a dot between two."""
    signs = {1: "+", 0: "", -1: "\u2212"}
    return "\u00b7".join(f"{signs[(number > 0) - (number < 0)]}{abs(number)}" for number in points)


def scored(rules: RuleSet, cell: Field) -> tuple[int, ...]:
    """Return what the deal pays that a cell was made from."""
    tricks = [int(number) for number in cell.facts["tricks"].split()]
    bonus = Side(int(cell.facts["bonus"])) if cell.facts["bonus"] else None
    return score_deal(
        rules, declarer=SEATS[0], bid=Bid(int(cell.facts["bid"])), tricks=tricks, bonus_side=bonus
    )


def check_the_rows(rules: RuleSet, page: RulesPage) -> None:
    """Compare the bids and tricks that stand beside points with those the points were made from."""
    for row, cell in page.cells("bid", "tricks", "bonus"):
        bids = [other for other in row[:2] if re.match(rf"{cell.facts['bid']}\b", other.text.strip())]
        assert bids, row
        tricks = [other for other in row if not other.facts and "\u00b7" in other.text]
        assert all(other.numbers == taken(rules, cell) for other in tricks)


def taken(rules: RuleSet, cell: Field) -> tuple[int, ...]:
    """Return the tricks each side took in the deal that a cell was made from."""
    tricks = [int(number) for number in cell.facts["tricks"].split()]
    sides = rules.seating.sides
    return tuple(sum(tricks[seat] for seat in range(side, 4, sides)) for side in range(sides))


def check_the_bids(rules: RuleSet, page: RulesPage) -> None:
    """See that the table of the bids has every bid, just made, with all the tricks, and one trick short."""
    rows = [row[1:] for table in page.tables for row in table.rows if len(row) == 4 and "bid" in row[1].facts]
    took = {int(row[0].facts["bid"]): [taken(rules, cell)[0] for cell in row] for row in rows}
    bids = range(rules.bid_min, rules.bid_max + 1)
    assert took == {bid: [bid, ALL_TRICKS, bid - 1] for bid in bids}


def check_the_score_table(rules: RuleSet, page: RulesPage) -> None:
    """Work out every line of the score table for every deal that ends so, and compare with the score."""
    lines = {
        row[0].facts["ending"]: [(int(cell.facts["points"]), cell.facts["each"]) for cell in row[1:]]
        for row, _cell in page.cells("ending")
    }
    for bid in range(rules.bid_min, rules.bid_max + 1):
        for took in range(ALL_TRICKS + 1):
            left = ALL_TRICKS - took
            paid = score_deal(rules, declarer=SEATS[0], bid=Bid(bid), tricks=(took, left, 0, 0))
            declaring, others = lines[ending_of(rules, bid, took, lines)]
            assert paid[0] == worth(declaring, bid, took), (bid, took)
            assert paid[1] == worth(others, bid, left), (bid, took)


def ending_of(rules: RuleSet, bid: int, took: int, lines: Mapping[str, object]) -> str:
    """Return the line that a deal belongs to: the most particular one there is."""
    made = took >= bid
    highest = "highest_made" if made else "highest_set"
    if bid == rules.bid_max and highest in lines:
        return highest
    if took == ALL_TRICKS and bid < rules.bid_max and "kaboot" in lines:
        return "kaboot"
    return "made" if made else "set"


def worth(pay: tuple[int, str], bid: int, tricks: int) -> int:
    """Return the points of a line for a bid and a number of tricks."""
    points, each = pay
    return points * {"deal": 1, "bid": bid, "trick": tricks}[each]
