"""Reading a list of pairs as people keep them: CSV, with every fault named by line and column.

Columns ``player`` and ``partner``, and if wanted ``club``, ``rating`` and ``seed``, in any order; no
``partner`` where players enter alone. UTF-8 with or without a byte order mark, or as Excel on an Arabic
Windows saves it: windows-1256, or its "Unicode text"; comma, semicolon or tab. Nothing here touches the
database.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import clean_name, skeleton
from games.rules import Refusal

NEEDED = ("player", "partner")
NEEDED_ALONE = ("player",)
OPTIONAL = ("club", "rating", "seed")
LARGEST_BYTES = 1_000_000
MOST_LINES = 2_000
LONGEST_CLUB = 80
HIGHEST_RATING = 10_000
NO_SIGN = "\ufffd"
# A list that is not UTF-8 is nonsense as windows-1256 where it has Arabic in UTF-8, or a word of two scripts.
UTF8_ARABIC = re.compile(rb"[\xd8-\xdb][\x80-\xbf]")
TWO_SCRIPTS = re.compile(r"[a-z][\u0600-\u06ff]|[\u0600-\u06ff][a-z]", re.IGNORECASE)
# What spreadsheets take for the beginning of a formula, full-width look-alikes included.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


class ListTooLarge(Refusal):
    """A list is at most a megabyte and two thousand lines."""

    code = "list_too_large"


class ListNotText(Refusal):
    """A list is text in UTF-8, UTF-16 or windows-1256."""

    code = "list_not_text"


class ListEmpty(Refusal):
    """There is no pair in the list."""

    code = "list_empty"


class ListColumnMissing(Refusal):
    """The first line names the columns, ``player`` and ``partner`` among them."""

    code = "list_column_missing"


class ListColumnUnknown(Refusal):
    """The first line names a column that means nothing, or one twice."""

    code = "list_column_unknown"


class ListLineBroken(Refusal):
    """A line has more values than there are columns, or its quotes do not match."""

    code = "list_line_broken"


class ListNameMissing(Refusal):
    """Both players of a pair have a name."""

    code = "list_name_missing"


class ListNameIsFormula(Refusal):
    """A name does not begin like a formula: somebody will open it in a spreadsheet."""

    code = "list_name_is_formula"


class ListNumberBad(Refusal):
    """Ratings and seeds are whole numbers in a sensible range."""

    code = "list_number_bad"


class ListNameTwice(Refusal):
    """Everybody is in one pair, once; two with one name need names that differ."""

    code = "list_name_twice"


class ListSeedTwice(Refusal):
    """A seed belongs to one pair."""

    code = "list_seed_twice"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and where: ``line`` counts from 1, the first being the columns' names."""

    line: int
    column: str
    refusal: Refusal


class ListRefused(Refusal):
    """The list has faults, so nothing of it was taken."""

    code = "list_refused"

    def __init__(self, problems: list[Problem]) -> None:
        """Keep all the problems; the first is named in the refusal's own values."""
        first = problems[0]
        super().__init__(line=first.line, column=first.column, problems=len(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Row:
    """A pair as the list has it, or a player where nobody has a partner of his own."""

    line: int
    player: str
    partner: str = ""
    club: str = ""
    rating: int | None = None
    seed: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Those who play, the first in front."""
        return (self.player, self.partner) if self.partner else (self.player,)


def read_list(
    content: bytes | str, *, known: Mapping[str, str] | None = None, alone: bool = False
) -> list[Row]:
    """Return the pairs of a list.

    :param known: skeletons of the names already entered, with the names.
    :param alone: whether players enter without a partner; the list has no such column then.
    :raises ListRefused: with every problem found; there is no half a list.
    """
    text = _text(content)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    problems: list[Problem] = []
    rows = list(_rows(lines, problems, NEEDED_ALONE if alone else NEEDED))
    problems += _twice(rows, dict(known or {}))
    if not rows and not problems:
        problems.append(Problem(1, "", ListEmpty()))
    if problems:
        raise ListRefused(sorted(problems, key=lambda problem: problem.line))
    return rows


def _text(content: bytes | str) -> str:
    if isinstance(content, str):
        content = content.encode()
    if len(content) > LARGEST_BYTES:
        raise ListRefused([Problem(1, "", ListTooLarge(bytes=LARGEST_BYTES, lines=MOST_LINES))])
    text = _decoded(content).replace("\x00", NO_SIGN)
    if NO_SIGN in text:
        raise _no_text(text, text.index(NO_SIGN))
    return text


def _decoded(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        text = content.decode("windows-1256")
        if (mixed := TWO_SCRIPTS.search(text)) is not None:
            raise _no_text(text, mixed.start()) from fault
        if UTF8_ARABIC.search(content):
            raise _no_text(text, fault.start) from fault
        return text


def _no_text(read: str, at: int) -> ListRefused:
    """Return the refusal of a list in which a sign is none."""
    return ListRefused([Problem(read.count("\n", 0, at) + 1, "", ListNotText())])


def _delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _rows(lines: Any, problems: list[Problem], needed: Sequence[str]) -> Iterator[Row]:
    """Yield the pairs that can be read; what cannot goes to ``problems``."""
    try:
        columns = _columns(next(lines, []), needed)
        for values in lines:
            if lines.line_num > MOST_LINES:
                problems.append(Problem(lines.line_num, "", ListTooLarge(lines=MOST_LINES)))
                return
            if any(value.strip() for value in values):
                yield from _row(lines.line_num, columns, values, problems)
    except csv.Error:
        problems.append(Problem(lines.line_num, "", ListLineBroken()))


def _columns(header: list[str], needed: Sequence[str]) -> list[str]:
    columns = [name.strip().lower() for name in header]
    for at, name in enumerate(columns):
        if name not in (*needed, *OPTIONAL) or name in columns[:at]:
            raise ListRefused([Problem(1, name, ListColumnUnknown(name=name))])
    for name in needed:
        if name not in columns:
            raise ListRefused([Problem(1, name, ListColumnMissing(name=name))])
    return columns


def _row(line: int, columns: list[str], values: list[str], problems: list[Problem]) -> Iterator[Row]:
    if len(values) > len(columns):
        problems.append(Problem(line, columns[-1], ListLineBroken()))
        return
    found: dict[str, Any] = {"line": line}
    before = len(problems)
    for column in columns:
        value = dict(zip(columns, values, strict=False)).get(column, "").strip()
        try:
            found[column] = _READ[column](value)
        except Refusal as refusal:
            problems.append(Problem(line, column, refusal))
    if len(problems) == before:
        yield Row(**found)


def _name(value: str) -> str:
    if not value:
        raise ListNameMissing()
    if value.startswith(FORMULA):
        raise ListNameIsFormula(name=value[:20])
    return clean_name(value)


def _club(value: str) -> str:
    if value.startswith(FORMULA):
        raise ListNameIsFormula(name=value[:20])
    return clean_name(value, longest=LONGEST_CLUB) if value else ""


def _number(value: str, lowest: int, highest: int) -> int | None:
    if not value:
        return None
    if not value.isdecimal() or len(value) > 6 or not lowest <= int(value) <= highest:
        raise ListNumberBad(value=value[:20], lowest=lowest, highest=highest)
    return int(value)


_READ: Mapping[str, Callable[[str], Any]] = {
    "player": _name,
    "partner": _name,
    "club": _club,
    "rating": lambda value: _number(value, 0, HIGHEST_RATING),
    "seed": lambda value: _number(value, 1, 999),
}


def _twice(rows: list[Row], seen: dict[str, str]) -> Iterator[Problem]:
    """Yield a problem for each name or seed that has been there before."""
    seeds: set[int] = set()
    for row in rows:
        for column, name in zip(NEEDED, row.names, strict=False):
            if (bare := skeleton(name)) in seen:
                yield Problem(row.line, column, ListNameTwice(name=name, other=seen[bare]))
            seen.setdefault(bare, name)
        if row.seed in seeds:
            yield Problem(row.line, "seed", ListSeedTwice(seed=row.seed))
        seeds |= {row.seed} if row.seed is not None else set()
