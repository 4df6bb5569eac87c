"""Pages for paper, printed: what a sheet has on it is read from the PDF, as a printer gets it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from pypdfium2 import PdfDocument, PdfPage

from games.models import User
from tests.browser.screen import Screen
from tests.tournaments.evenings import play_round, started
from tournaments.models import Club, Entry, Player, Tournament
from tournaments.services.board import board, round_to_find, whereabouts

SWISS = {"format": "swiss", "options": {"rounds": 3, "tie_breaks": ["buchholz", "diff"]}}
MARGIN = 28
"""Points of 1/72 inch at every edge on which nothing is printed: printers cannot."""
MAY_BE_CUT = """() => [...document.querySelectorAll(".list tr, .card, .names li, .scoresheet, .certificate")]
  .filter((row) => getComputedStyle(row).breakInside !== "avoid").map((row) => row.outerHTML)"""
LATIN, ARABIC = str.maketrans("0123456789", "bcdfghkmnp"), str.maketrans("0123456789", "بتثجحخدرزس")
"""Numbers as letters, which make each name a word of its own; none of them is joined to another by a sign."""


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A Swiss of fifty pairs in its second round; of each pair one has an Arabic name."""
    cup = started(club, 50, name="Friday Swiss", **SWISS)
    play_round(cup, 1)
    players = list(Player.objects.filter(club=club))
    for player in players:
        _, number, letter = player.name.split()
        given, letters = ("Rami", LATIN) if letter == "A" else ("نادين", ARABIC)
        player.name = f"{given} {number.zfill(2).translate(letters)}"
    Player.objects.bulk_update(players, ["name"])
    entries = Entry.objects.filter(tournament=cup).prefetch_related("members__player")
    for entry in entries:
        entry.name = " & ".join(one.player.name for one in entry.members.all())
    Entry.objects.bulk_update(entries, ["name"])
    return cup


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet: its lines as words, for those of two directions come in any order, and all letters."""

    lines: tuple[Counter[str], ...]
    letters: str
    lies_across: bool

    def count(self, text: str) -> int:
        """Return on how many lines all words of a text stand."""
        return sum(Counter(text.split()) <= line for line in self.lines)


@pytest.fixture
def printed(open_screen: Callable[..., Screen], language: str) -> Callable[..., list[Sheet]]:
    """Print a page of a tournament from a browser in the dark theme."""
    page = open_screen(color_scheme="dark").page

    def sheets(tournament: Tournament, what: str, paper: str = "A4") -> list[Sheet]:
        page.goto(f"/{language}/tournaments/{tournament.slug}/print/{what}/")
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate(MAY_BE_CUT) == []
        with PdfDocument(page.pdf(format=paper)) as document:
            return [read(sheet) for sheet in document]

    return sheets


def read(sheet: PdfPage) -> Sheet:
    """Read a sheet; it is black on white, and nothing stands where a printer cannot print."""
    (width, height), text = sheet.get_size(), sheet.get_textpage()
    shown = bytes(sheet.render(scale=0.2, grayscale=True).buffer)
    assert shown.count(255) > len(shown) * 0.6
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        assert MARGIN <= left <= right <= width - MARGIN
        assert 0 < bottom <= top <= height - MARGIN
    lines = [line.split() for line in text.get_text_range().splitlines()]
    letters = "".join(word for line in lines for word in line)
    return Sheet(tuple(Counter(line) for line in lines), letters, lies_across=width > height)


def test_every_row_stands_whole_and_once_on_a_numbered_sheet_with_the_heading(
    cup: Tournament, printed: Callable[..., list[Sheet]], bob: User
) -> None:
    seen = board(cup)
    round_ = round_to_find(seen)
    assert round_ is not None
    names = [row.name for row in seen.stages[-1].tables[0].rows]
    rows = {
        "tables": [f"{one.table} {' '.join(side.name for side in one.sides)}" for one in round_.pairings],
        "names": [f"{one.player} {one.table}" for one in whereabouts(round_)],
        "standings": names,
        "prizes": names,
    }

    for what, lines in rows.items():
        sheets = printed(cup, what)

        assert len(sheets) > 1 or what == "tables"
        assert [line for line in lines if sum(sheet.count(line) for sheet in sheets) != 1] == []
        for number, sheet in enumerate(sheets, start=1):
            assert sheet.count(f"{number}/{len(sheets)}") == 1
            assert sheet.count("Friday Swiss · Cedar Club") == 1


def test_every_table_has_a_card_and_a_score_sheet_of_its_own(
    cup: Tournament, printed: Callable[..., list[Sheet]]
) -> None:
    cards, score_sheets = printed(cup, "cards", "Letter"), printed(cup, "sheets", "Letter")

    assert len(cards) == 5
    assert len(score_sheets) == 25


def test_every_certificate_is_a_sheet_of_its_own_and_lies_across(
    club: Club, printed: Callable[..., list[Sheet]]
) -> None:
    cup = started(club, 8, format="swiss", options={"rounds": 1, "tie_breaks": ["seed"]})
    play_round(cup, 1)

    certificates = printed(cup, "certificates")

    assert [sheet.lies_across for sheet in certificates] == [True] * 3
    assert [[f"Player{seed}A" in sheet.letters for seed in (1, 2, 3)] for sheet in certificates] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]
