"""A picture of a tournament for a messenger group: its champion, its standings or its tables.

The picture is words at places; ``templates/tournaments/picture.svg`` draws them. In a language that is
written from the right all places are mirrored, and each text keeps the direction of its own first letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from .shapes import Board, RoundView, SideView, StandingRow

KINDS = ("champion", "standings", "tables")
WIDTH, LEAST_HEIGHT, MARGIN = 1200, 630, 60
HEAD, STEP, FOOT = 290, 58, 90
MOST_ROWS, MOST_TABLES = 40, 24
LINE, BETWEEN = 42, 26
"""Pixels from a name to that of the partner below, and beside them from one table to the next."""
LONGEST, LONGEST_OF_TWO, LONGEST_OF_CHAMPIONS, LONGEST_TITLE = 46, 26, 24, 32
"""Letters of a name that there is room for: alone in its row, beside another, and large."""
RIGHT_TO_LEFT = "\u202b{}\u202c"


@dataclass(frozen=True, slots=True)
class Words:
    """A text at its place; ``anchor`` is which of its ends stands there."""

    text: str
    x: int
    y: int
    size: int
    anchor: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Star:
    """The site's star: its middle, its size in those of the logo, and whether it is golden."""

    x: int
    y: int
    scale: int
    golden: bool


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture in units of its template, one each pixel."""

    height: int
    words: tuple[Words, ...]
    star: Star
    width: int = WIDTH


def kinds(seen: Board) -> list[str]:
    """Return what there is a picture of, what everybody wants to see first."""
    found = ["champion"] if seen.champion else []
    found += ["tables"] if _round(seen) else []
    found += ["standings"] if any(row.rank for row in _rows(seen)) else []
    return found


def picture(seen: Board, kind: str, *, host: str) -> PictureView:
    """Return a picture of a kind that there is; of any other the tournament's name alone.

    :param host: the name of the site, at the foot.
    """
    lines = {"champion": _champion, "standings": _standings, "tables": _tables}
    known = kind if kind in kinds(seen) else ""
    rows = list(lines[known](seen)) if known else []
    shown = rows[: MOST_TABLES if known == "tables" else MOST_ROWS]
    words = [*_head(seen, known), *(one for row in shown for one in row)]
    if len(rows) > len(shown):
        more = _("and %(rows)s more") % {"rows": len(rows) - len(shown)}
        words.append(_at(MARGIN + 90, _foot(words) + STEP, more, 30, "small"))
    height = max(LEAST_HEIGHT, _foot(words) + FOOT)
    words.append(_at(MARGIN, height - 36, host, 24, "small"))
    return PictureView(height, tuple(words), _star(known))


def _foot(words: Sequence[Words]) -> int:
    return max(one.y for one in words)


def _star(kind: str) -> Star:
    inward, y, scale = (230, 350, 6) if kind == "champion" else (MARGIN + 40, 110, 2)
    return Star(inward if get_language_bidi() else WIDTH - inward, y, scale, golden=kind == "champion")


def _head(seen: Board, kind: str) -> Iterator[Words]:
    yield _at(MARGIN, 84, _short(seen.tournament.club, LONGEST), 30, "small")
    yield _fitting(MARGIN, 156, seen.tournament.name, 58, LONGEST_TITLE, "strong")
    title = _title(seen, kind)
    if title:
        yield _at(MARGIN, 216, title, 34, "gold")


def _title(seen: Board, kind: str) -> str:
    round_ = _round(seen)
    if kind == "tables" and round_ is not None:
        return round_.name
    if kind == "standings":
        after = seen.stages[-1].after
        return _("Standings after round %(number)s") % {"number": after} if after else _("Standings")
    if kind == "champion":
        return _("Champion") if seen.tournament.is_alone else _("Champions")
    return seen.tournament.format_name


Row = list[Words]


def _champion(seen: Board) -> Iterator[Row]:
    for number, player in enumerate(player for row in seen.champions for player in row.players):
        y = HEAD + 30 + STEP * number * 3 // 2
        yield [_fitting(MARGIN, y, player, 64, LONGEST_OF_CHAMPIONS, "strong")]


def _standings(seen: Board) -> Iterator[Row]:
    ranked = [row for row in _rows(seen) if row.rank]
    for number, row in enumerate(ranked):
        y = HEAD + STEP * number
        yield [
            _at(MARGIN, y, str(row.rank), 34, "gold"),
            _fitting(MARGIN + 90, y, row.name, 34, LONGEST),
            *(
                []
                if seen.stages[-1].is_bracket
                else [_at(WIDTH - MARGIN, y, row.points, 34, "strong", end=True)]
            ),
        ]


def _tables(seen: Board) -> Iterator[Row]:
    round_, y = _round(seen), HEAD
    for pairing in round_.pairings if round_ else ():
        sides = [_lines(side) for side in pairing.sides if side.name]
        row = [_at(MARGIN, y, str(pairing.table or "–"), 34, "gold")]
        for first in range(0, len(sides), 2):
            two = sides[first : first + 2]
            row += _beside(two, y)
            y += LINE * max(len(names) for names in two)
        y += BETWEEN
        yield row


def _lines(side: SideView) -> tuple[str, ...]:
    """Return what stands below each other for a side: its players, or the name a team has."""
    return side.players if side.name == " & ".join(side.players) else (side.name,)


def _beside(sides: Sequence[Sequence[str]], y: int) -> Iterator[Words]:
    for column, names in enumerate(sides):
        for line, name in enumerate(names):
            yield _fitting(MARGIN + 90 + 500 * column, y + LINE * line, name, 32, LONGEST_OF_TWO)


def _rows(seen: Board) -> list[StandingRow]:
    return [row for table in seen.stages[-1].tables for row in table.rows] if seen.stages else []


def _round(seen: Board) -> RoundView | None:
    return seen.current or seen.next_round


def _at(x: int, y: int, text: str, size: int, kind: str = "", *, end: bool = False) -> Words:
    """Return a text at a distance from where lines begin; ``end`` lets it end there."""
    mirrored = get_language_bidi()
    anchor = "end" if end != mirrored else "start"
    return Words(_directed(text), WIDTH - x if mirrored else x, y, size, anchor, kind)


def _fitting(x: int, y: int, text: str, size: int, longest: int, kind: str = "") -> Words:
    """Return a text with room for so many letters of its size; a longer one is smaller, and then cut."""
    if len(text) > longest:
        size, longest = size * 4 // 5, longest * 5 // 4
    return _at(x, y, _short(text, longest), size, kind)


def _directed(text: str) -> str:
    """Return a text that is laid out from the side on which its first letter is written."""
    letters = (unicodedata.bidirectional(letter) for letter in text)
    first = next((one for one in letters if one in ("L", "R", "AL")), "L")
    return text if first == "L" else RIGHT_TO_LEFT.format(text)


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
